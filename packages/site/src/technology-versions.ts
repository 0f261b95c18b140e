/**
 * Kinds of sources of versions, the most reliable first: what the software says of itself (`stated`: a generator, a banner, a
 * header, a variable), the path of a file or the parameter of one that WordPress brings along (`path`), a parameter of another
 * address (`parameter`).
 */
export const VERSION_SOURCES = ['stated', 'path', 'parameter'] as const;
export type VersionSource = (typeof VERSION_SOURCES)[number];

/** A version that a page shows of a technology. */
export interface SeenVersion {
  /** Never ''. */
  readonly version: string;
  readonly source: VersionSource;
}

/** Versions of one technology by their sources, the most reliable first and then the longest; each version once. */
export function bySource(seen: readonly SeenVersion[]): readonly SeenVersion[] {
  const sorted = seen.toSorted(
    (a, b) =>
      VERSION_SOURCES.indexOf(a.source) - VERSION_SOURCES.indexOf(b.source) ||
      b.version.length - a.version.length,
  );
  return sorted.filter(
    ({ version }, index) => sorted.findIndex((other) => other.version === version) === index,
  );
}

/** The versions that a technology of a page has: those of its most reliable source. */
export function versionsOf(technology: {
  readonly version: string | null;
  readonly versions?: readonly SeenVersion[];
}): readonly string[] {
  const { version, versions } = technology;
  if (versions === undefined) return version === null ? [] : [version];
  return versions.flatMap((seen) => (seen.source === versions[0]?.source ? [seen.version] : []));
}
