import {
  answerFields,
  type BlockItem,
  type DomainDetails,
  type DomainLink,
  type DomainPage,
  type DomainRecord,
  formatTimestamp,
} from '@sitegrep/contract';
import { compareCodePoints, DOMAIN_FIELD_NAMES } from '@sitegrep/site';
import type { DomainBlock, LinkList, ListedPage, PageList } from '@sitegrep/storage';

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
  const { url, title, sourceBytes, renderedBytes, screenshotBytes, fetchedAt, charset, truncated } = page;
  return {
    url,
    title,
    bytes: sourceBytes,
    rendered_bytes: renderedBytes,
    screenshot_bytes: screenshotBytes,
    fetched_at: formatTimestamp(fetchedAt),
    charset,
    truncated,
  };
}

/** The hosts that pages of a domain link to: those of most pages first, then in code point order. */
export function domainLinks(pages: LinkList['pages']): readonly DomainLink[] {
  const links = new Map<string, DomainLink>();
  for (const { url, hosts } of pages)
    for (const host of hosts) {
      const link = links.get(host) ?? { host, pages_count: 0, url };
      links.set(host, { ...link, pages_count: link.pages_count + 1 });
    }
  return [...links.values()].sort(
    (a, b) => b.pages_count - a.pages_count || compareCodePoints(a.host, b.host),
  );
}

export function blockItem({ domain, reason, createdAt }: DomainBlock): BlockItem {
  return { domain, reason, created_at: formatTimestamp(createdAt) };
}
