/* The jobs of docs/lookups.md, done by clients of the Model Context Protocol. */
import type { Client } from '@modelcontextprotocol/client';
import { SitegrepClient } from '@sitegrep/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CRAWLED, type SampleServer, startSampleServer } from '../documentation/sample-server.ts';
import { connected, itemsOf, told, TRANSPORTS } from './connected.ts';

const CUSTOMERS = [
  'https://www.bakery-lyon.example/contact',
  'KNITTING-circle.example',
  'not-crawled.example',
  'Müller & Söhne',
];

let server: SampleServer;
beforeAll(async () => {
  server = await startSampleServer();
});
afterAll(() => server.stop());

describe.each(TRANSPORTS)('over $over, in the form $mode', (transport) => {
  let client: Client;
  beforeAll(async () => {
    client = await connected(transport, server.url, server.key);
  });
  afterAll(() => client.close());

  test('facts of a list', async () => {
    const fields = ['title', 'country', 'email'];
    const { ours, lines } = await told(client, 'lookup', { domains: CUSTOMERS, fields });
    expect(ours).toMatch(/^2 of 4 entries are stored\. {0,2}\n/);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        input: CUSTOMERS[0],
        domain: 'bakery-lyon.example',
        title: 'Boulangerie Étoile – pain au levain à Lyon',
        country: 'FR',
        email: ['contact@bakery-lyon.example'],
      },
      {
        input: CUSTOMERS[1],
        domain: 'knitting-circle.example',
        title: 'Knitting Circle – wool & patterns',
        email: ['orders@knitting-circle.example', 'trade@knitting-circle.example'],
      },
      { input: CUSTOMERS[2], domain: 'not-crawled.example', stored: false },
      { input: CUSTOMERS[3], error: 'not a domain or http(s) URL' },
    ]);
  });

  test('what is missing, and a crawl of it', async () => {
    const items = await itemsOf(client, 'lookup', { domains: CUSTOMERS, fields: ['title'] });
    const missing = items.flatMap(({ stored, domain }) => (stored === false ? [domain] : []));
    expect(missing).toEqual(['not-crawled.example']);
    const { ours } = await told(client, 'start_crawl', { domains: missing, max_pages: 1 });
    const [, id = ''] = /^The crawl "([\w-]+)" of 1 site is recorded/.exec(ours) ?? [];
    const { crawls } = new SitegrepClient({ baseUrl: server.url, key: server.key }).admin;
    for await (const event of crawls.events(id)) if (event.type === 'end') break;
    const state = await told(client, 'crawl', { id });
    expect(state.ours).toMatch(/^The crawl is completed: 1 of 1 site finished, 0 pages stored\./);
    expect(state.lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ domain: 'not-crawled.example', outcome: expect.any(String) }),
    ]);
  });

  test('the technologies of a list, with evidence', async () => {
    const names = await Promise.all(
      CRAWLED.map(async (domain) => {
        const items = await itemsOf(client, 'domain_technologies', { domain });
        return items.map(({ name }) => name);
      }),
    );
    expect(names.map((of) => of.includes('WordPress'))).toEqual([true, false, true]);
    expect(names[0]).toEqual(expect.arrayContaining(['jQuery', 'jQuery Migrate']));
  });

  test('all that is known of a domain', async () => {
    const [item] = await itemsOf(client, 'domain', { domain: 'www.bakery-lyon.example' });
    expect(item).toMatchObject({ domain: 'bakery-lyon.example', country: 'FR', pages_count: 3 });
  });

  test('why a technology is there', async () => {
    const given = { domain: 'knitting-circle.example', name: 'woocommerce' };
    const [item, ...others] = await itemsOf(client, 'domain_technologies', given);
    expect(others).toEqual([]);
    expect(item).toMatchObject({
      name: 'WooCommerce',
      versions: ['9.3.3'],
      evidence: expect.arrayContaining([
        expect.objectContaining({ field: 'meta', key: 'generator', match: 'WooCommerce 9.3.3' }),
      ]),
    });
  });

  test('its pages, and the source of one', async () => {
    const { ours, lines } = await told(client, 'domain_pages', { domain: 'bakery-lyon.example', limit: 1 });
    expect(ours).toMatch(/^3 pages of the domain; 1 is below\. For the next, call it with next_token "/);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ url: 'http://bakery-lyon.example/', bytes: 1_723 });
    const source = await told(client, 'source', { url: 'http://knitting-circle.example/', length: 15 });
    expect(source.ours).toMatch(/^Bytes 0 to 15 of 1004 of the source of the page /);
    expect(source.lines).toEqual(['<!DOCTYPE html>']);
    const wrong = await told(client, 'source', { url: 'https://www.bakery-lyon.example/contact/' });
    expect(wrong.isError).toBe(true);
    expect(wrong.lines.join('')).toContain('its pages are http://bakery-lyon.example/contact,');
  });

  test('a search, page by page, and counts', async () => {
    const seen: string[] = [];
    let more: Record<string, unknown> = {};
    for (let rounds = 0; rounds < 3; rounds += 1) {
      const { ours, lines } = await told(client, 'search', { q: 'wp-content/plugins', limit: 1, ...more });
      seen.push(...lines.map((line) => (JSON.parse(line) as { domain: string }).domain));
      more = { offset_token: /offset_token "([^"]+)"/.exec(ours)?.[1] };
    }
    expect(seen.toSorted()).toEqual(CRAWLED);
    expect(more).toEqual({ offset_token: undefined });
    expect((await told(client, 'count', { q: 'wp-content/plugins' })).ours).toBe('3 domains match.');
  });
});
