// Counts the records of changes by what they added or removed, and by their times, exactly.
import type { Client, estypes } from '@elastic/elasticsearch';
import { type ChangeFacetKind, timeStepOf } from '@sitegrep/search';
import { kindedLabel, type KindedLabel, partsOfKinded, shownLabel } from '@sitegrep/site';
import { IDEMPOTENT } from '../client.ts';
import { asStorageErrors } from '../failure.ts';
import { type Counts, countValues } from './label-counts.ts';
import type { PointInTime } from './stored-pages.ts';
import { anyOfValues } from './value-query.ts';

/** Records that are counted. */
interface ChangeWish {
  readonly query: estypes.QueryDslQueryContainer;
  readonly facet: ChangeFacetKind;
}

export async function countChanges(
  client: Client,
  point: PointInTime,
  { query, facet }: ChangeWish,
  signal: AbortSignal | undefined,
): Promise<Counts> {
  switch (facet.kind) {
    case 'causes':
      return await countValues(client, point, { query, field: 'by', prefix: '' }, signal);
    case 'times': {
      const counts = new Map<string, number>();
      for (const [day, changes] of await countDays(client, point, query, signal)) {
        const step = timeStepOf(facet.step, day);
        counts.set(step, (counts.get(step) ?? 0) + changes);
      }
      return { counts, without: 0 };
    }
    case 'changed': {
      const wish = { query, field: facet.side, prefix: kindedLabel(facet.of, '') };
      const { counts, without } = await countValues(client, point, wish, signal);
      return { counts: await countShown(client, point, { ...wish, labels: counts }, signal), without };
    }
  }
}

/** Steps of one request; a cluster allows 65,536 buckets. */
const DAYS_AT_A_TIME = 10_000;
const DAY_SECONDS = 86_400;

/** Number of records of each day, by its first second. */
async function countDays(
  client: Client,
  point: PointInTime,
  query: estypes.QueryDslQueryContainer,
  signal: AbortSignal | undefined,
): Promise<readonly (readonly [day: number, records: number])[]> {
  const days: (readonly [number, number])[] = [];
  for (let after: number | null = null; ;) {
    const answer: estypes.SearchResponse<unknown, DayAggregations> = await asStorageErrors(
      client.search<unknown, DayAggregations>(
        {
          ...point,
          query: { bool: { filter: [query] } },
          size: 0,
          track_total_hits: false,
          allow_partial_search_results: false,
          aggs: {
            days: {
              composite: {
                size: DAYS_AT_A_TIME,
                sources: [{ day: { histogram: { field: 'at', interval: DAY_SECONDS } } }],
                ...(after === null ? {} : { after: { day: after } }),
              },
            },
          },
        },
        { ...IDEMPOTENT, ...(signal === undefined ? {} : { signal }) },
      ),
    );
    const { buckets, after_key: last } = answer.aggregations?.days ?? { buckets: [] };
    for (const { key, doc_count: records } of buckets) days.push([key.day, records]);
    if (last === undefined || buckets.length < DAYS_AT_A_TIME) return days;
    after = last.day;
  }
}

interface DayAggregations {
  readonly days: {
    readonly after_key?: { readonly day: number };
    readonly buckets: readonly { readonly key: { readonly day: number }; readonly doc_count: number }[];
  };
}

interface LabelWish {
  readonly query: estypes.QueryDslQueryContainer;
  /** Side of the changes. */
  readonly field: 'added' | 'removed';
  /** Number of records with each label. */
  readonly labels: ReadonlyMap<KindedLabel, number>;
}

/** Texts of one request that several labels are shown as. */
const TEXTS_AT_A_TIME = 500;

/** Number of records by the texts that labels are shown as. A record with several labels of one text counts once. */
async function countShown(
  client: Client,
  point: PointInTime,
  { query, field, labels }: LabelWish,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, number>> {
  const byText = Map.groupBy(labels.keys(), (kinded) => {
    const { kind, label } = partsOfKinded(kinded);
    return shownLabel(kind, label);
  });
  const counts = new Map<string, number>();
  const several: (readonly [text: string, labels: readonly KindedLabel[]])[] = [];
  for (const [text, of] of byText) {
    const [only = ''] = of;
    if (of.length === 1) counts.set(text, labels.get(only) ?? 0);
    else several.push([text, of]);
  }
  for (let at = 0; at < several.length; at += TEXTS_AT_A_TIME) {
    const some = several.slice(at, at + TEXTS_AT_A_TIME);
    const filters = Object.fromEntries(some.map(([, of], number) => [number, anyOfValues(field, of)]));
    const { aggregations } = await asStorageErrors(
      client.search<unknown, { readonly texts: { readonly buckets: Buckets } }>(
        {
          ...point,
          query: { bool: { filter: [query] } },
          size: 0,
          track_total_hits: false,
          allow_partial_search_results: false,
          aggs: { texts: { filters: { filters } } },
        },
        { ...IDEMPOTENT, ...(signal === undefined ? {} : { signal }) },
      ),
    );
    for (const [number, [text]] of some.entries()) {
      counts.set(text, aggregations?.texts.buckets[number]?.doc_count ?? 0);
    }
  }
  return counts;
}

type Buckets = Readonly<Record<string, { readonly doc_count: number }>>;
