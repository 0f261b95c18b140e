import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import { AT, eventOf, HOSTILE } from '../../test/events.ts';
import { atomFeed } from './atom.ts';
import type { Feed } from './feed.ts';
import { jsonFeed } from './json-feed.ts';

const FEED: Feed = {
  search: { id: 'shops', label: null },
  url: 'https://grep.example/searches/shops/feed',
  home: 'https://grep.example/searches/shops',
  createdAt: AT - 1_000,
  events: [
    eventOf(12, {
      kind: 'changed',
      pages: ['https://d12.example/?a=1&b=<2>', 'https://d12.example/b'],
      total: 2,
    }),
    eventOf(11, { kind: 'disappeared', pages: [], total: 0, by: 'deletion' }),
  ],
};

/** The fields that JSON Feed 1.1 demands and those that ours have, with their types. */
const JSON_FEED = {
  type: 'object',
  required: ['version', 'title', 'items'],
  additionalProperties: false,
  properties: {
    version: { const: 'https://jsonfeed.org/version/1.1' },
    title: { type: 'string', minLength: 1 },
    home_page_url: { type: 'string', pattern: '^https?://' },
    feed_url: { type: 'string', pattern: '^https?://' },
    authors: { type: 'array', items: { type: 'object', required: ['name'] } },
    items: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'content_text'],
        additionalProperties: false,
        properties: {
          id: { type: 'string', minLength: 1 },
          title: { type: 'string' },
          content_text: { type: 'string' },
          date_published: { type: 'string', pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$` },
          url: { type: 'string', pattern: '^https?://' },
        },
      },
    },
  },
};

it('a feed of Atom has the newest events first, with links to pages', () => {
  const xml = atomFeed(FEED);
  const ids = [
    ...xml.matchAll(
      /<id>(urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})<\/id>/g,
    ),
  ];
  expect(new Set(ids.map(([, id]) => id)).size).toBe(3);
  expect([...xml.matchAll(/<title>(.*?)<\/title>/g)].map(([, title]) => title)).toEqual([
    'shops',
    'shops changed on d12.example',
    'shops disappeared from d11.example',
  ]);
  expect(xml).toContain('<updated>2026-11-29T22:00:00.012Z</updated>\n  <author>');
  expect(xml).toContain('<link rel="alternate" href="https://d12.example/?a=1&amp;b=&lt;2&gt;"/>');
  expect(xml).toContain('shops disappeared from d11.example (the domain was removed)</content>');
  expect(atomFeed(FEED)).toBe(xml);
});

it('a feed without events is of the time when its search was made', () => {
  expect(atomFeed({ ...FEED, events: [] })).toContain('<updated>2026-11-29T21:59:59.000Z</updated>');
});

it('a JSON Feed is one by its schema, and has the ids that the feed of Atom has', () => {
  const feed = jsonFeed(FEED);
  const validate = new Ajv().compile(JSON_FEED);
  expect([validate(feed), validate.errors]).toEqual([true, null]);
  expect(feed.items.map(({ url }) => url)).toEqual(['https://d12.example/?a=1&b=<2>', undefined]);
  expect(feed.items[0]?.content_text).toBe(
    'shops changed on d12.example (2 pages)\nhttps://d12.example/?a=1&b=<2>\nhttps://d12.example/b',
  );
  for (const { id } of feed.items) expect(atomFeed(FEED)).toContain(`<id>${id}</id>`);
});

it('a feed has a hundred events at most', () => {
  const events = Array.from({ length: 101 }, (_, at) => eventOf(200 - at));
  expect(jsonFeed({ ...FEED, events }).items).toHaveLength(100);
  expect([...atomFeed({ ...FEED, events }).matchAll(/<entry>/g)]).toHaveLength(100);
});

it('markup, controls and addresses of scripts in what others wrote do nothing', () => {
  const events = [
    eventOf(1, { domain: 'a.example\uD800', pages: ['javascript:alert(1)', `https://x/${HOSTILE}`] }),
  ];
  const xml = atomFeed({ ...FEED, search: { id: 'shops', label: HOSTILE }, events });
  expect(xml).not.toMatch(/<script|<!channel|href="javascript/);
  // eslint-disable-next-line no-control-regex -- the characters that XML refuses
  expect(xml).not.toMatch(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uD800]/);
  expect(xml).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;q&quot;');
  expect(jsonFeed({ ...FEED, events }).items[0]).not.toHaveProperty('url');
});
