import type { estypes } from '@elastic/elasticsearch';
import { type Expression, type OrderRule, partsOf, type Query, type StartPosition } from '@sitegrep/search';
import { ORDER_FIELDS } from '@sitegrep/site';
import type { Walk } from '../../walk.ts';
import { readsHits, wishOf } from '@sitegrep/texts';
import { compareValues, isAfter, startOf } from '../../result-order.ts';
import { IDEMPOTENT } from '../client.ts';
import { sourceOf, totalOf } from '../documents.ts';
import { asStorageErrors } from '../failure.ts';
import type { FoundInOrder } from './ahead.ts';
import { FirstInOrder } from '../../first-in-order.ts';
import {
  type Found,
  type FoundItems,
  type SearchParts,
  type ShownSource,
  type SortedDomain,
  type Task,
  verified,
  withinTime,
} from './found-items.ts';
import { isOfIndex } from './page-shares.ts';
import { cursorValues, MAX_SHARD_POSITION, queryFor, searchAfter, sortedValues, sortOf } from './query.ts';
import { rankedBy, rankOfHit, readRanksOf } from './ranks.ts';
import { type DomainSource, unpackHits } from './stored.ts';
import { type PointInTime, readFields, readRanksAt, readSources } from './stored-pages.ts';
import { needsResolving, resolve } from './resolve.ts';
import { NOTHING_RESOLVED, type Resolved } from './resolved.ts';

/** Domains that match. Where the index decides it sorts, too. */
export const FOUND_DOMAINS: FoundItems<'domain'> = {
  atOnce(parts, query, { signal }) {
    const { where, facets } = query;
    const isOneRequest =
      isOfIndex(where) && !readsHits(query) && facets === undefined && !needsResolving(where);
    return isOneRequest ? hitsOfIndex(parts, query, signal) : null;
  },
  async find(task) {
    const { parts, point, query, options } = task;
    const { where, level, limit } = query;
    if (!isOfIndex(where)) return await sortedHere(task, limit);
    const resolved = await resolve(parts.client, point, { where }, options.signal);
    const found = await withSources(parts, point, query, resolved, options.signal);
    return {
      ...found,
      documents: () => ({
        queries: [queryFor(where, resolved)],
        matches: () => parts.verifier.matching(point, { where, level, fields: [], captures: [] }, options),
      }),
    };
  },
  async findAhead(task, walk) {
    const { parts, point, query, options } = task;
    if (!isOfIndex(query.where)) return await sortedHere(task, MAX_AHEAD);
    const resolved = await resolve(parts.client, point, { where: query.where }, options.signal);
    // The first part tells the number of shards; most searches need no other one.
    const shards = shardsOf.get(walk);
    const ahead = shards === undefined ? 0 : Math.max(MIN_AHEAD, Math.floor(MAX_OF_SHARDS / shards));
    const count = Math.max(query.limit, Math.min(MAX_AHEAD, ahead));
    const { shards: searched, ...found } = await sortedByIndex(task, resolved, count);
    shardsOf.set(walk, searched);
    return found;
  },
  valuesOf: ({ values }) => values,
  async show(task, items) {
    const { parts, point, query } = task;
    const sources = await sourcesOf(task, items);
    const hits = await unpackHits(sources);
    if (!readsHits(query)) return hits;
    const read = await parts.sources.ofDomains(point, sources, wishOf(query), withinTime(task));
    return hits.map((hit, index) => ({ ...hit, ...read[index] }));
  },
};

/** Facts and ranks of items. */
async function sourcesOf(
  { parts: { client }, point, query: { order }, options: { signal } }: Task<'domain'>,
  items: readonly SortedDomain[],
): Promise<readonly ShownSource[]> {
  const known = items.flatMap(({ source }) => source ?? []);
  if (known.length === items.length) return known;
  const domains = items.map(({ domain }) => domain);
  const wish = { domains, fields: ['domain', 'facts', 'compressed_bytes'] as const };
  const rankAt = order.findIndex(({ field }) => field === 'rank');
  if (rankAt < 0) return await readSources(client, point, wish, signal);
  const sources = await readFields(client, point, wish, signal);
  return sources.map((source, index) => ({ ...source, rank: Number(items[index]?.values[rankAt] ?? 0) }));
}

/** Up to `limit` domains from the position of a query on, where sources decide: the index cannot sort them. */
async function sortedHere(task: Task<'domain'>, limit: number): Promise<Found<SortedDomain>> {
  const { order, from } = task.query;
  const { skip, last } = startOf(from);
  const compare = compareValues(order);
  const first = new FirstInOrder<SortedDomain>((a, b) => compare(a.values, b.values), skip + limit + 1);
  const { matching, documents } = verified(
    task,
    order.map(({ field }) => field),
  );
  let total = 0;
  for await (const { document } of matching) {
    total++;
    const values = order.map(({ field }) => document.values.get(field) ?? null);
    if (isAfter(order, values, last)) first.add({ domain: document.domain, values });
  }
  const found = first.sorted().slice(skip);
  return { total, items: found.slice(0, limit), isCut: found.length > limit, documents };
}

async function hitsOfIndex(
  parts: SearchParts,
  query: Query<'domain'>,
  signal: AbortSignal | undefined,
): Promise<FoundInOrder<SortedDomain> & { readonly hits: Awaited<ReturnType<typeof unpackHits>> }> {
  const found = await withSources(parts, { index: parts.alias }, query, NOTHING_RESOLVED, signal);
  return { ...found, hits: await unpackHits(found.items.map(({ source }) => source)) };
}

/** Domains with their sources, where the index decides. */
async function withSources(
  { client }: SearchParts,
  where: { readonly index: string } | PointInTime,
  { where: wanted, order, limit, from }: Query<'domain'>,
  resolved: Resolved,
  signal: AbortSignal | undefined,
): Promise<FoundInOrder<SortedDomain & { readonly source: ShownSource }>> {
  const isPoint = 'pit' in where;
  const found = queryFor(wanted, resolved);
  const isJoined = isRanked(order) || namesRank(wanted);
  const answer = await asStorageErrors(
    client.search<DomainSource>(
      {
        ...where,
        query: isJoined ? rankedBy(found) : unranked(found),
        ...inOrder(order, from, isPoint),
        track_scores: isJoined,
        size: limit + 1,
        track_total_hits: true,
        allow_partial_search_results: false,
        _source: ['facts', ...ORDER_FIELDS, ...(isPoint ? ['compressed_bytes'] : [])],
      },
      { ...IDEMPOTENT, ...(signal === undefined ? {} : { signal }) },
    ),
  );
  const { hits } = answer.hits;
  const shown = hits.slice(0, limit);
  const domains = isJoined ? [] : shown.map((hit) => sourceOf(hit).domain);
  const rankOf = isPoint
    ? await readRanksAt(client, where, domains, signal)
    : await readRanksOf(client, where.index, domains, signal);
  const items = shown.map((hit) => {
    const own = sourceOf(hit);
    const source = { ...own, rank: isJoined ? rankOfHit(hit) : rankOf(own.domain) };
    return { domain: own.domain, values: cursorValues(order, source), source };
  });
  return { total: totalOf(answer), items, isCut: hits.length > limit };
}

function isRanked(order: readonly OrderRule[]): boolean {
  return order.some(({ field }) => field === 'rank');
}

/** Tells whether an expression has a condition on ranks: the ranks that are shown are then read with what it finds. */
function namesRank(where: Expression): boolean {
  return [...partsOf(where)].some((part) => part.kind === 'condition' && part.condition.field === 'rank');
}

/** A query that joins no ranks and scores nothing. */
function unranked(query: estypes.QueryDslQueryContainer): { bool: estypes.QueryDslBoolQuery } {
  return { bool: { filter: [query] } };
}

/** Items that a walk finds in one go, at most; each shard gives as many to one node, which sorts them. */
const MAX_AHEAD = 20_000;
const MAX_OF_SHARDS = 100_000;
const MIN_AHEAD = 1_000;

/** Number of shards that the searches of a walk ask. */
const shardsOf = new WeakMap<Walk, number>();

/** Up to `count` domains from the position of a query on, where the index decides and sorts. Reads no document. */
async function sortedByIndex(
  { parts, point, query: { where, order, from }, options: { signal } }: Task<'domain'>,
  resolved: Resolved,
  count: number,
): Promise<FoundInOrder<SortedDomain> & { readonly shards: number }> {
  const found = queryFor(where, resolved);
  const answer = await asStorageErrors(
    parts.client.search(
      {
        ...point,
        query: isRanked(order) ? rankedBy(found) : unranked(found),
        ...inOrder(order, from, true),
        size: count + 1,
        track_total_hits: true,
        allow_partial_search_results: false,
        stored_fields: '_none_',
      },
      { ...IDEMPOTENT, ...(signal === undefined ? {} : { signal }) },
    ),
  );
  const { hits } = answer.hits;
  const domainAt = order.findIndex(({ field }) => field === 'domain');
  const items = hits.slice(0, count).map(({ sort = [] }) => {
    const values = sortedValues(order, sort);
    return { domain: String(values[domainAt]), values };
  });
  return { total: totalOf(answer), items, isCut: hits.length > count, shards: answer._shards.total };
}

/** Parameters of a search that starts at a position of an order. */
function inOrder(
  order: readonly OrderRule[],
  from: StartPosition,
  isPoint: boolean,
): Pick<estypes.SearchRequest, 'sort' | 'from' | 'search_after'> {
  return {
    sort: [...sortOf(order), ...(isPoint ? [{ _shard_doc: 'asc' as const }] : [])],
    ...(from.kind === 'offset'
      ? { from: from.offset }
      : {
          search_after: [...searchAfter(order, from.cursor.values), ...(isPoint ? [MAX_SHARD_POSITION] : [])],
        }),
  };
}
