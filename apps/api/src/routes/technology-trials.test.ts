import { openAnalysisPool } from '@sitegrep/analysis';
import { foldSite, withTexts } from '@sitegrep/site';
import { wholeSite } from '@sitegrep/storage';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, ask, detailsOf, serve, type Served } from '../../test/served-api.ts';

let api: Served;
let secret: string;

const HOME = '<html><head><meta name="generator" content="WordPress 6.1"></head><body>acme-7</body></html>';

beforeAll(async () => {
  api = await serve();
  secret = await api.key(['search']);
  const analysis = openAnalysisPool({
    threads: 1,
    deadlineMs: 60_000,
    heapMb: 512,
    maxSourceBytes: 1_000_000,
    fullText: false,
    queueLimit: 10,
  });
  const pages = [];
  for (const [path, html] of [
    ['', HOME],
    ['about', '<p>nothing'],
  ] as const) {
    const result = await analysis.analyze({
      url: `https://a.example/${path}`,
      status: 200,
      headers: [['content-type', 'text/html; charset=utf-8']],
      body: Buffer.from(html),
      truncated: false,
      fetchedAt: 5,
    });
    if (result.kind === 'crashed') throw new Error(result.reason);
    pages.push(withTexts(result.record));
  }
  await analysis.close();
  await api.storage.domains.put([wholeSite(foldSite('a.example', pages, { maxSiteBytes: 1_000_000 }))]);
});
afterAll(() => api.close());

const tried = (body: object): Promise<Answer> =>
  ask(`${api.url}/technologies/test`, {
    method: 'POST',
    headers: { 'x-api-key': secret, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const ACME = { cats: ['cms'], html: 'acme-(\\d+)\\;version:\\1', meta: { generator: 'Acme' } };

test('each page says what it shows of each technology, by what, and what it lacks', async () => {
  const { status, body } = await tried({ fingerprints: { Acme: ACME }, on: 'A.example' });
  expect([status, body]).toEqual([
    200,
    {
      success: true,
      data: {
        domain: 'a.example',
        technologies: ['Acme'],
        problems: [],
        replaced: [],
        total_pages: 2,
        pages: [
          {
            url: 'https://a.example/',
            technologies: [
              {
                name: 'Acme',
                found: { confidence: 100, version: '7' },
                evidence: [
                  {
                    field: 'html',
                    key: '',
                    pattern: 'acme-(\\d{1,250})',
                    match: 'acme-7',
                    confidence: 100,
                    version: '7',
                    version_source: expect.any(String),
                  },
                ],
                missing: [{ field: 'meta', key: 'generator', pattern: 'Acme' }],
                requires: [],
              },
            ],
          },
          {
            url: 'https://a.example/about',
            technologies: [
              {
                name: 'Acme',
                found: null,
                evidence: [],
                missing: [
                  { field: 'html', key: '', pattern: 'acme-(\\d{1,250})' },
                  { field: 'meta', key: 'generator', pattern: 'Acme' },
                ],
                requires: [],
              },
            ],
          },
        ],
        notes: [],
      },
    },
  ]);
});

test('a URL is tried alone; a part that is not taken is named, and one that is required is told', async () => {
  const { body } = await tried({
    fingerprints: {
      Acme: { cats: [1], html: ['(', 'nothing'], requires: 'WordPress' },
      WordPress: { cats: [1], html: 'own' },
      None: 7,
    },
    on: 'https://a.example/about',
  });
  expect(body).toMatchObject({
    data: {
      technologies: ['Acme', 'WordPress'],
      replaced: ['WordPress'],
      problems: [
        { technology: 'Acme', key: 'html', reason: expect.stringContaining('Invalid regular expression') },
        { technology: 'None', key: null, reason: 'is not a map of keys such as cats and html' },
      ],
      total_pages: 1,
      pages: [
        {
          url: 'https://a.example/about',
          technologies: [
            { name: 'Acme', found: null, requires: ['WordPress'] },
            { name: 'WordPress', found: null },
          ],
        },
      ],
    },
  });
});

test('fingerprints that cannot be tried are refused with what to do', async () => {
  const refused = async (body: object) => detailsOf(await tried(body));
  expect(await refused({ fingerprints: {}, on: 'a.example' })).toBe(
    'fingerprints has 0 fields; give 1 to 1000 technologies by their names.',
  );
  expect(await refused({ fingerprints: { Acme: ACME }, on: 'no domain' })).toContain('is not a domain');
  expect(await refused({ fingerprints: { Acme: ACME }, on: 'b.example' })).toBe(
    'Nothing is stored for b.example; crawl or import it first.',
  );
  expect(await refused({ fingerprints: { Acme: ACME }, on: 'https://a.example/abuot' })).toContain(
    'https://a.example/about',
  );
});

test('a pattern that backtracks without end costs its page a bounded time', async () => {
  const hostile = `<p>${'a'.repeat(50_000)}`;
  await api.storage.domains.put([
    wholeSite(
      foldSite(
        'hostile.example',
        (await api.storage.domains.records('a.example', ['https://a.example/about']))?.pages.map((page) => ({
          ...page,
          url: 'https://hostile.example/',
          source: hostile,
        })) ?? [],
        { maxSiteBytes: 1_000_000 },
      ),
    ),
  ]);
  const { status, body } = await tried({
    fingerprints: { Slow: { cats: [1], html: '(a+)+(a+)+(a+)+b' } },
    on: 'hostile.example',
  });
  expect([status, body]).toMatchObject([
    200,
    { data: { pages: [{ technologies: [{ name: 'Slow', found: null }] }] } },
  ]);
});
