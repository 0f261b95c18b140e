// What the events of a crawl change in what is shown of it.
import type { CrawlEvent, CrawlItem, CrawlSiteItem } from '@sitegrep/client';

/** Sites that are shown as they end. */
const MAX_LAST = 30;

export interface CrawlNews {
  /** The sites that ended last, the latest first. */
  readonly last: readonly CrawlSiteItem[];
  /** Fields of the crawl that are others now. */
  readonly change: Partial<CrawlItem>;
}

export function withEvent({ last, change }: CrawlNews, event: CrawlEvent): CrawlNews {
  switch (event.type) {
    case 'site':
      return { last: [event.data, ...last].slice(0, MAX_LAST), change };
    case 'end':
      return { last, change: { ...change, state: event.data.state } };
    case 'state':
    case 'progress':
      return { last, change: { ...change, ...event.data } };
  }
}

/** Position from which on events are wanted: all sites that ended before are in the counts already. */
export function positionBefore({ sites }: Pick<CrawlItem, 'sites'>): { readonly after?: string } {
  const from = sites.finished - MAX_LAST;
  return from > 0 ? { after: String(from) } : {};
}
