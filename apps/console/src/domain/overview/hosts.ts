// The hosts of third parties that a domain loads from, each once.
import type { DomainThirdParties, LabelInterval } from '@sitegrep/client';

export interface LoadedHost {
  readonly host: string;
  /** Technologies that are loaded from it. */
  readonly technologies: readonly string[];
  readonly hasCome: boolean;
}

/** Hosts with a known technology come first. */
export function hostsOf(
  { categories, others }: Pick<DomainThirdParties, 'categories' | 'others'>,
  come: ReadonlySet<string>,
): readonly LoadedHost[] {
  const hosts = new Map<string, LoadedHost>();
  for (const { host, technologies } of [...categories.flatMap((one) => one.hosts), ...others])
    if (!hosts.has(host)) hosts.set(host, { host, technologies, hasCome: come.has(host) });
  return [...hosts.values()];
}

/** Hosts that came lately and are still there. @param items intervals in which labels were there */
export function newHosts(
  items: readonly LabelInterval[],
  isRecent: (at: string) => boolean,
): ReadonlySet<string> {
  const standing = items.filter(({ kind, gone_at: gone }) => kind === 'host' && gone === null);
  const isNew = Map.groupBy(standing, ({ value }) => value);
  return new Set(
    [...isNew].flatMap(([host, labels]) =>
      // The same host is another label where something else names it.
      labels.every(({ added_by: by, first_seen: at }) => by === 'visit' && isRecent(at)) ? [host] : [],
    ),
  );
}
