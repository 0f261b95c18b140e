import {
  answerFields,
  type BlockItem,
  type DomainDetails,
  type DomainPage,
  type DomainRecord,
  formatTimestamp,
} from '@sitegrep/contract';
import { DOMAIN_FIELD_NAMES } from '@sitegrep/site';
import type { DomainBlock, ListedPage, PageList } from '@sitegrep/storage';

/** Everything that is stored of a domain except the sources of its pages. @param block the block that covers it */
export function domainRecord(stored: PageList, block: DomainBlock | null): DomainRecord {
  return {
    type: 'domain_technology_item',
    ...answerFields(DOMAIN_FIELD_NAMES, stored),
    revision: stored.revision,
    pages: stored.pages.map(domainPage),
    block: block === null ? null : blockItem(block),
  };
}

/** Facts of a domain that everyone who may search may know. */
export function domainDetails(stored: PageList): DomainDetails {
  return {
    type: 'domain_technology_item',
    ...answerFields(DOMAIN_FIELD_NAMES, stored),
    revision: stored.revision,
    pages_count: stored.pages.length,
  };
}

export function domainPage(page: ListedPage): DomainPage {
  const { url, title, sourceBytes, fetchedAt, charset, truncated } = page;
  return { url, title, bytes: sourceBytes, fetched_at: formatTimestamp(fetchedAt), charset, truncated };
}

export function blockItem({ domain, reason, createdAt }: DomainBlock): BlockItem {
  return { domain, reason, created_at: formatTimestamp(createdAt) };
}
