// Conditions on versions: which labels of an index fulfil them.
import type { Client, estypes } from '@elastic/elasticsearch';
import { partsOf, versionsIn, type Expression } from '@sitegrep/search';
import { versionLabel } from '@sitegrep/site';
import { countLabels } from './label-counts.ts';
import type { PointInTime } from './stored-pages.ts';

/** The labels that fulfil each condition on versions, by `rangeKey`. */
export type VersionLabels = ReadonlyMap<string, readonly string[]>;

export const NO_VERSIONS: VersionLabels = new Map();

interface VersionRange {
  readonly technology: string;
  readonly range: string;
}

export function rangeKey({ technology, range }: VersionRange): string {
  return versionLabel(technology, range);
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
    const prefix = versionLabel(range.technology, '');
    const { counts } = await countLabels(
      client,
      point,
      { query: LIVE, kind: 'technology_version', prefix },
      signal,
    );
    const versions = versionsIn(
      range.range,
      Array.from(counts.keys(), (label) => label.slice(prefix.length)),
    );
    found.set(
      rangeKey(range),
      versions.map((version) => versionLabel(range.technology, version)),
    );
  }
  return found;
}

const LIVE: estypes.QueryDslQueryContainer = { term: { live: true } };
