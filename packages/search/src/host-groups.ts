import { selfAndParents } from '@sitegrep/site';

/** Hosts of third parties that belong together, such as those of a category of technologies. */
export interface HostGroup {
  readonly name: string;
  /** Each stands for the hosts below it, too, unless a group names a domain in between. */
  readonly hosts: readonly string[];
}

const NONE: readonly number[] = [];

/** Makes a function that gives the groups of a host, by their indexes. */
export function hostGrouping(groups: readonly HostGroup[]): (host: string) => readonly number[] {
  const byHost = new Map<string, number[]>();
  for (const [index, { hosts }] of groups.entries()) {
    for (const host of hosts) {
      const known = byHost.get(host);
      if (known === undefined) byHost.set(host, [index]);
      else known.push(index);
    }
  }
  return (host) => {
    for (const domain of selfAndParents(host)) {
      const found = byHost.get(domain);
      if (found !== undefined) return found;
    }
    return NONE;
  };
}
