// Reads parts of known documents at a point in time.
import type { Client, estypes } from '@elastic/elasticsearch';
import { StorageCorrupt } from '../../errors.ts';
import { IDEMPOTENT } from '../client.ts';
import { sourceOf } from '../documents.ts';
import { asStorageErrors } from '../failure.ts';
import { rankId } from './ranks.ts';
import { type DomainSource, pastsIn, type Ranked, storedValue } from './stored.ts';
import type { StoredTexts } from './versions/stored-texts.ts';

/** Search parameter that replaces `index`: the state of an index at one moment. */
export interface PointInTime {
  readonly pit: estypes.SearchPointInTimeReference;
}

/** Time that a state outlives the last search that used it, unless it is closed. */
const KEEP_ALIVE = '1m';

/** Maximum wait for a cluster that does not answer, in milliseconds. */
const MAX_CLOSE_MS = 1_000;

/** A state of the index that the cluster keeps until it is released. */
export interface HeldPoint {
  readonly point: PointInTime;
  release(): Promise<void>;
}

/** Holds the index as it is now. */
export async function holdPoint(
  client: Client,
  alias: string,
  signal: AbortSignal | undefined,
): Promise<HeldPoint> {
  const { id } = await asStorageErrors(
    client.openPointInTime(
      { index: alias, keep_alive: KEEP_ALIVE, allow_partial_search_results: false },
      { ...IDEMPOTENT, ...(signal === undefined ? {} : { signal }) },
    ),
  );
  return {
    point: { pit: { id, keep_alive: KEEP_ALIVE } },
    async release() {
      // The cluster closes the state by itself later, should this fail.
      await Promise.allSettled([client.closePointInTime({ id }, { requestTimeout: MAX_CLOSE_MS })]);
    },
  };
}

/** Runs searches that all see the index as it is now. */
export async function atPointInTime<Value>(
  client: Client,
  alias: string,
  signal: AbortSignal | undefined,
  work: (point: PointInTime) => Promise<Value>,
): Promise<Value> {
  const held = await holdPoint(client, alias, signal);
  try {
    return await work(held.point);
  } finally {
    await held.release();
  }
}

/** Maximum number of documents of one request. */
const DOMAINS_AT_A_TIME = 100;

/** Parts of a list whose pages can be read together. @param maxBytes size of all of them, if there is more than one */
export function* batches<Document>(
  documents: Iterable<Document>,
  bytesOf: (document: Document) => number,
  maxBytes: number,
): Generator<readonly Document[]> {
  let batch: Document[] = [];
  let bytes = 0;
  for (const document of documents) {
    const size = bytesOf(document);
    if (batch.length === DOMAINS_AT_A_TIME || (batch.length > 0 && bytes + size > maxBytes)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(document);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

/**
 * The stored texts of each document.
 *
 * @param documents those `withVersions` with the texts of their versions
 * @throws StorageCorrupt if one has no pages
 */
export async function readTexts(
  client: Client,
  point: PointInTime,
  documents: readonly { readonly domain: string; readonly withVersions: boolean }[],
  signal: AbortSignal | undefined,
): Promise<readonly StoredTexts[]> {
  if (documents.length === 0) return [];
  const fields = documents.some(({ withVersions }) => withVersions) ? ['pages', 'pasts'] : ['pages'];
  const domains = [...new Set(documents.map(({ domain }) => domain))];
  const hits = await readHits(
    client,
    point,
    { domains, request: { _source: false, stored_fields: fields } },
    signal,
  );
  return documents.map(({ domain, withVersions }) => {
    const stored = hits.get(domain)?.fields;
    const pages = storedValue(stored, 'pages');
    if (typeof pages !== 'string') throw incomplete(domain);
    return { pages, pasts: withVersions ? pastsIn(stored) : null };
  });
}

/** The texts of full text of each domain, Base64. Domains may be repeated. @throws StorageCorrupt if one has none */
export async function readSaidTexts(
  client: Client,
  point: PointInTime,
  domains: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  if (domains.length === 0) return [];
  const request = { _source: false, stored_fields: ['said_texts'] };
  const hits = await readHits(client, point, { domains: [...new Set(domains)], request }, signal);
  return domains.map((domain) => {
    const stored = storedValue(hits.get(domain)?.fields, 'said_texts');
    if (typeof stored !== 'string') throw incomplete(domain);
    return stored;
  });
}

/** Number of documents of which fields are read together. */
const SOURCES_AT_A_TIME = 1_000;

/** Some fields of each domain. @throws StorageCorrupt if one has no document */
export async function readFields<Field extends keyof DomainSource>(
  client: Client,
  point: PointInTime,
  wish: FieldsWish<Field>,
  signal: AbortSignal | undefined,
): Promise<readonly Pick<DomainSource, Field>[]> {
  const found = await readSomeFields(client, point, wish, signal);
  return wish.domains.map((domain) => {
    const fields = found.get(domain);
    if (fields === undefined) throw incomplete(domain);
    return fields;
  });
}

interface FieldsWish<Field extends keyof DomainSource> {
  readonly domains: readonly string[];
  readonly fields: readonly Field[];
}

/** Some fields of those domains that have a document; one without pages may lack some of them. */
export async function readSomeFields<Field extends keyof DomainSource>(
  client: Client,
  point: PointInTime,
  { domains, fields }: FieldsWish<Field>,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, Pick<DomainSource, Field>>> {
  const found = new Map<string, Pick<DomainSource, Field>>();
  for (let at = 0; at < domains.length; at += SOURCES_AT_A_TIME) {
    const some = domains.slice(at, at + SOURCES_AT_A_TIME);
    const hits = await readHits(client, point, { domains: some, request: { _source: [...fields] } }, signal);
    for (const domain of some) {
      const hit = hits.get(domain);
      if (hit !== undefined) found.set(domain, sourceOf(hit));
    }
  }
  return found;
}

/** Some fields of each domain, and its rank. */
export async function readSources<Field extends keyof DomainSource>(
  client: Client,
  point: PointInTime,
  wish: { readonly domains: readonly string[]; readonly fields: readonly Field[] },
  signal: AbortSignal | undefined,
): Promise<readonly (Pick<DomainSource, Field> & Ranked)[]> {
  const [sources, rankOf] = await Promise.all([
    readFields(client, point, wish, signal),
    readRanksAt(client, point, wish.domains, signal),
  ]);
  return sources.map((source, index) => ({ ...source, rank: rankOf(wish.domains[index] ?? '') }));
}

/** The rank of each domain at a point in time; 0 where none is known. */
export async function readRanksAt(
  client: Client,
  point: PointInTime,
  domains: readonly string[],
  signal: AbortSignal | undefined,
): Promise<(domain: string) => number> {
  const ranks = new Map<unknown, number>();
  for (let at = 0; at < domains.length; at += RANKS_AT_A_TIME) {
    const some = domains.slice(at, at + RANKS_AT_A_TIME);
    // Nothing is read of the documents themselves.
    const request = { stored_fields: '_none_', docvalue_fields: ['domain', 'rank'] };
    for (const { fields } of await hitsOf(client, point, { ids: some.map(rankId), request }, signal)) {
      const [domain, rank] = [fields?.['domain'], fields?.['rank']].map((values: unknown): unknown =>
        Array.isArray(values) ? values[0] : null,
      );
      ranks.set(domain, Number(rank));
    }
  }
  return (domain) => ranks.get(domain) ?? 0;
}

/** Number of ranks that are read together. */
const RANKS_AT_A_TIME = 5_000;

async function readHits(
  client: Client,
  point: PointInTime,
  { domains, request }: { readonly domains: readonly string[]; readonly request: estypes.SearchRequest },
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string | undefined, estypes.SearchHit<DomainSource>>> {
  const hits = await hitsOf(client, point, { ids: domains, request }, signal);
  return new Map(hits.map((hit) => [hit._id, hit]));
}

async function hitsOf(
  client: Client,
  point: PointInTime,
  { ids, request }: { readonly ids: readonly string[]; readonly request: estypes.SearchRequest },
  signal: AbortSignal | undefined,
): Promise<readonly estypes.SearchHit<DomainSource>[]> {
  const { hits } = await asStorageErrors(
    client.search<DomainSource>(
      {
        ...point,
        ...request,
        query: { ids: { values: [...ids] } },
        sort: ['_doc'],
        size: ids.length,
        track_total_hits: false,
        allow_partial_search_results: false,
      },
      { ...IDEMPOTENT, ...(signal === undefined ? {} : { signal }) },
    ),
  );
  return hits.hits;
}

export function incomplete(domain: string): StorageCorrupt {
  return new StorageCorrupt(
    `the document of ${domain} in Elasticsearch does not match its own pages: crawl it again`,
  );
}
