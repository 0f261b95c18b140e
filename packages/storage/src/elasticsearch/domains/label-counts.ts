// Counts the documents of each label by aggregations, exactly.
import type { Client, estypes } from '@elastic/elasticsearch';
import { LABELS, type Label } from '@sitegrep/site';
import { IDEMPOTENT } from '../client.ts';
import { asStorageErrors } from '../failure.ts';
import type { PointInTime } from './stored-pages.ts';

export interface CountWish {
  readonly query: estypes.QueryDslQueryContainer;
  readonly kind: Label;
  /** Text that the labels begin with, and none are equal to; empty: all labels. */
  readonly prefix: string;
}

export interface Counts {
  /** Number of documents of each label. */
  readonly counts: ReadonlyMap<string, number>;
  /** Documents without any. */
  readonly without: number;
}

/** Labels that are counted in one request; a cluster allows 65,536. */
const LABELS_AT_A_TIME = 50_000;

/** Path of a kind of labels in the mapping. */
export function labelPath(kind: Label): string {
  return `labels.${kind}`;
}

/** Properties of the mapping for labels. */
export function labelProperties(): Readonly<Record<Label, estypes.MappingProperty>> {
  const properties: Partial<Record<Label, estypes.MappingProperty>> = {};
  for (const kind of LABELS) properties[kind] = { type: 'keyword' };
  // Each kind has one.
  return properties as Readonly<Record<Label, estypes.MappingProperty>>;
}

/** Counts the labels of a kind. */
export function countLabels(
  client: Client,
  point: PointInTime,
  { kind, ...wish }: CountWish,
  signal: AbortSignal | undefined,
): Promise<Counts> {
  return countValues(client, point, { ...wish, field: labelPath(kind) }, signal);
}

/** Counts the values of a keyword field, walking them in their order: no other aggregation is exact for any number of them. */
export async function countValues(
  client: Client,
  point: PointInTime,
  { query, field, prefix }: Omit<CountWish, 'kind'> & { readonly field: string },
  signal: AbortSignal | undefined,
): Promise<Counts> {
  const counts = new Map<string, number>();
  const has: estypes.QueryDslQueryContainer =
    prefix === '' ? { exists: { field } } : { prefix: { [field]: { value: prefix } } };
  let without = 0;
  for (let after: string | null = null; ;) {
    // The first label that is counted; those of a prefix stand together.
    const start: string | null = after ?? (prefix === '' ? null : before(prefix));
    const answer: estypes.SearchResponse<unknown, LabelAggregations> = await asStorageErrors(
      client.search<unknown, LabelAggregations>(
        {
          ...point,
          query: { bool: { filter: [query] } },
          size: 0,
          track_total_hits: false,
          allow_partial_search_results: false,
          aggs: {
            labels: {
              composite: {
                size: LABELS_AT_A_TIME,
                sources: [{ label: { terms: { field } } }],
                ...(start === null ? {} : { after: { label: start } }),
              },
            },
            without: { filter: { bool: { must_not: [has] } } },
          },
        },
        { ...IDEMPOTENT, ...(signal === undefined ? {} : { signal }) },
      ),
    );
    const { aggregations } = answer;
    if (aggregations === undefined) throw new TypeError('an answer to aggregations has none');
    without = aggregations.without.doc_count;
    const { buckets, after_key: last } = aggregations.labels;
    for (const { key, doc_count: documents } of buckets) {
      if (key.label.startsWith(prefix)) counts.set(key.label, documents);
    }
    const isPast = buckets.at(-1)?.key.label.startsWith(prefix) === false;
    if (last === undefined || isPast || buckets.length < LABELS_AT_A_TIME) return { counts, without };
    after = last.label;
  }
}

interface LabelAggregations {
  readonly labels: {
    readonly after_key?: { readonly label: string };
    readonly buckets: readonly { readonly key: { readonly label: string }; readonly doc_count: number }[];
  };
  readonly without: { readonly doc_count: number };
}

/** A text before all that begin with a prefix. */
function before(prefix: string): string {
  return prefix.slice(0, -1);
}
