import { type BlockItem, type DomainRecord, formatTimestamp } from '@sitegrep/contract';
import type { DomainBlock, StoredDomain } from '@sitegrep/storage';
import { domainItem } from './domain-item.ts';

/** All that is stored of a domain but the sources of its pages. @param block what covers it */
export function domainRecord(stored: StoredDomain, block: DomainBlock | null): DomainRecord {
  const { phoneNumbers, countryEvidence } = stored.facts;
  return {
    ...domainItem(stored),
    phone_numbers: phoneNumbers,
    country_evidence: countryEvidence,
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
