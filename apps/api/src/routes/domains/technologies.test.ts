import { openAnalysisPool, type PageOptions } from '@sitegrep/analysis';
import { checker, DomainTechnologiesAnswer } from '@sitegrep/contract';
import { foldSite, type Page, type PageRecord, withTexts } from '@sitegrep/site';
import { wholeSite } from '@sitegrep/storage';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, refusalOf, serve, type Served } from '../../../test/served-api.ts';

const checkAnswer = checker(DomainTechnologiesAnswer);

const analysis = openAnalysisPool({
  threads: 1,
  deadlineMs: 20_000,
  heapMb: 512,
  maxSourceBytes: 1e6,
  fullText: true,
  queueLimit: 50,
});

let api: Served;
let key: string;

beforeAll(async () => {
  api = await serve({ parts: (parts) => ({ ...parts, analysis: () => analysis }) });
  key = await api.key(['search']);
});
afterAll(async () => {
  await api.close();
  await analysis.close();
});

/** Record that an analysis makes of a page. */
async function recordOf(
  url: string,
  html: string,
  headers: Page['headers'] = [],
  options: PageOptions = {},
): Promise<PageRecord> {
  const page = {
    url,
    status: 200,
    headers: [['content-type', 'text/html; charset=utf-8'], ...headers] as Page['headers'],
    body: Buffer.from(html),
    truncated: false,
    fetchedAt: 1_767_323_045_678,
  };
  const result = await analysis.analyze(page, options);
  if (result.kind === 'crashed') throw new Error(result.reason);
  return withTexts(result.record);
}

function documentOf(domain: string, pages: readonly PageRecord[]) {
  return foldSite(domain, pages, { maxSiteBytes: 1e7 });
}

async function put(domain: string, pages: readonly PageRecord[]): Promise<void> {
  await api.storage.domains.put([wholeSite(documentOf(domain, pages))]);
}

async function technologies(domain: string) {
  const answer = await ask(`${api.url}/domains/${domain}/technologies`, { headers: { 'x-api-key': key } });
  const checked = checkAnswer(answer.body);
  if (answer.status !== 200 || !checked.ok) throw new Error(JSON.stringify([answer, checked]));
  return checked.value.data;
}

const named = (data: Awaited<ReturnType<typeof technologies>>, name: string) =>
  data.items.find((item) => item.name === name);

describe('the technologies of a domain', () => {
  test('of a rendered page have the evidence of both sources, of variables and of requests', async () => {
    const url = 'https://rendered.example/';
    const rendered = {
      html: '<div id=root></div><script src="/js/jquery-3.7.1.min.js"></script>',
      truncated: false,
      globals: { 'angular.version.full': '1.8.3' },
      hosts: ['api2.amplitude.com'],
      cookies: [],
      requested: [],
    };
    const body =
      '<meta name=generator content="WordPress 6.4.2"><div id=root></div><script src=/a.js></script>';
    await put('rendered.example', [await recordOf(url, body, [], { rendered })]);
    const data = await technologies('rendered.example');
    const evidence = (name: string) => named(data, name)?.evidence.map(({ field, key }) => [field, key]);
    expect(data.notes).toEqual([]);
    expect(evidence('WordPress')).toContainEqual(['meta', 'generator']);
    expect(evidence('jQuery')).toContainEqual(['scriptSrc', '']);
    expect(evidence('AngularJS')).toEqual([['js', 'angular.version.full']]);
    expect(evidence('Amplitude')).toEqual([['xhr', '']]);
    expect(named(data, 'AngularJS')?.versions).toEqual(['1.8.3']);
  });

  test('have their versions, confidence, categories, pages, and what matched where', async () => {
    const home = 'https://www.shop.example/';
    const about = 'https://www.shop.example/about';
    await put('shop.example', [
      await recordOf(
        about,
        '<script src="/js/jquery-1.12.4.min.js"></script><meta name=generator content="WordPress 6.4.2">',
        [
          ['server', 'nginx/1.25.3'],
          ['set-cookie', 'PHPSESSID=secret; path=/'],
        ],
      ),
      await recordOf(home, '<script src="/js/jquery-3.7.1.min.js"></script>', [['server', 'nginx/1.25.3']]),
    ]);
    const data = await technologies('shop.example');
    expect(data).toMatchObject({ domain: 'shop.example', revision: expect.any(Number), notes: [] });
    expect(data.items.map(({ name }) => name)).toEqual(data.items.map(({ name }) => name).toSorted());
    expect(named(data, 'jQuery')).toEqual({
      name: 'jQuery',
      versions: ['3.7.1', '1.12.4'],
      confidence: 100,
      categories: ['web_development.javascript_libraries'],
      pages_count: 2,
      pages: [home, about],
      // Two patterns show the version of each address, and one more matches both and shows none.
      evidence_count: 5,
      evidence: expect.arrayContaining([
        {
          url: home,
          field: 'scriptSrc',
          key: '',
          pattern: expect.stringContaining('jquery'),
          match: '/jquery-3.7.1.',
          confidence: 100,
          version: '3.7.1',
          version_source: 'path',
        },
        {
          url: about,
          field: 'scriptSrc',
          key: '',
          pattern: expect.stringContaining('jquery'),
          match: '/jquery-1.12.4.',
          confidence: 100,
          version: '1.12.4',
          version_source: 'path',
        },
      ]),
      implied: false,
      implied_by: [],
    });
    // What came with the page besides its source is stored with it.
    expect(named(data, 'Nginx')).toMatchObject({
      versions: ['1.25.3'],
      pages_count: 2,
      evidence: [{ url: home, field: 'headers', key: 'server', match: 'nginx/1.25.3', version: '1.25.3' }],
    });
    expect(named(data, 'PHP')).toMatchObject({
      evidence: [{ url: about, field: 'cookies', key: 'phpsessid', match: '' }],
      implied: false,
      implied_by: ['WordPress'],
    });
    expect(named(data, 'MySQL')).toMatchObject({
      evidence_count: 0,
      evidence: [],
      implied: true,
      implied_by: ['WordPress'],
    });
    expect(named(data, 'WordPress')).toMatchObject({
      versions: ['6.4.2'],
      categories: ['content.cms', 'content.blogs'],
      pages: [about],
      evidence: [{ field: 'meta', key: 'generator', match: 'WordPress 6.4.2' }],
    });
    expect(JSON.stringify(data)).not.toContain('secret');
  });

  test('are none where none was found, without starting anything', async () => {
    const other = await serve();
    const plain = await recordOf('https://plain.example/', '<p>plain');
    await other.storage.domains.put([wholeSite(documentOf('plain.example', [plain]))]);
    const secret = await other.key(['search']);
    const { body } = await ask(`${other.url}/domains/plain.example/technologies`, {
      headers: { 'x-api-key': secret },
    });
    expect(body).toMatchObject({ data: { domain: 'plain.example', items: [], notes: [] } });
    await other.close();
  });

  test('name at most twenty matches and a hundred pages, and count them all', async () => {
    const pages = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        recordOf(
          `https://many.example/${String(at).padStart(3, '0')}`,
          `<script src="/jquery-1.${Math.min(at, 30)}.0.js"></script>`,
        ),
      ),
    );
    const more = Array.from({ length: 90 }, (_, at) => ({
      ...(pages.at(-1) ?? raise()),
      url: `https://many.example/x${String(at).padStart(3, '0')}`,
    }));
    await put('many.example', [...pages, ...more]);
    const jquery = named(await technologies('many.example'), 'jQuery');
    expect(jquery).toMatchObject({ pages_count: 130, evidence_count: 63 });
    expect([jquery?.versions, jquery?.pages, jquery?.evidence].map((list) => list?.length)).toEqual([
      31, 100, 20,
    ]);
  });

  test('of other fingerprints come with a note', async () => {
    const record = await recordOf('https://old.example/', '<script src="/jquery-3.7.1.js"></script>');
    const old = { name: 'Gone', version: null, confidence: 100, paths: ['other.gone'] };
    await put('old.example', [
      {
        ...record,
        facts: {
          ...record.facts,
          version: '0-00000000',
          technologies: [...record.facts.technologies, old],
        },
      },
    ]);
    const data = await technologies('old.example');
    expect(data.notes).toEqual([
      '1 page was analysed with other fingerprints than there are now, so evidence of theirs may be missing until the domain is crawled again, or analysed again with "sitegrep reanalyse".',
    ]);
    expect(named(data, 'Gone')).toMatchObject({
      evidence: [],
      implied_by: [],
      pages: ['https://old.example/'],
    });
    expect(named(data, 'jQuery')?.evidence).toContainEqual(expect.objectContaining({ version: '3.7.1' }));
  });

  test('of a page whose look takes too much come with a note, and without its evidence', async () => {
    const crashing = {
      ...analysis,
      explain: () => Promise.resolve({ kind: 'crashed', reason: 'page needed more than 512 MB' } as const),
    };
    const other = await serve({
      parts: (parts) => ({ ...parts, storage: api.storage, analysis: () => crashing }),
    });
    const { body } = await ask(`${other.url}/domains/shop.example/technologies`, {
      headers: { 'x-api-key': key },
    });
    expect(body).toMatchObject({
      data: {
        notes: [
          'Evidence of https://www.shop.example/ may be missing: page needed more than 512 MB.',
          'Evidence of https://www.shop.example/about may be missing: page needed more than 512 MB.',
        ],
        items: expect.arrayContaining([
          expect.objectContaining({ name: 'jQuery', versions: ['3.7.1', '1.12.4'], evidence: [] }),
        ]),
      },
    });
    await other.close();
  });

  test('are read again if the domain is written meanwhile, and a domain that is always written is a 503', async () => {
    const { domains } = api.storage;
    let writes = 2;
    const other = await serve({
      parts: (parts) => ({
        ...parts,
        analysis: () => analysis,
        storage: {
          ...api.storage,
          domains: {
            ...domains,
            sources: async (domain, urls) => {
              const stored = await domains.get(domain);
              if (stored !== null && writes-- > 0) await domains.put([wholeSite(stored)]);
              return domains.sources(domain, urls);
            },
          },
        },
      }),
    });
    const read = () =>
      ask(`${other.url}/domains/shop.example/technologies`, { headers: { 'x-api-key': key } });
    expect(await read()).toMatchObject({ status: 200, body: { data: { notes: [] } } });
    writes = Infinity;
    expect(refusalOf(await read())).toEqual([503, 'shop.example is written again and again; try again.']);
    await other.close();
  });
});

function raise(): never {
  throw new Error('a page');
}
