import type { Client } from '@elastic/elasticsearch';
import { LRUCache } from 'lru-cache';
import type { EndedSite } from '../../records.ts';
import { IDEMPOTENT } from '../client.ts';
import { deleteDocument, isConflict, isNoDocument } from '../documents.ts';
import { storageError } from '../failure.ts';
import type { CrawlSites } from './crawl-sites.ts';
import { InOrder } from '../concurrent-calls.ts';
import type { EndsDocument } from './mappings.ts';

/** Sites that get their positions in one step. */
const POSITIONS_AT_A_TIME = 1_000;

/** Maximum number of callers that wait for ended sites. */
const MAX_PENDING = 10_000;

/** Maximum number of crawls for which this process remembers that all decided positions are assigned. */
const MAX_KNOWN = 1_000;

export interface EndParts {
  readonly client: Client;
  /** Alias of the index of crawls. */
  readonly crawls: string;
  readonly sites: Pick<CrawlSites, 'setPosition' | 'endedWithoutPosition' | 'endedBetween' | 'refresh'>;
}

export interface CrawlEnds {
  list(crawlId: string, after: number, limit: number): Promise<readonly EndedSite[]>;
  /** Removes what is stored about a crawl besides its sites. */
  forget(crawlId: string): Promise<void>;
}

/** The last decision, and the version of its document. */
interface Decided {
  readonly before: number;
  readonly domains: readonly string[];
  readonly version: { readonly if_seq_no: number; readonly if_primary_term: number };
}

/**
 * The order in which the sites of a crawl ended. Many processes end sites concurrently, and a cluster shows writes
 * in any order. So no process takes a number while it writes a result: readers could not tell whether a lower
 * number is still being written. Instead a reader assigns positions to the sites that have ended meanwhile, in two
 * steps.
 *
 * First, one document per crawl lists the sites that come next; one of several concurrent readers writes it. Then
 * each of those sites gets its position, unless it has one. Every reader that finds the document does the second
 * step before it lists further sites or returns any. So a kill in between leaves nothing undone, no site is listed
 * twice, and positions appear without gaps. A crawl that nobody watches costs nothing.
 */
export function createEnds({ client, crawls, sites }: EndParts): CrawlEnds {
  /** Sequence number of each crawl's document whose sites have their positions. */
  const done = new LRUCache<string, number>({ max: MAX_KNOWN });
  // One reader at a time: readers of the same process would only conflict.
  const calls = new InOrder(MAX_PENDING);

  async function read(crawlId: string): Promise<Decided | null> {
    try {
      const found = await client.get<EndsDocument>({ index: crawls, id: idOf(crawlId) }, IDEMPOTENT);
      const { _source: document, _seq_no: seqNo, _primary_term: term } = found;
      if (document === undefined || seqNo === undefined || term === undefined) return null;
      return { ...document.ends, version: { if_seq_no: seqNo, if_primary_term: term } };
    } catch (error) {
      if (isNoDocument(error)) return null;
      throw storageError(error);
    }
  }

  /** Lists the next sites unless another reader was faster; the stored document is what counts. */
  async function decide(crawlId: string, last: Decided | null, domains: readonly string[]): Promise<void> {
    const document: EndsDocument = { ends: { before: endOf(last), domains } };
    const guard = last === null ? { op_type: 'create' as const } : last.version;
    try {
      await client.index({ index: crawls, id: idOf(crawlId), require_alias: true, document, ...guard });
    } catch (error) {
      if (!isConflict(error)) throw storageError(error);
    }
  }

  async function assignPositions(crawlId: string, { before, domains, version }: Decided): Promise<void> {
    if (done.get(crawlId) === version.if_seq_no) return;
    await Promise.all(domains.map((domain, index) => sites.setPosition(crawlId, domain, before + index + 1)));
    done.set(crawlId, version.if_seq_no);
  }

  async function list(crawlId: string, after: number, limit: number): Promise<readonly EndedSite[]> {
    for (;;) {
      const last = await read(crawlId);
      if (last !== null) await assignPositions(crawlId, last);
      await sites.refresh(crawlId);
      const found = await between(crawlId, after, endOf(last), limit);
      if (found.length > 0) return found;
      const domains = await sites.endedWithoutPosition(crawlId, POSITIONS_AT_A_TIME);
      if (domains.length === 0) return [];
      await decide(crawlId, last, domains);
    }
  }

  async function between(
    crawlId: string,
    after: number,
    end: number,
    limit: number,
  ): Promise<readonly EndedSite[]> {
    for (let from = after; from < end; from += limit) {
      const found = await sites.endedBetween(crawlId, from, Math.min(end, from + limit));
      if (found.length > 0) return found;
    }
    return [];
  }

  return {
    list: (crawlId, after, limit) => calls.run(crawlId, () => list(crawlId, after, limit)),
    forget: async (crawlId) => {
      await deleteDocument(client, crawls, idOf(crawlId));
    },
  };
}

/** Highest assigned position. */
function endOf(last: Decided | null): number {
  return last === null ? 0 : last.before + last.domains.length;
}

const idOf = (crawlId: string): string => `ends:${crawlId}`;
