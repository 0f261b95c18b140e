// The technologies of a domain by group, with the versions that they have now, and what came and went lately.
import type { DomainDetails, LabelInterval } from '@sitegrep/client';

/** Groups in the order in which they say something of a site; further ones come behind them. */
const ORDER = [
  'content',
  'sales',
  'analytics',
  'marketing',
  'user_generated_content',
  'communication',
  'privacy',
  'media',
  'booking',
  'business_tools',
  'utilities',
  'location',
  'add_ons',
  'security',
  'servers',
  'web_development',
];

export interface ShownTechnology {
  readonly name: string;
  readonly versions: readonly string[];
  /** Time since which it is there, if it came lately; null: it was there before. */
  readonly cameAt: string | null;
}

interface TechnologyGroup {
  /** Path of the group, such as `web_development`. */
  readonly group: string;
  readonly technologies: readonly ShownTechnology[];
}

export interface Technologies {
  readonly groups: readonly TechnologyGroup[];
  /** Technologies that only follow from others. */
  readonly implied: readonly string[];
  /** Technologies that went lately, the latest first. */
  readonly gone: readonly { readonly name: string; readonly at: string }[];
}

/** A label of a version, such as `jQuery 1.10.0`, in its parts; null: it has no version. */
export function versionIn(
  value: string,
  names: ReadonlySet<string>,
): readonly [name: string, version: string] | null {
  // Names have spaces themselves.
  for (let at = value.lastIndexOf(' '); at > 0; at = value.lastIndexOf(' ', at - 1)) {
    const name = value.slice(0, at);
    if (names.has(name)) return [name, value.slice(at + 1)];
  }
  return null;
}

/** @param items intervals in which labels were there */
export function technologiesOf(
  { tech, implied_tech: implied }: Pick<DomainDetails, 'tech' | 'implied_tech'>,
  items: readonly LabelInterval[],
  isRecent: (at: string) => boolean,
): Technologies {
  const isImplied = new Set(implied);
  const labels = items.filter(({ kind }) => kind === 'tech');
  const standing = new Map(
    labels.flatMap((one) => (one.gone_at === null ? [[one.value, one] as const] : [])),
  );
  const versions = versionsOf(items, new Set(Object.values(tech).flatMap((of) => Object.values(of).flat())));
  const seen = new Set<string>();
  const groups = Object.keys(tech)
    .toSorted((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1))
    .map((group) => {
      const names = [...new Set(Object.values(tech[group] ?? {}).flat())]
        .filter((name) => !isImplied.has(name) && !seen.has(name))
        .sort((a, b) => a.localeCompare(b, 'en'));
      for (const name of names) seen.add(name);
      const technologies = names.map((name) => {
        const label = standing.get(name);
        const hasCome = label?.added_by === 'visit' && isRecent(label.first_seen);
        return { name, versions: versions.get(name) ?? [], cameAt: hasCome ? label.first_seen : null };
      });
      return { group, technologies };
    })
    .filter(({ technologies }) => technologies.length > 0);
  const gone = labels
    .flatMap(({ value: name, gone_at: at, removed_by: by }) =>
      at !== null && by === 'visit' && isRecent(at) && !standing.has(name) ? [{ name, at }] : [],
    )
    .sort((a, b) => (a.at < b.at ? 1 : -1));
  return { groups, implied, gone };
}

function rankOf(group: string): number {
  if (group === 'other') return ORDER.length + 1;
  const at = ORDER.indexOf(group);
  return at === -1 ? ORDER.length : at;
}

/** Versions that are there now, by the names of their technologies. */
function versionsOf(
  items: readonly LabelInterval[],
  names: ReadonlySet<string>,
): ReadonlyMap<string, readonly string[]> {
  const versions = new Map<string, string[]>();
  for (const { kind, value, gone_at: gone } of items) {
    if (kind !== 'tech_version' || gone !== null) continue;
    const read = versionIn(value, names);
    if (read !== null) versions.set(read[0], [...(versions.get(read[0]) ?? []), read[1]]);
  }
  return versions;
}

/** The name of a group or category as people write it: `Web development`. */
export function groupName(path: string): string {
  const words = path.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
