import { checker, ExportedResult, SearchAnswer } from '@sitegrep/contract';
import { HitsTooMany, OutOfMemory, wholeSite } from '@sitegrep/storage';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Answer,
  ask,
  documentOf,
  refusalOf,
  searching,
  serve,
  type Served,
} from '../../test/served-api.ts';

const checkAnswer = checker(SearchAnswer);
const checkExported = checker(ExportedResult);

let api: Served;
let secret: string;

const HOME =
  '<meta name=generator content="WordPress 6.4"><h1> Yarn\n &amp; wool</h1><form action="/search"></form><form action=/cart></form>';
const ABOUT = '<h1>=About, "us"</h1><script src="/a.js?ver=1.2.3"></script>';

beforeAll(async () => {
  api = await serve();
  secret = await api.key(['search']);
  const shop = documentOf('shop.example', HOME);
  const [home] = shop.pages;
  if (home === undefined) throw new Error('a document has a page');
  const about = { ...home, url: 'https://shop.example/about', source: ABOUT };
  const long = documentOf('long.example', `<h1>${'x'.repeat(10_001)}</h1>`);
  await api.storage.domains.put([
    wholeSite({ ...shop, pages: [about, home] }),
    wholeSite(long),
    wholeSite(documentOf('plain.example', 'nothing')),
  ]);
});
afterAll(() => api.close());

function post(path: string, body: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json', 'x-api-key': secret };
  return ask(api.url + path, { method: 'POST', body: JSON.stringify(body), headers });
}

async function found(request: object) {
  const { status, body } = await post('/search', request);
  const checked = checkAnswer(body);
  if (!checked.ok) throw new Error(`${status} ${JSON.stringify(body)}: ${JSON.stringify(checked.problem)}`);
  const { items, ...rest } = checked.value.data;
  return { ...rest, items: items.filter((item) => item.type !== 'change_item') };
}

async function exported(body: object): Promise<string> {
  const headers = { 'content-type': 'application/json', 'x-api-key': secret };
  const answer = await fetch(`${api.url}/search/export`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers,
  });
  expect(answer.status).toBe(200);
  return answer.text();
}

const EXTRACT = [
  { as: 'made_with', select: 'meta[name="generator"]', attribute: 'content' },
  { as: 'h1', select: 'h1', all: true },
  { as: 'action', select: 'form', attribute: 'action', all: true },
  { as: 'version', pattern: String.raw`\?ver=(?P<number>[\d.]+)`, group: 'number' },
];

describe('values out of sources', () => {
  test('are members of items of domains', async () => {
    const { items } = await found({ q: 'site:shop.example', extract: EXTRACT });
    expect(items).toMatchObject([
      {
        domain: 'shop.example',
        extracted: {
          made_with: 'WordPress 6.4',
          h1: ['Yarn & wool', '=About, "us"'],
          action: ['/search', '/cart'],
          version: '1.2.3',
        },
      },
    ]);
    expect(items[0]).not.toHaveProperty('extracted_cut');
  });

  test('are those of each page by itself', async () => {
    const request = { q: 'site:shop.example', level: 'page', order_by: ['url,asc'], extract: EXTRACT };
    expect((await found(request)).items.map(({ extracted }) => extracted)).toEqual([
      { made_with: 'WordPress 6.4', h1: ['Yarn & wool'], action: ['/search', '/cart'], version: null },
      { made_with: null, h1: ['=About, "us"'], action: [], version: '1.2.3' },
    ]);
  });

  test('say what is missing', async () => {
    const { items } = await found({ q: 'site:long.example', extract: [{ as: 'h1', select: 'h1' }] });
    expect(items).toMatchObject([
      { extracted: { h1: 'x'.repeat(10_000) }, extracted_cut: { h1: ['length'] } },
    ]);
  });

  test('are absent where they are not asked for, and where only the total is', async () => {
    expect((await found({ q: 'site:shop.example' })).items[0]).not.toHaveProperty('extracted');
    expect(await found({ extract: EXTRACT, count_only: true })).toMatchObject({ total_count: 3, items: [] });
  });

  test('may change within a walk', async () => {
    const { offset_token } = await found({ q: '', order_by: ['domain,desc'], limit: 1, extract: EXTRACT });
    const next = await found({
      order_by: ['domain,desc'],
      limit: 1,
      offset_token,
      extract: [{ as: 'x', select: 'title' }],
    });
    expect(next.items).toMatchObject([{ domain: 'plain.example', extracted: { x: null } }]);
  });

  test.each([
    [
      { as: 'title', select: 'a' },
      'extract[0].as is title, which items have already; give the value another name.',
    ],
    [
      { as: 'url', select: 'a' },
      'extract[0].as is url, which items have already; give the value another name.',
    ],
    [
      { as: 'extracted_cut', select: 'a' },
      'extract[0].as is extracted_cut, which items have already; give the value another name.',
    ],
    [
      { as: 'x', select: 'a:first' },
      'extract[0].select is not a selector: at column 2, :first is not known here; the known ones are :contains ',
    ],
    [
      { as: 'x', select: 'a', atribute: 'href' },
      'Field "atribute" of extract[0] is unknown; the nearest known one is "attribute".',
    ],
    [{ select: 'a' }, 'extract[0].as is missing; it is required.'],
    [{ as: 'x', select: 7 }, 'extract[0].select is 7; give a string.'],
  ])('%j is refused', async (one, details) => {
    const [status, text] = refusalOf(await post('/search', { extract: [one] }));
    expect([status, text.slice(0, details.length)]).toEqual([400, details]);
    expect(refusalOf(await post('/search/export', { extract: [one] }))).toEqual([status, text]);
  });

  test('of too many hits for one answer are refused', async () => {
    const all = Array.from({ length: 10 }, (_, number) => ({ as: `v${number}`, select: 'a', all: true }));
    expect(refusalOf(await post('/search', { extract: all, limit: 224 }))).toEqual([
      400,
      'limit is 224, with so many values to extract; give at most 223, or take an export.',
    ]);
    expect((await found({ extract: all, limit: 223 })).items).toHaveLength(3);
  });

  test.each([
    [
      'take too long say how many items were read',
      new HitsTooMany(100, 37),
      'The sources of 100 items must be read for what is shown of them, and those of 37 were within the time limit; give a ' +
        'limit of at most 37, or take an export.',
    ],
    [
      'need too much memory say what to ask less of',
      new OutOfMemory('the index reader needed more than 512 MiB'),
      'The search needs more memory than a search may have; give a smaller limit, or ask for fewer snippets, values or facets.',
    ],
  ])('that %s', async (_which, error, details) => {
    const slow = await serve({
      parts: (parts) => ({
        ...parts,
        storage: {
          ...parts.storage,
          domains: {
            ...parts.storage.domains,
            ...searching(() => Promise.reject(error)),
          },
        },
      }),
    });
    const headers = { 'content-type': 'application/json', 'x-api-key': await slow.key(['search']) };
    const body = JSON.stringify({ extract: EXTRACT, limit: 100 });
    expect(refusalOf(await ask(`${slow.url}/search`, { method: 'POST', body, headers }))).toEqual([
      422,
      details,
    ]);
    await slow.close();
  });
});

describe('an export with values', () => {
  test('has them in its records', async () => {
    const lines = (await exported({ order_by: ['domain,asc'], extract: EXTRACT })).trimEnd().split('\n');
    const records = lines.map((line) => {
      const checked = checkExported(JSON.parse(line));
      if (!checked.ok) throw new Error(`${line}: ${JSON.stringify(checked.problem)}`);
      if (checked.value.type === 'change_item') throw new Error(line);
      return checked.value;
    });
    const { items } = await found({ order_by: ['domain,asc'], extract: EXTRACT });
    expect(records.map(({ extracted }) => extracted)).toEqual(items.map(({ extracted }) => extracted));
    expect(records.map(({ domain }) => domain)).toEqual(['long.example', 'plain.example', 'shop.example']);
  });

  test('has a column of each, in which a spreadsheet sees no formula', async () => {
    const request = { q: 'site:shop.example', format: 'csv', extract: EXTRACT };
    expect(await exported({ ...request, columns: ['h1', 'domain', 'version'] })).toBe(
      'h1,domain,version\r\n"Yarn & wool; \'=About, ""us""","shop.example","1.2.3"\r\n',
    );
    const [head, row] = (await exported({ ...request, level: 'page', q: 'cart' })).split('\r\n');
    expect(head).toBe(
      'type,domain,url,title,rank,fetched_at,charset,truncated,made_with,h1,action,version,offset_token',
    );
    expect(row).toContain(',"WordPress 6.4","Yarn & wool","/search; /cart",,');
  });

  test('marks in a table what is not complete', async () => {
    const extract = [{ as: 'heading', select: 'h1' }];
    const table = await exported({
      q: 'site:long.example',
      format: 'csv',
      columns: ['heading'],
      extract,
    });
    expect(table).toBe(`heading\r\n"${'x'.repeat(10_000)}; [cut]"\r\n`);
  });

  test('has no column of a value that is not asked for', async () => {
    const wish = { format: 'csv', columns: ['domain', 'h2'], extract: [{ as: 'h1', select: 'h1' }] };
    expect(refusalOf(await post('/search/export', wish))).toEqual([
      400,
      expect.stringMatching(
        /^columns\[1\] is h2, which items of level domain do not have; did you mean h1\? If not, use some of .*, h1\.$/,
      ),
    ]);
  });
});
