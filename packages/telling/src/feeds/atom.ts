import { titleOf } from '../destinations.ts';
import { escapedMarkup } from '../markup.ts';
import { entriesOf, type Feed, updatedAt, uuidOf } from './feed.ts';

/** The media type of a feed of Atom. */
export const ATOM_TYPE = 'application/atom+xml; charset=utf-8';

/** A feed of Atom 1.0 (RFC 4287). */
export function atomFeed(feed: Feed): string {
  const entries = entriesOf(feed).map(({ id, title, url, at, text }) => [
    '  <entry>',
    `    <id>${id}</id>`,
    `    <title>${escapedMarkup(title)}</title>`,
    `    <updated>${at}</updated>`,
    `    <published>${at}</published>`,
    ...(url === null ? [] : [`    <link rel="alternate" href="${escapedMarkup(url)}"/>`]),
    `    <content type="text">${escapedMarkup(text)}</content>`,
    '  </entry>',
  ]);
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `  <id>${uuidOf(feed.url)}</id>`,
    `  <title>${escapedMarkup(titleOf(feed.search))}</title>`,
    `  <updated>${updatedAt(feed)}</updated>`,
    '  <author><name>sitegrep</name></author>',
    '  <generator>sitegrep</generator>',
    `  <link rel="self" type="application/atom+xml" href="${escapedMarkup(feed.url)}"/>`,
    `  <link rel="alternate" href="${escapedMarkup(feed.home)}"/>`,
    ...entries.flat(),
    '</feed>',
    '',
  ].join('\n');
}
