// Counts documents by groups of hosts of third parties, exactly: the labels of each group are listed, and the documents with any of
// them are counted by a filter.
import type { Client, estypes } from '@elastic/elasticsearch';
import { type HostGroup, hostGrouping } from '@sitegrep/search';
import { HOST_KINDS, hostOfLabel } from '@sitegrep/site';
import { IDEMPOTENT } from '../client.ts';
import { asStorageErrors } from '../failure.ts';
import { countLabels, type Counts, labelPath } from './label-counts.ts';
import type { PointInTime } from './stored-pages.ts';

interface GroupWish {
  readonly query: estypes.QueryDslQueryContainer;
  readonly groups: readonly HostGroup[];
}

/** Labels in one `terms`; a cluster allows 65,536. */
const LABELS_IN_A_FILTER = 50_000;

type Buckets = Readonly<Record<string, { readonly doc_count: number }>>;

export async function countHostGroups(
  client: Client,
  point: PointInTime,
  { query, groups }: GroupWish,
  signal: AbortSignal | undefined,
): Promise<Counts> {
  const { counts } = await countLabels(client, point, { query, kind: 'host', prefix: '' }, signal);
  const labelsOf = labelsByGroup(counts.keys(), groups);
  const filters = Object.fromEntries(labelsOf.map((labels, index) => [String(index), havingAny(labels)]));
  const { aggregations } = await asStorageErrors(
    client.search<unknown, { readonly groups: { readonly buckets: Buckets } }>(
      {
        ...point,
        query: { bool: { filter: [query] } },
        size: 0,
        track_total_hits: false,
        allow_partial_search_results: false,
        aggs: {
          groups: {
            filters: {
              filters: {
                ...filters,
                without: { bool: { must_not: [havingAny([...new Set(labelsOf.flat())])] } },
              },
            },
          },
        },
      },
      { ...IDEMPOTENT, ...(signal === undefined ? {} : { signal }) },
    ),
  );
  const buckets = aggregations?.groups.buckets ?? {};
  const found = groups.map(({ name }, index) => [name, buckets[index]?.doc_count ?? 0] as const);
  return {
    counts: new Map(found.filter(([, documents]) => documents > 0)),
    without: buckets['without']?.doc_count ?? 0,
  };
}

/** The labels of hosts of third parties that are not only linked to, by their groups. */
function labelsByGroup(
  labels: Iterable<string>,
  groups: readonly HostGroup[],
): readonly (readonly string[])[] {
  const groupsOf = hostGrouping(groups);
  const found = groups.map((): string[] => []);
  for (const label of labels) {
    const { host, kinds, isThirdParty } = hostOfLabel(label);
    if (!isThirdParty || kinds === HOST_KINDS.link) continue;
    for (const index of groupsOf(host)) found[index]?.push(label);
  }
  return found;
}

function havingAny(labels: readonly string[]): estypes.QueryDslQueryContainer {
  const should = Array.from({ length: Math.ceil(labels.length / LABELS_IN_A_FILTER) }, (_, part) => ({
    terms: { [labelPath('host')]: labels.slice(part * LABELS_IN_A_FILTER, (part + 1) * LABELS_IN_A_FILTER) },
  }));
  return should.length === 0 ? { match_none: {} } : { bool: { should, minimum_should_match: 1 } };
}
