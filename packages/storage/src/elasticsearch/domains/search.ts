import type { Client } from '@elastic/elasticsearch';
import type { Query } from '@sitegrep/search';
import { ORDER_FIELDS } from '@sitegrep/site';
import type { DomainHit, SearchPage } from '../../domains.ts';
import { SearchAborted } from '../../errors.ts';
import { IDEMPOTENT } from '../client.ts';
import { sourceOf, totalOf } from '../documents.ts';
import { asStorageErrors } from '../failure.ts';
import { atPointInTime, type MatchFinder, type PointInTime } from './match-finder.ts';
import { conditionFor, cursorValues, searchAfter, sortOf } from './query.ts';
import { parseFacts, type DomainSource } from './stored.ts';

/** Client, index and match finder of a search. */
export interface SearchParts {
  readonly client: Client;
  readonly alias: string;
  readonly finder: MatchFinder;
}

/** Hits whose facts are parsed before other tasks get the event loop: about one millisecond of work. */
const HITS_AT_A_TIME = 100;

/**
 * Elasticsearch appends a sort rule of its own to a search at a point in time, the position within the shard. The domain is
 * sorted before it, so the rule never decides, and the largest position continues after the last hit.
 */
const MAX_SHARD_POSITION = Number.MAX_SAFE_INTEGER;

export async function search(
  { client, alias, finder }: SearchParts,
  query: Query,
  signal: AbortSignal | undefined,
): Promise<SearchPage> {
  if (signal?.aborted === true) throw new SearchAborted('the search was aborted');
  const { snippets } = query;
  if (snippets === undefined) return (await searchIn(client, { index: alias }, query, signal)).page;
  return await atPointInTime(client, alias, signal, async (point) => {
    const { page, sources } = await searchIn(client, point, query, signal);
    const matches = await finder.find(point, sources, snippets, signal);
    return { ...page, hits: page.hits.map((hit, index) => ({ ...hit, matches: matches[index] ?? [] })) };
  });
}

/** A page of hits, and the `_source` of each. */
async function searchIn(
  client: Client,
  where: { readonly index: string } | PointInTime,
  query: Query,
  signal: AbortSignal | undefined,
): Promise<{ readonly page: SearchPage; readonly sources: readonly DomainSource[] }> {
  const { order, limit, from } = query;
  const offset = from.kind === 'offset' ? from.offset : from.cursor.offset;
  const condition = conditionFor(query);
  if (condition === null) return { page: { total: 0, offset, hits: [], next: null }, sources: [] };
  const isPoint = 'pit' in where;
  const answer = await asStorageErrors(
    client.search<DomainSource>(
      {
        ...where,
        query: { bool: { filter: [condition] } },
        sort: [...sortOf(order), ...(isPoint ? [{ _shard_doc: 'asc' as const }] : [])],
        size: limit + 1,
        ...(from.kind === 'offset'
          ? { from: offset }
          : { search_after: [...searchAfter(order, from.cursor), ...(isPoint ? [MAX_SHARD_POSITION] : [])] }),
        track_total_hits: true,
        allow_partial_search_results: false,
        _source: ['facts', ...ORDER_FIELDS, ...(isPoint ? ['compressed_bytes'] : [])],
      },
      { ...IDEMPOTENT, ...(signal === undefined ? {} : { signal }) },
    ),
  );
  const sources = answer.hits.hits.slice(0, limit).map(sourceOf);
  const last = sources.at(-1);
  const hasMore = answer.hits.hits.length > limit && last !== undefined;
  const page = {
    total: totalOf(answer),
    offset,
    hits: await unpackHits(sources),
    next: hasMore ? { values: cursorValues(order, last), offset: offset + sources.length } : null,
  };
  return { page, sources };
}

/** Parsing ten thousand hits at once would block the event loop for a tenth of a second. */
async function unpackHits(sources: readonly DomainSource[]): Promise<readonly DomainHit[]> {
  const hits: DomainHit[] = [];
  for (const { domain, domain_rank: rank, facts } of sources) {
    if (hits.length > 0 && hits.length % HITS_AT_A_TIME === 0) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    hits.push({ domain, rank, facts: parseFacts(facts) });
  }
  return hits;
}
