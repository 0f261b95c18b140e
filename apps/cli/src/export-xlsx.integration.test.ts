// Workbooks as openpyxl reads them, a library of others in another language.
import { execFileSync } from 'node:child_process';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Exported, FoundDomain } from '@sitegrep/client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { cacheFolder } from '../../../infra/dev/cache-folder.ts';
import { ensurePythonPackage } from '../../../infra/dev/python-package.ts';
import { writeXlsx } from './export-xlsx.ts';

// Of the escapes of characters, `_x0041_` and the like, openpyxl leaves the reading to its callers.
const READER = `
import json, sys, openpyxl
from openpyxl.utils.escape import unescape

def value(cell):
    return unescape(cell.value) if cell.data_type == 's' else cell.value

book = openpyxl.load_workbook(sys.argv[1], read_only=True)
print(json.dumps([[sheet.title, [[[value(cell), cell.data_type] for cell in row] for row in sheet.rows]] for sheet in book]))
`;

let python: string;
let folder: string;
beforeAll(async () => {
  python = join(
    await ensurePythonPackage(cacheFolder(process.env, process.getuid?.()), {
      name: 'openpyxl',
      version: '3.1.5',
    }),
    'python',
  );
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-xlsx-'));
}, 600_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Name, and cells with their types (`s` text, `n` number or empty, `f` formula), of each sheet. */
type Sheet = readonly [string, readonly (readonly (readonly [unknown, string])[])[]];

async function sheetsOf(
  items: readonly Exported<FoundDomain>[],
  columns: NonNullable<Parameters<typeof writeXlsx>[1]['columns']>,
  rows?: number,
): Promise<readonly Sheet[]> {
  const file = join(folder, 'book.xlsx');
  await writeFile(file, '');
  const layout = { level: 'domain' as const, hasMatches: false, fields: [], columns };
  await writeXlsx(
    each(items),
    layout,
    (bytes) => appendFile(file, bytes),
    rows === undefined ? {} : { rows },
  );
  const read = execFileSync(python, ['-c', READER, file], { encoding: 'utf8', maxBuffer: 1 << 28 });
  return JSON.parse(read) as readonly Sheet[];
}

async function* each(items: readonly Exported<FoundDomain>[]): AsyncGenerator<Exported<FoundDomain>, void> {
  yield* items;
}

function itemOf(domain: string, rest: Partial<Exported<FoundDomain>> = {}): Exported<FoundDomain> {
  return {
    type: 'domain_technology_item',
    domain,
    title: null,
    description: null,
    meta_keywords: [],
    domain_rank: 0,
    last_visited: null,
    country: null,
    language_code: null,
    content_language_code: null,
    emails: [],
    social_graph_urls: [],
    technologies: {},
    offset_token: '',
    ...rest,
  };
}

test('texts are texts, numbers are numbers, lists are joined, unknown values are empty', async () => {
  const items = [
    itemOf('a.example', { title: '=1+1', domain_rank: 412, emails: ['x@a.example', 'y@a.example'] }),
    itemOf('b.example', { domain_rank: 7 }),
  ];
  expect(await sheetsOf(items, ['domain', 'domain_rank', 'title', 'emails'])).toEqual([
    [
      'domains',
      [
        ['domain', 'domain_rank', 'title', 'emails'].map((name) => [name, 's']),
        [
          ['a.example', 's'],
          [412, 'n'],
          ['=1+1', 's'],
          ['x@a.example; y@a.example', 's'],
        ],
        [
          ['b.example', 's'],
          [7, 'n'],
        ],
      ],
    ],
  ]);
});

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
  const [sheet] = await sheetsOf(
    texts.map((title, number) => itemOf(`site-${number}.example`, { title })),
    ['title'],
  );
  expect(sheet?.[1].slice(1)).toEqual(texts.map((text) => [[text, 's']]));
});

test('characters that a workbook can not have are replaced', async () => {
  const [sheet] = await sheetsOf(
    [itemOf('a.example', { title: 'a\0b\u000bc\ud800d\uffffe\u202ef' })],
    ['title'],
  );
  expect(sheet?.[1][1]).toEqual([['a\ufffdb\ufffdc\ufffdd\ufffdef', 's']]);
});

test('more rows than a sheet holds go on in further sheets, each with the names of the columns', async () => {
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const names = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}.example`);
  const sheets = await sheetsOf(
    names.map((name) => itemOf(name)),
    ['domain'],
    3,
  );
  expect(sheets.map(([title, rows]) => [title, rows.flat().map(([value]) => value)])).toEqual([
    ['domains', ['domain', 'a.example', 'b.example']],
    ['domains_2', ['domain', 'c.example', 'd.example']],
    ['domains_3', ['domain', 'e.example']],
  ]);
  expect(stderr.mock.calls).toEqual([['5 domains: a sheet holds 3 rows, so they are on 3 sheets\n']]);
  stderr.mockRestore();
});

test('no match leaves a sheet with the names of the columns', async () => {
  expect(await sheetsOf([], ['domain', 'title'])).toEqual([
    [
      'domains',
      [
        [
          ['domain', 's'],
          ['title', 's'],
        ],
      ],
    ],
  ]);
});

test('a cell holds 32,767 characters; a longer value is an error that names it', async () => {
  const [sheet] = await sheetsOf([itemOf('a.example', { title: 'x'.repeat(32_767) })], ['title']);
  expect(sheet?.[1][1]).toEqual([['x'.repeat(32_767), 's']]);
  await expect(sheetsOf([itemOf('a.example', { title: 'x'.repeat(32_768) })], ['title'])).rejects.toThrow(
    'the title of a.example has 32,768 characters, and a cell of Excel holds 32,767: leave the column out with --fields, or export with --format csv',
  );
});
