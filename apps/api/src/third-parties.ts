// Hosts of third parties by the categories of the technologies that are loaded from them.
import type { DomainThirdPartiesAnswer } from '@sitegrep/contract';
import { type HostGroup, hostGrouping } from '@sitegrep/search';
import {
  HOST_KIND_NAMES,
  HOST_KINDS,
  type NamedHost,
  registrableDomain,
  selfAndParents,
} from '@sitegrep/site';
import { thirdParties } from '@sitegrep/technologies/third-parties';
import { ofFingerprints } from '@sitegrep/technologies/data';
import { knownCategories, knownTechnologies } from './technology-catalogue.ts';

const technologiesByHost = ofFingerprints(thirdParties);

/** Categories with the hosts of their technologies, by their paths; read once, with the first request that needs them. */
export const thirdPartyGroups: () => readonly HostGroup[] = ofFingerprints(() => {
  const categoriesOf = new Map(knownTechnologies().map(({ name, categories }) => [name, categories]));
  const hosts = new Map<string, Set<string>>();
  for (const [host, names] of technologiesByHost()) {
    for (const path of names.flatMap((name) => categoriesOf.get(name) ?? []))
      hosts.set(path, (hosts.get(path) ?? new Set()).add(host));
  }
  return Array.from(hosts, ([name, some]) => ({ name, hosts: [...some] })).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );
});

const groupsOf = ofFingerprints(() => hostGrouping(thirdPartyGroups()));

type ThirdParty = DomainThirdPartiesAnswer['data']['others'][number];

/** The hosts of third parties that a site loads from or sends to, by categories. @param hosts those that its pages name */
export function thirdPartiesOf(
  domain: string,
  hosts: readonly NamedHost[],
): Pick<DomainThirdPartiesAnswer['data'], 'categories' | 'others'> {
  const own = registrableDomain(domain);
  const names = new Map(knownCategories().map(({ path, name }) => [path, name]));
  const found = new Map<string, ThirdParty[]>();
  const others: ThirdParty[] = [];
  for (const { host, kinds } of hosts) {
    if (kinds === HOST_KINDS.link || registrableDomain(host) === own) continue;
    const item = {
      host,
      kinds: HOST_KIND_NAMES.filter((kind) => kinds.includes(HOST_KINDS[kind])),
      technologies: technologiesAt(host),
    };
    const groups = groupsOf()(host);
    if (groups.length === 0) others.push(item);
    for (const index of groups) {
      const path = thirdPartyGroups()[index]?.name ?? '';
      const items = found.get(path);
      if (items === undefined) found.set(path, [item]);
      else items.push(item);
    }
  }
  const categories = Array.from(found, ([category, items]) => ({
    category,
    name: names.get(category) ?? category,
    hosts: items,
  })).sort((a, b) => b.hosts.length - a.hosts.length || (a.category < b.category ? -1 : 1));
  return { categories, others };
}

/** The technologies of the host, or else of the closest domain above it that has any. */
function technologiesAt(host: string): string[] {
  for (const domain of selfAndParents(host)) {
    const names = technologiesByHost().get(domain);
    if (names !== undefined) return [...names];
  }
  return [];
}
