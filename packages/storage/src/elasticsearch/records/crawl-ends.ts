import type { Client } from '@elastic/elasticsearch';
import type { EndedSite } from '../../records.ts';
import { IDEMPOTENT } from '../client.ts';
import { deleteDocument, isConflict, isNoDocument } from '../documents.ts';
import { storageError } from '../failure.ts';
import type { CrawlSites } from './crawl-sites.ts';
import { InOrder } from '../concurrent-calls.ts';
import { createNumbering, endOf } from '../numbering.ts';
import type { EndsDocument } from './mappings.ts';

/** Sites that get their positions in one step. */
const POSITIONS_AT_A_TIME = 1_000;

/** Maximum number of callers that wait for ended sites. */
const MAX_PENDING = 10_000;

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

/**
 * The order in which the sites of a crawl ended: their positions are numbers that readers give them, see numbering.ts. So no site
 * is listed twice, positions appear without gaps, and a crawl that nobody watches costs nothing.
 */
export function createEnds({ client, crawls, sites }: EndParts): CrawlEnds {
  const numbering = createNumbering<string>({
    async read(crawlId) {
      try {
        const found = await client.get<EndsDocument>({ index: crawls, id: idOf(crawlId) }, IDEMPOTENT);
        const { _source: document, _seq_no: seqNo, _primary_term: term } = found;
        if (document === undefined || seqNo === undefined || term === undefined) return null;
        const { before, domains: items } = document.ends;
        return { before, items, mark: `${seqNo} ${term}` };
      } catch (error) {
        if (isNoDocument(error)) return null;
        throw storageError(error);
      }
    },
    async decide(crawlId, last, { before, items: domains }) {
      const document: EndsDocument = { ends: { before, domains } };
      const [seqNo = 0, term = 0] = (last?.mark ?? '').split(' ').map(Number);
      const guard =
        last === null ? { op_type: 'create' as const } : { if_seq_no: seqNo, if_primary_term: term };
      try {
        await client.index({ index: crawls, id: idOf(crawlId), require_alias: true, document, ...guard });
      } catch (error) {
        if (!isConflict(error)) throw storageError(error);
      }
    },
    async assign(crawlId, { before, items }) {
      await Promise.all(items.map((domain, index) => sites.setPosition(crawlId, domain, before + index + 1)));
    },
    async waiting(crawlId) {
      return await sites.endedWithoutPosition(crawlId, POSITIONS_AT_A_TIME);
    },
  });
  // One reader at a time: readers of the same process would only conflict.
  const calls = new InOrder(MAX_PENDING);

  async function list(crawlId: string, after: number, limit: number): Promise<readonly EndedSite[]> {
    for (;;) {
      const last = await numbering.settle(crawlId);
      await sites.refresh(crawlId);
      const found = await between(crawlId, after, endOf(last), limit);
      if (found.length > 0) return found;
      if (!(await numbering.advance(crawlId, last))) return [];
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

const idOf = (crawlId: string): string => `ends:${crawlId}`;
