// How saved searches stand: what they find and what happened to them last, of many in two requests.
import type { estypes } from '@elastic/elasticsearch';
import { MAX_RECENT_EVENTS, type SearchStanding } from '../../../searches/saved-searches.ts';
import { searchAll } from '../../documents.ts';
import type { SearchDocument } from '../../records/mappings.ts';
import type { EventSource } from '../history-documents.ts';
import { eventToken, tokenOf } from './definitions.ts';
import { eventOf, type EventParts, OF_EVENTS } from './events.ts';

interface Bucket {
  readonly key: string;
  readonly doc_count: number;
}

interface EventBucket extends Bucket {
  readonly recent: { readonly doc_count: number };
  readonly last: { readonly hits: { readonly hits: readonly { readonly _source?: EventSource }[] } };
}

/** @param since milliseconds since the epoch: events from then on are counted */
export async function readStandings(
  parts: EventParts,
  documents: readonly SearchDocument[],
  since: number,
): Promise<ReadonlyMap<string, SearchStanding>> {
  if (documents.length === 0) return new Map();
  const domains = await countDomains(parts, documents);
  const events = await lastEvents(parts, documents, since);
  return new Map(
    documents.map(({ search, search_body: body }): [string, SearchStanding] => [
      search,
      { last: null, recent: 0, ...events.get(search), domains: domains.get(tokenOf(body)) ?? 0 },
    ]),
  );
}

/** Numbers of domains by the tokens of searches. */
async function countDomains(
  { client, alias }: EventParts,
  documents: readonly SearchDocument[],
): Promise<ReadonlyMap<string, number>> {
  const tokens = documents
    .filter(({ search_body: { level } }) => level !== 'change')
    .map(({ search_body: body }) => tokenOf(body));
  if (tokens.length === 0) return new Map();
  const filter = [
    { term: { part: 'history' } },
    { terms: { saved: tokens } },
    { has_parent: { parent_type: 'domain', query: { term: { live: true } } } },
  ];
  const answer = await searchAll<never, { readonly saved: estypes.AggregationsTermsAggregateBase<Bucket> }>(
    client,
    {
      index: alias,
      query: { bool: { filter } },
      size: 0,
      track_total_hits: false,
      // Whatever a shard has of these is in its answer, so that the sums are exact.
      aggs: { saved: { terms: { field: 'saved', include: tokens, size: tokens.length } } },
    },
  );
  return new Map(bucketsOf(answer.aggregations?.saved).map(({ key, doc_count: count }) => [key, count]));
}

/** The newest events of searches, and how many are recent, by their names. */
async function lastEvents(
  { client, alias, numberEvents }: EventParts,
  documents: readonly SearchDocument[],
  since: number,
): Promise<ReadonlyMap<string, Pick<SearchStanding, 'last' | 'recent'>>> {
  const upTo = await numberEvents();
  const names = new Map(documents.map(({ search, search_body: body }) => [eventToken(body), search]));
  const tokens = [...names.keys()];
  const answer = await searchAll<never, { readonly of: estypes.AggregationsTermsAggregateBase<EventBucket> }>(
    client,
    {
      index: alias,
      query: {
        bool: { filter: [OF_EVENTS, { range: { told: { lte: upTo } } }, { terms: { event_of: tokens } }] },
      },
      size: 0,
      track_total_hits: false,
      aggs: {
        of: {
          terms: { field: 'event_of', include: tokens, size: tokens.length },
          aggs: {
            recent: { filter: { range: { event_at: { gte: since } } } },
            last: { top_hits: { size: 1, sort: [{ told: 'desc' }] } },
          },
        },
      },
    },
  );
  return new Map(
    bucketsOf(answer.aggregations?.of).map(({ key, recent, last }) => {
      const source = last.hits.hits[0]?._source;
      return [
        names.get(key) ?? '',
        {
          last: source === undefined ? null : eventOf(source, names),
          recent: Math.min(recent.doc_count, MAX_RECENT_EVENTS),
        },
      ];
    }),
  );
}

function bucketsOf<One>(aggregate: estypes.AggregationsTermsAggregateBase<One> | undefined): readonly One[] {
  return Array.isArray(aggregate?.buckets) ? aggregate.buckets : [];
}
