import type { Client, estypes } from '@elastic/elasticsearch';
import type { Sought } from '@sitegrep/search';
import type { SourceMatch } from '../../domains.ts';
import { SearchAborted, StorageCorrupt } from '../../errors.ts';
import { Thread } from '../../thread/thread.ts';
import { IDEMPOTENT } from '../client.ts';
import { asStorageErrors } from '../failure.ts';
import type { matchesIn } from './pack.ts';
import { storedPages } from './stored.ts';

/** A hit whose pages are searched for matches. */
interface FoundDomain {
  readonly domain: string;
  readonly compressed_bytes: number;
}

export interface MatchFinder {
  /**
   * Finds the matches of each domain in its pages as they are at a point in time.
   *
   * @throws SearchAborted, StorageBusy, StorageUnavailable; StorageCorrupt if the pages of a domain lack a match
   */
  find(
    point: PointInTime,
    domains: readonly FoundDomain[],
    sought: readonly Sought[],
    signal: AbortSignal | undefined,
  ): Promise<readonly (readonly SourceMatch[])[]>;
  close(): Promise<void>;
}

/** Bounds of one request: maximum number of documents, and maximum size of all of them if there is more than one. */
const DOMAINS_AT_A_TIME = 100;
const BYTES_AT_A_TIME = 4 << 20;

/** Maximum number of documents queued for the thread; each search has one there at a time. */
const MAX_QUEUED = 1_000;

/** Creates a match finder. Its thread starts with the first search that needs it. */
export function createMatchFinder(client: Client): MatchFinder {
  const thread = Thread.idle<{ readonly matchesIn: typeof matchesIn }>({
    name: 'match finder',
    entry: new URL('./pages-thread.ts', import.meta.url),
    workerData: null,
    maxPending: MAX_QUEUED,
  });
  return {
    async find(point, domains, sought, signal) {
      const found: (readonly SourceMatch[])[] = [];
      for (const batch of batches(domains)) {
        const pages = await readPages(client, point, batch, signal);
        for (const domain of batch) {
          if (signal?.aborted === true) throw new SearchAborted('the search was aborted');
          const stored = pages.get(domain);
          if (stored === undefined) throw incomplete(domain);
          const matches = await thread.call('matchesIn', { domain, pages: stored, sought });
          if (matches.length < sought.length) throw incomplete(domain);
          found.push(matches);
        }
      }
      return found;
    },
    close: () => thread.close(),
  };
}

function incomplete(domain: string): StorageCorrupt {
  return new StorageCorrupt(
    `the document of ${domain} in Elasticsearch does not match its own pages: crawl it again`,
  );
}

function* batches(domains: readonly FoundDomain[]): Generator<readonly string[]> {
  let batch: string[] = [];
  let bytes = 0;
  for (const { domain, compressed_bytes: size } of domains) {
    if (batch.length === DOMAINS_AT_A_TIME || (batch.length > 0 && bytes + size > BYTES_AT_A_TIME)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(domain);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

/** The stored field `pages` of each domain. */
async function readPages(
  client: Client,
  point: PointInTime,
  domains: readonly string[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, string>> {
  const { hits } = await asStorageErrors(
    client.search(
      {
        ...point,
        query: { ids: { values: [...domains] } },
        size: domains.length,
        track_total_hits: false,
        allow_partial_search_results: false,
        _source: false,
        stored_fields: ['pages'],
      },
      { ...IDEMPOTENT, ...(signal === undefined ? {} : { signal }) },
    ),
  );
  const pages = new Map<string, string>();
  for (const { _id: id, fields } of hits.hits) {
    const stored = storedPages(fields);
    if (id !== undefined && typeof stored === 'string') pages.set(id, stored);
  }
  return pages;
}

/** Search parameter that replaces `index`: the state of an index at one moment. */
export interface PointInTime {
  readonly pit: estypes.SearchPointInTimeReference;
}

/** Time that a state outlives the last search that used it, unless it is closed. */
const KEEP_ALIVE = '1m';

/** Maximum wait for a cluster that does not answer, in milliseconds. */
const MAX_CLOSE_MS = 1_000;

/** Runs searches that all see the index as it is now. The cluster keeps that state until `work` ends. */
export async function atPointInTime<Value>(
  client: Client,
  alias: string,
  signal: AbortSignal | undefined,
  work: (point: PointInTime) => Promise<Value>,
): Promise<Value> {
  const { id } = await asStorageErrors(
    client.openPointInTime(
      { index: alias, keep_alive: KEEP_ALIVE, allow_partial_search_results: false },
      { ...IDEMPOTENT, ...(signal === undefined ? {} : { signal }) },
    ),
  );
  try {
    return await work({ pit: { id, keep_alive: KEEP_ALIVE } });
  } finally {
    // The result stands even if closing fails: the cluster closes the state by itself later.
    await Promise.allSettled([client.closePointInTime({ id }, { requestTimeout: MAX_CLOSE_MS })]);
  }
}
