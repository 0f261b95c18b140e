// Conditions on versions: which labels of an index fulfil them.
import type { Client, estypes } from '@elastic/elasticsearch';
import { partsOf, VERSION_LABELS, versionsIn, type Condition, type Expression } from '@sitegrep/search';
import { versionLabel } from '@sitegrep/site';
import { countLabels } from './label-counts.ts';
import type { PointInTime } from './stored-pages.ts';

/** The labels that fulfil each condition on versions, by `rangeKey`. */
export type VersionLabels = ReadonlyMap<string, readonly string[]>;

export const NO_VERSIONS: VersionLabels = new Map();

type VersionRange = Pick<Extract<Condition, { readonly kind: 'versions' }>, 'field' | 'of' | 'range'>;

export function rangeKey({ field, of, range }: VersionRange): string {
  return JSON.stringify([field, of, range]);
}

/** The conditions on versions in some expressions. */
export function versionRanges(wheres: readonly Expression[]): readonly VersionRange[] {
  const ranges = wheres
    .flatMap((where) => [...partsOf(where)])
    .flatMap((part) =>
      part.kind === 'condition' && part.condition.kind === 'versions' ? [part.condition] : [],
    );
  return [...new Map(ranges.map((range) => [rangeKey(range), range])).values()];
}

/** Finds the labels of all conditions on versions; asks nothing if there is none. */
export async function readVersionLabels(
  client: Client,
  point: PointInTime,
  wheres: readonly Expression[],
  signal: AbortSignal | undefined,
): Promise<VersionLabels> {
  const found = new Map<string, readonly string[]>();
  for (const range of versionRanges(wheres)) {
    const prefix = versionLabel(range.of, '');
    const { counts } = await countLabels(
      client,
      point,
      { query: LIVE, kind: VERSION_LABELS[range.field], prefix },
      signal,
    );
    const versions = versionsIn(
      range.range,
      Array.from(counts.keys(), (label) => label.slice(prefix.length)),
    );
    found.set(
      rangeKey(range),
      versions.map((version) => versionLabel(range.of, version)),
    );
  }
  return found;
}

const LIVE: estypes.QueryDslQueryContainer = { term: { live: true } };
