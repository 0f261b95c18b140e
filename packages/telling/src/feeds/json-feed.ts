import { titleOf } from '../destinations.ts';
import { entriesOf, type Feed } from './feed.ts';

/** The media type of a JSON Feed. */
export const JSON_FEED_TYPE = 'application/feed+json; charset=utf-8';

/** A JSON Feed 1.1. */
export interface JsonFeed {
  readonly version: 'https://jsonfeed.org/version/1.1';
  readonly title: string;
  readonly home_page_url: string;
  readonly feed_url: string;
  readonly authors: readonly { readonly name: string }[];
  readonly items: readonly {
    readonly id: string;
    readonly title: string;
    readonly content_text: string;
    readonly date_published: string;
    readonly url?: string;
  }[];
}

export function jsonFeed(feed: Feed): JsonFeed {
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title: titleOf(feed.search),
    home_page_url: feed.home,
    feed_url: feed.url,
    authors: [{ name: 'sitegrep' }],
    items: entriesOf(feed).map(({ id, title, url, at, text }) => ({
      id,
      title,
      content_text: text,
      date_published: at,
      ...(url === null ? {} : { url }),
    })),
  };
}
