import type { Client } from '@elastic/elasticsearch';
import type { CrawlRecords } from '../../records.ts';
import { StorageBusy } from '../../errors.ts';
import type { FoundCrawl } from './crawl-counts.ts';
import { CLAIM_ANEW } from './crawl-scripts.ts';
import type { ClaimDocument } from './mappings.ts';
import { changeDocument, createDocument, readDocument } from './record-documents.ts';

/** How often a key is looked at when others give and take it at the same time. */
const TRIES = 10;

export interface ClaimsOf {
  readonly client: Client;
  /** Alias of the crawls. */
  readonly crawls: string;
  /** Null if the crawl is not there or was discarded. */
  readonly find: (crawlId: string) => Promise<FoundCrawl | null>;
}

/** Keys of submissions: one document each, which outlives a crawl that is discarded and is then another one's. */
export function createClaims({
  client,
  crawls,
  find,
}: ClaimsOf): Pick<CrawlRecords, 'reserveKey' | 'keyHolder'> {
  const idOf = (key: string): string => `claim:${key}`;

  return {
    async reserveKey(key, crawlId) {
      const id = idOf(key);
      for (let tries = 0; tries < TRIES; tries++) {
        if (await createDocument(client, crawls, id, { claimed_for: crawlId })) return crawlId;
        const claim = await readDocument<ClaimDocument>(client, crawls, id);
        if (claim === null) continue;
        const from = claim.claimed_for;
        if (from === crawlId || (await find(from)) !== null) return from;
        const change = { index: crawls, id, script: CLAIM_ANEW, params: { from, to: crawlId } };
        const changed = await changeDocument<ClaimDocument>(client, change);
        if (changed?.claimed_for === crawlId) return crawlId;
      }
      throw new StorageBusy('too many submissions reserve one idempotency key at once');
    },
    async keyHolder(key) {
      const claim = await readDocument<ClaimDocument>(client, crawls, idOf(key));
      const found = claim === null ? null : await find(claim.claimed_for);
      return found === null ? null : { crawlId: found.id, fingerprint: found.crawl.fingerprint ?? null };
    },
  };
}
