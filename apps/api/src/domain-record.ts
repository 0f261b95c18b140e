import { answerFields, type BlockItem, type DomainRecord, formatTimestamp } from '@sitegrep/contract';
import { DOMAIN_FIELD_NAMES } from '@sitegrep/site';
import type { DomainBlock, StoredDomain } from '@sitegrep/storage';

/** Everything that is stored of a domain except the sources of its pages. @param block the block that covers it */
export function domainRecord(stored: StoredDomain, block: DomainBlock | null): DomainRecord {
  return {
    type: 'domain_technology_item',
    ...answerFields(DOMAIN_FIELD_NAMES, stored),
    revision: stored.revision,
    pages: stored.pages.map(({ url, source, fetchedAt, charset, truncated }) => ({
      url,
      bytes: Buffer.byteLength(source),
      fetched_at: formatTimestamp(fetchedAt),
      charset,
      truncated,
    })),
    block: block === null ? null : blockItem(block),
  };
}

export function blockItem({ domain, reason, createdAt }: DomainBlock): BlockItem {
  return { domain, reason, created_at: formatTimestamp(createdAt) };
}
