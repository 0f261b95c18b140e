import { copied, foldedValue } from '@sitegrep/html';
import { type Feed, uniqueOf } from '@sitegrep/site';
import type { DocumentParts } from '../document/document-parts.ts';
import { type LinkBase, resolveUrl } from '../links/links.ts';
import { asWritten } from './stated.ts';

const MAX_FEEDS = 20;
const MAX_TITLE = 200;

const TYPES: ReadonlyMap<string, Feed['type']> = new Map([
  ['application/rss+xml', 'rss'],
  ['application/x-rss+xml', 'rss'],
  ['application/rss', 'rss'],
  ['application/rdf+xml', 'rss'],
  ['application/atom+xml', 'atom'],
  ['application/atom', 'atom'],
  ['application/feed+json', 'json'],
]);

/** Addresses of comments and of what plug-ins give in place of feeds. */
const NO_FEED = /\/comments\/feed|comments\/default|feed=comments|\/wp-json\/|oembed/i;
const COMMENTS =
  /comment|kommentar|commentaire|comentario|commenti|reacties|kommentti|komentarz|комментари|コメント|评论|評論/i;
/** Address of a feed whose type is that of any XML or JSON. */
const FEED_ADDRESS = /(?:rss|atom|feed|rdf)[^/]*$|\/feed\//i;

/** Feeds that the head of a page names; feeds of comments are not those of the site. */
export function feeds({ headLinks }: Pick<DocumentParts, 'headLinks'>, base: LinkBase): readonly Feed[] {
  const found = headLinks.flatMap(({ rel, href, type, title }): readonly Feed[] => {
    if (!rel.includes('alternate') || type === null) return [];
    const kind = typeOf(type, href);
    const name = title === null ? null : (foldedValue(title)?.slice(0, MAX_TITLE).toWellFormed() ?? null);
    if (kind === null || NO_FEED.test(href) || COMMENTS.test(name ?? '')) return [];
    const url =
      href.trim() === ''
        ? null
        : resolveUrl(href.trim().replace(/^feed:(?:\/\/)?(?=https?:|\/\/)/i, ''), base);
    return url === null
      ? []
      : [{ url: copied(url), title: name, type: kind, source: 'link', written: asWritten(href) }];
  });
  return uniqueOf(found, ({ url }) => url, MAX_FEEDS);
}

function typeOf(written: string, href: string): Feed['type'] | null {
  const type = written.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const known = TYPES.get(type);
  if (known !== undefined) return known;
  if ((type === 'text/xml' || type === 'application/xml') && FEED_ADDRESS.test(href))
    return /atom/i.test(href) ? 'atom' : 'rss';
  return type === 'application/json' && FEED_ADDRESS.test(href) ? 'json' : null;
}
