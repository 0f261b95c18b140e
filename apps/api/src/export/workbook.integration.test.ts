// Workbooks as openpyxl reads them, a library of others in another language.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cacheFolder } from '../../../../infra/dev/cache-folder.ts';
import { ensurePythonPackage } from '../../../../infra/dev/python-package.ts';
import { documentOf, serve, type Served } from '../../test/served-api.ts';
import { workbookBytes } from '@sitegrep/tables/workbook';
import { wholeSite } from '@sitegrep/storage';

// Of the escapes of characters, `_x0041_` and the like, openpyxl leaves the reading to its callers.
const READER = `
import json, sys, openpyxl
from openpyxl.utils.escape import unescape

def value(cell):
    return unescape(cell.value) if cell.data_type == 's' else cell.value

book = openpyxl.load_workbook(sys.argv[1])
print(json.dumps([{
    'title': sheet.title,
    'filter': sheet.auto_filter.ref,
    'frozen': sheet.freeze_panes,
    'bold': [cell.font.b for cell in sheet[1]],
    'formats': [cell.number_format for cell in sheet[2]] if sheet.max_row > 1 else [],
    'quoted': [cell.quotePrefix for cell in sheet[2]] if sheet.max_row > 1 else [],
    'properties': {one.name: one.value for one in book.custom_doc_props.props},
    'rows': [[[value(cell), cell.data_type] for cell in row] for row in sheet.rows],
} for sheet in book], default=str))
`;
import { linkedEmail } from '@sitegrep/site/test/facts';

/** Cells have types: `s` text, `n` number or empty, `d` time, `b` boolean, `f` formula. */
interface Sheet {
  readonly title: string;
  readonly filter: string;
  readonly frozen: string;
  readonly bold: readonly boolean[];
  readonly formats: readonly string[];
  readonly quoted: readonly boolean[];
  readonly properties: Readonly<Record<string, string>>;
  readonly rows: readonly (readonly (readonly [unknown, string])[])[];
}

let python: string;
let folder: string;
let api: Served;
let secret: string;
beforeAll(async () => {
  const programs = await ensurePythonPackage(cacheFolder(process.env, process.getuid?.()), {
    name: 'openpyxl',
    version: '3.1.5',
  });
  python = join(programs, 'python');
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-xlsx-'));
  api = await serve();
  secret = await api.key(['search']);
}, 600_000);
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

async function sheetsOf(bytes: Uint8Array): Promise<readonly Sheet[]> {
  const file = join(folder, 'book.xlsx');
  await writeFile(file, bytes);
  // Asynchronously: a server that stands still refuses requests.
  const { stdout } = await promisify(execFile)(python, ['-c', READER, file], { maxBuffer: 1 << 28 });
  return JSON.parse(stdout) as readonly Sheet[];
}

/** The sheets of an export over HTTP. */
async function exported(body: object): Promise<readonly Sheet[]> {
  const headers = { 'content-type': 'application/json', 'x-api-key': secret };
  const answer = await fetch(`${api.url}/search/export`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ ...body, order_by: ['domain,asc'], format: 'xlsx' }),
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ]);
  return sheetsOf(new Uint8Array(await answer.arrayBuffer()));
}

test('openpyxl reads domains: times, numbers, joined lists, unknown values empty, names in a row that stays', async () => {
  await api.storage.domains.put([
    wholeSite(
      documentOf('shop.example', 'kettles', {
        title: '=1+1',
        emails: [linkedEmail('x@shop.example'), linkedEmail('y@shop.example')],
        technologies: { web_development: { javascript_libraries: ['jQuery', 'React'] } },
      }),
    ),
    wholeSite(documentOf('bare.example', 'kettles')),
  ]);
  const columns = ['domain', 'rank', 'visited', 'title', 'email', 'tech'];
  const sheets = await exported({ q: 'kettles', columns });
  expect(sheets).toEqual([
    {
      title: 'domains',
      filter: 'A1:F3',
      frozen: 'A2',
      bold: [true, true, true, true, true, true],
      formats: ['General', 'General', 'yyyy\\-mm\\-dd\\ hh:mm:ss', 'General', 'General', 'General'],
      quoted: [false, false, false, false, false, false],
      properties: { 'sitegrep.offset_token': null },
      rows: [
        columns.map((name) => [name, 's']),
        [
          ['bare.example', 's'],
          [0, 'n'],
          ['2026-01-02 03:04:05', 'd'],
          [null, 'n'],
          [null, 'n'],
          [null, 'n'],
        ],
        [
          ['shop.example', 's'],
          [0, 'n'],
          ['2026-01-02 03:04:05', 'd'],
          ['=1+1', 's'],
          ['x@shop.example; y@shop.example', 's'],
          ['React; jQuery', 's'],
        ],
      ],
    },
  ]);
});

test('openpyxl reads pages, values and matches, and the token that continues after a limit', async () => {
  await api.storage.domains.put([
    wholeSite(documentOf('paged.example', '<h1>Pots</h1> ladles')),
    wholeSite(documentOf('paged-too.example', 'ladles')),
  ]);
  const body = { q: 'ladles', level: 'page', columns: ['url', 'fetched_at', 'truncated'] };
  const [whole] = await exported(body);
  expect(whole?.title).toBe('pages');
  expect(whole?.rows.slice(1)).toEqual(
    ['https://paged-too.example/', 'https://paged.example/'].map((url) => [
      [url, 's'],
      ['2026-01-02 03:04:05', 'd'],
      [false, 'b'],
    ]),
  );
  const [part] = await exported({ ...body, limit: 1 });
  expect(part?.rows).toHaveLength(2);
  const [rest] = await exported({ ...body, offset_token: part?.properties['sitegrep.offset_token'] });
  expect(rest?.rows.slice(1)).toEqual(whole?.rows.slice(2));
  const read = { q: 'ladles', extract: [{ as: 'h1', select: 'h1' }], snippets: { per_item: 1 } };
  const [values] = await exported(read);
  const names = values?.rows[0]?.map(([name]) => name) ?? [];
  expect([names.includes('type'), names.includes('offset_token')]).toEqual([false, false]);
  const row = values?.rows[2]?.map(([value]) => value) ?? [];
  expect(row[names.indexOf('h1')]).toBe('Pots');
  expect(JSON.parse(String(row[names.indexOf('matches')]))).toMatchObject([{ match: 'ladles' }]);
});

async function* eachOf(texts: readonly string[]): AsyncGenerator<readonly string[], void> {
  for (const text of texts) yield [text];
}

async function bytesOf(pieces: AsyncGenerator<Uint8Array, void>): Promise<Uint8Array> {
  return Buffer.concat(await Array.fromAsync(pieces));
}

/** Sheets of a workbook with one column of texts. */
async function sheetsWith(texts: readonly string[], maxRows?: number): Promise<readonly Sheet[]> {
  const columns = [{ name: 'title', kind: 'text' } as const];
  return sheetsOf(await bytesOf(workbookBytes({ name: 'domains', columns, rows: eachOf(texts) }, maxRows)));
}

test('no text of a site becomes a formula, or anything but itself', async () => {
  const texts = [
    '=cmd|"/C calc"!A0',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '  =1 ',
    '=HYPERLINK("http://evil.example","x")',
    '<c t="str"><f>1+1</f></c>',
    ']]>&amp;&lt;',
    'two\nlines',
    '12',
    'TRUE',
    '#REF!',
    '_x0041_',
    '日本語 😀',
  ];
  const [sheet] = await sheetsWith(texts);
  expect(sheet?.rows.slice(1)).toEqual(texts.map((text) => [[text, 's']]));
});

test.each(['=1', '+49 30 1', '-1', '@a', ' =1', '＝1'])(
  'the text %j stays a text when its cell is edited',
  async (text) => {
    expect((await sheetsWith([text]))[0]?.quoted).toEqual([true]);
  },
);

test('characters that a workbook can not have are replaced', async () => {
  const [sheet] = await sheetsWith(['a\0b\u000bc\ud800d\uffffe\u202ef']);
  expect(sheet?.rows[1]).toEqual([['a\ufffdb\ufffdc\ufffdd\ufffdef', 's']]);
});

test('more rows than a sheet has room for go on in further sheets, each with names and filter', async () => {
  const sheets = await sheetsWith(['a', 'b', 'c', 'd', 'e'], 3);
  expect(
    sheets.map(({ title, filter, frozen, rows }) => [
      title,
      filter,
      frozen,
      rows.flat().map(([value]) => value),
    ]),
  ).toEqual([
    ['domains 1 of 3', 'A1:A3', 'A2', ['title', 'a', 'b']],
    ['domains 2 of 3', 'A1:A3', 'A2', ['title', 'c', 'd']],
    ['domains 3 of 3', 'A1:A2', 'A2', ['title', 'e']],
  ]);
});

test('no match leaves a sheet with the names of the columns', async () => {
  const [sheet, ...others] = await sheetsWith([]);
  expect([sheet?.rows, sheet?.filter, others]).toEqual([[[['title', 's']]], 'A1:A1', []]);
});

test('a cell has room for 32,767 characters; a longer text ends with a mark that says how long it is', async () => {
  const [sheet] = await sheetsWith(['x'.repeat(32_767), 'x'.repeat(32_768), 'é'.repeat(41_203)]);
  const mark = (length: number): string => ` [cut: a cell has room for 32767 of ${length} characters]`;
  expect(
    sheet?.rows
      .slice(1)
      .flat()
      .map(([value]) => value),
  ).toEqual([
    'x'.repeat(32_767),
    'x'.repeat(32_767 - mark(32_768).length) + mark(32_768),
    'é'.repeat(32_767 - mark(41_203).length) + mark(41_203),
  ]);
});
