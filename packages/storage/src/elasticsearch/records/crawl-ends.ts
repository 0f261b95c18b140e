import type { Client } from '@elastic/elasticsearch';
import type { EndedSite } from '../../crawls.ts';
import { IDEMPOTENT } from '../client.ts';
import { isConflict, isNoDocument } from '../documents.ts';
import { asStorageErrors, storageError } from '../failure.ts';
import type { CrawlSites } from './crawl-sites.ts';
import { InOrder } from '../concurrent-calls.ts';
import type { EndsDocument } from './mappings.ts';

/** Sites that get their places in one step. */
const PLACES_AT_A_TIME = 1_000;

/** Who waits for sites that ended, at most. */
const MAX_PENDING = 10_000;

/** Crawls of which this process knows that all was done that their document says. */
const MAX_KNOWN = 1_000;

export interface EndsOf {
  readonly client: Client;
  /** Alias of the crawls. */
  readonly crawls: string;
  readonly sites: Pick<CrawlSites, 'place' | 'endedWithoutPlace' | 'endedBetween'>;
  readonly refreshSites: () => Promise<void>;
}

export interface CrawlEnds {
  list(crawlId: string, after: number, limit: number): Promise<readonly EndedSite[]>;
  /** Removes what is kept beside the sites of a crawl. */
  forget(crawlId: string): Promise<void>;
}

/** What was decided last, and which version of its document says so. */
interface Decided {
  readonly before: number;
  readonly domains: readonly string[];
  readonly version: { readonly if_seq_no: number; readonly if_primary_term: number };
}

/**
 * The order in which the sites of a crawl ended, although many processes end them at once and a cluster shows writes in
 * any order: nobody takes a number while writing a result, which would leave it open whether a lower one is still on its
 * way. Instead who reads gives places to those that ended meanwhile, in two steps.
 *
 * First one document of the crawl says which sites come next; of several readers at once one writes it. Then each of the
 * sites gets its place, which does nothing where it has one. Whoever finds the document does the second step before it
 * decides on the next sites or shows any: so a kill in between leaves nothing open, the sites decided on are never
 * decided on again, and places appear without gaps. A crawl that nobody watches costs nothing.
 */
export function createEnds({ client, crawls, sites, refreshSites }: EndsOf): CrawlEnds {
  /** Of a crawl's document, the version whose sites have their places. */
  const done = new Map<string, number>();
  // Readers of this process would only be in each other's way.
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

  /** Unless another reader was first; whoever it was, the document says what holds. */
  async function decide(crawlId: string, last: Decided | null, domains: readonly string[]): Promise<void> {
    const document: EndsDocument = { ends: { before: endOf(last), domains } };
    const guard = last === null ? { op_type: 'create' as const } : last.version;
    try {
      await client.index({ index: crawls, id: idOf(crawlId), require_alias: true, document, ...guard });
    } catch (error) {
      if (!isConflict(error)) throw storageError(error);
    }
  }

  async function givePlaces(crawlId: string, { before, domains, version }: Decided): Promise<void> {
    if (done.get(crawlId) === version.if_seq_no) return;
    await Promise.all(domains.map((domain, index) => sites.place(crawlId, domain, before + index + 1)));
    done.delete(crawlId);
    const [oldest] = done.keys();
    if (done.size >= MAX_KNOWN && oldest !== undefined) done.delete(oldest);
    done.set(crawlId, version.if_seq_no);
  }

  async function list(crawlId: string, after: number, limit: number): Promise<readonly EndedSite[]> {
    for (;;) {
      const last = await read(crawlId);
      if (last !== null) await givePlaces(crawlId, last);
      await refreshSites();
      const found = await between(crawlId, after, endOf(last), limit);
      if (found.length > 0) return found;
      const domains = await sites.endedWithoutPlace(crawlId, PLACES_AT_A_TIME);
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
      await asStorageErrors(client.delete({ index: crawls, id: idOf(crawlId) }, { ignore: [404] }));
    },
  };
}

/** The highest place that was given. */
function endOf(last: Decided | null): number {
  return last === null ? 0 : last.before + last.domains.length;
}

const idOf = (crawlId: string): string => `ends:${crawlId}`;
