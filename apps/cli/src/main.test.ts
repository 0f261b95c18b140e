import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { zstdDecompressSync } from 'node:zlib';
import { ITEM_FIELDS } from '@sitegrep/contract/item-fields';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer } from '../../../test/support/server-process.ts';
import { ownWord, serveSampleSites, siteName, writeSampleWarc } from '../../../test/support/sample-sites.ts';
import { MAIN, run, runProcess, startUp, type Ended, type Up } from '../test/command.ts';
import { wholeSite } from '@sitegrep/storage';

const SITES = 30;

let folder: string;
let filled: string;
let warc: string;

function sitegrep(
  args: readonly string[],
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
  input = '',
): Promise<Ended> {
  return run(args, { SITEGREP_DATA_DIR: dataDir, ...settings }, input);
}

function readParquet(bytes: Uint8Array): Promise<Record<string, unknown>[]> {
  const compressors = { ZSTD: (packed: Uint8Array) => zstdDecompressSync(packed) };
  return parquetReadObjects({ file: new Uint8Array(bytes).buffer, compressors });
}

const lines = (output: string): Record<string, unknown>[] =>
  output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-cli-'));
  filled = join(folder, 'filled');
  warc = join(folder, 'sites.warc.gz');
  await writeSampleWarc(warc, SITES);
  const { code, stdout, stderr } = await sitegrep(['import', warc], filled);
  const done = code === 0 && stderr === '' && stdout.startsWith(`${SITES} pages stored, 0 unchanged`);
  if (!done) throw new Error(`the import ended with ${String(code)}: ${stdout}${stderr}`);
});
afterAll(() => rm(folder, { recursive: true }));

describe('search', () => {
  let server: Up;
  beforeAll(async () => {
    server = await startUp(filled);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test('prints the domains found and their number, and ends with 1 if there are none', async () => {
    const one = await sitegrep(['search', ownWord(siteName(7)).toUpperCase()], filled);
    expect(one).toMatchObject({ code: 0, stderr: '' });
    expect(one.stdout).toMatch(/^DOMAIN.*\nsite-7\.example.*\n1 domain\n$/);
    const all = await sitegrep(['search', '<html', 'line 7919<', '-n', '4'], filled);
    expect(all.stdout).toContain(`${SITES} domains, 4 shown (--limit, --all)\n`);
    expect(await sitegrep(['search', '"no such text"', '<html'], filled)).toEqual({
      code: 1,
      stdout: '0 domains\n',
      stderr: `note: "no such text" alone: 0 domains\nnote: <html alone: ${SITES} domains\n`,
    });
  });

  test('says how a query is read that may be meant otherwise, and finds one as it stands', async () => {
    expect(await sitegrep(['search', 'line', '7919<', '--count'], filled)).toEqual({
      code: 0,
      stdout: `${SITES}\n`,
      stderr: `note: it is read as 2 parts, each of which may stand anywhere; perhaps "line 7919<" (${SITES} domains)\n`,
    });
    const literal = await sitegrep(['search', '--literal', 'line 7919<', '--count'], filled);
    expect(literal).toEqual({ code: 0, stdout: `${SITES}\n`, stderr: '' });
    expect((await sitegrep(['search', '--literal', 'line OR', '--count'], filled)).code).toBe(1);
  });

  test('prints every domain as a line of JSON', async () => {
    const { code, stdout } = await sitegrep(
      ['search', '<html', '--all', '--json', '--order', 'domain,asc'],
      filled,
    );
    expect(code).toBe(0);
    expect(lines(stdout).map(({ domain }) => domain)).toEqual(
      Array.from({ length: SITES }, (_, n) => siteName(n)).sort(),
    );
  });

  test('takes the query language, further texts and a list of domains', async () => {
    const listed = async (...args: string[]) =>
      (await sitegrep(['search', '<html', '--all', '--json', ...args], filled)).stdout
        .split('\n')
        .slice(0, -1)
        .map((line) => (JSON.parse(line) as { readonly domain: string }).domain);
    const names = [siteName(2), siteName(3)];
    const some = [`site:${names.join(',')},absent.example`, '--order', 'domain,asc'];
    expect(await listed(...some)).toEqual(names);
    expect(await listed(...some, 'rank:>=1')).toEqual([]);
    expect(await listed(...some, '--', `-${ownWord(siteName(2))}`)).toEqual([siteName(3)]);
    expect(await listed(...some, '--term', ownWord(siteName(2)).toUpperCase())).toEqual([siteName(2)]);
    expect(await listed(...some, 'keyword:"found in no title"')).toEqual([]);
    expect(await listed(...some, '/<HTM[k-m]/')).toEqual(names);
    const list = join(folder, 'queried.txt');
    await writeFile(list, `${siteName(3)}\n${siteName(4)}\n`);
    const either = [`${ownWord(siteName(3))} OR ${ownWord(siteName(2))}`, '--domains', list];
    expect(await listed(...either)).toEqual([siteName(3)]);
  });

  test('finds pages, counts, and says how a query is read', async () => {
    const word = ownWord(siteName(7));
    const table = await sitegrep(['search', word, '--pages'], filled);
    expect(table.stdout).toMatch(/^URL +RANK +TITLE\nhttps?:\/\/site-7\.example\/.*\n1 page\n$/);
    const [page] = lines((await sitegrep(['search', word, '--pages', '--json'], filled)).stdout);
    expect(page).toMatchObject({ type: 'page_item', domain: siteName(7) });
    const csv = ['search', word, '--pages', '--format', 'csv', '--fields', 'domain,truncated'];
    expect((await sitegrep(csv, filled)).stdout).toBe(`domain,truncated\r\n"${siteName(7)}","false"\r\n`);
    expect(await sitegrep(['search', '<html', '--count'], filled)).toEqual({
      code: 0,
      stdout: `${SITES}\n`,
      stderr: '',
    });
    expect(await sitegrep(['search', 'no such text', '--count'], filled)).toMatchObject({
      code: 1,
      stdout: '0\n',
    });
    const { stdout } = await sitegrep(['search', word, '/css/', '--explain', '--pages'], filled);
    expect(stdout).toMatch(/^read as +\{"and":\[\{"text":"[\w.-]+"\},\{"text":"\/css\/"\}\]\}\n/);
    expect(stdout).toMatch(/\nnote +\/css\/ is read as a text with its slashes; perhaps [\w.-]+ re:"css"\n$/);
  });

  test('shows where the pages have the terms, as text, as JSON and in exports', async () => {
    const args = ['search', ownWord(siteName(7)).toUpperCase(), '<HTML', '--snippets'];
    const { stdout } = await sitegrep(args, filled);
    const [json] = lines((await sitegrep([...args, '--json'], filled)).stdout);
    expect(json).toMatchObject({
      domain: siteName(7),
      matches: [
        { term: ownWord(siteName(7)), match: ownWord(siteName(7)) },
        { term: '<html', match: '<html', line: 1 },
      ],
    });
    const [record] = lines((await sitegrep([...args, '--format', 'ndjson'], filled)).stdout);
    expect(record?.['matches']).toEqual(json?.['matches']);
    const shown = stdout.split('\n');
    expect(shown[0]).toMatch(/^site-7\.example  0/);
    expect(shown.slice(3, 5)).toEqual([
      expect.stringMatching(/^  <html  https?:\/\/site-7\.example\/\S*  line 1, column \d+$/),
      expect.stringContaining('<html'),
    ]);
    expect(shown.slice(-3)).toEqual(['', '1 domain', '']);
  });

  test('prints names or texts alone, as grep does with -l and -o, and counts with -c', async () => {
    const [two, three] = [ownWord(siteName(2)), ownWord(siteName(3))];
    const either = [`${two.toUpperCase()} OR ${three}`, '--order', 'domain,asc'];
    const lined = async (...args: string[]) => sitegrep(['search', ...args], filled);
    expect(await lined('-l', ...either)).toEqual({
      code: 0,
      stdout: `${siteName(2)}\n${siteName(3)}\n`,
      stderr: '',
    });
    const printed = await lined('-o', ...either);
    expect([printed.code, printed.stderr, printed.stdout.split('\n')]).toEqual([0, '', [two, three, '']]);
    expect(await lined('-c', '-i', ...either)).toEqual({ code: 0, stdout: '2\n', stderr: '' });
    // All of them, where a table has ten.
    expect((await lined('-l', '<html')).stdout.split('\n')).toHaveLength(SITES + 1);
    expect(await lined('-l', '<html', '-n', '4')).toMatchObject({
      stdout: expect.stringMatching(/^(?:site-\d+\.example\n){4}$/),
      stderr: `${SITES} domains, 4 shown (--limit, --all)\n`,
    });
    expect((await lined('-l', '--pages', two)).stdout).toMatch(/^https?:\/\/site-2\.example\/\S*\n$/);
    for (const option of ['-l', '-o'])
      expect(await lined(option, 'no-source-has-this')).toEqual({
        code: 1,
        stdout: '',
        stderr: '0 domains\n',
      });
  });

  test('says which texts are not printed: those that there are none of, and those after the first ten of a page', async () => {
    const conditions = await sitegrep(['search', '-o', `site:${siteName(2)}`], filled);
    expect(conditions).toEqual({
      code: 0,
      stdout: '',
      stderr: 'no text to print: what was found fulfils the query by other things than texts\n',
    });
    const many = await sitegrep(['search', '-o', 'class=', `site:${siteName(2)}`], filled);
    expect(many).toEqual({
      code: 0,
      stdout: 'class=\n'.repeat(10),
      stderr: 'only the first 10 texts are printed of 1 domain, which may have more\n',
    });
  });

  test('shows as many characters around a match as -C says', async () => {
    const lined = async (size: string) =>
      (await sitegrep(['search', '-C', size, 'tml', `site:${siteName(2)}`, '--json'], filled)).stdout;
    const [five] = lines(await lined('5'));
    const [first] = (five?.['matches'] ?? []) as { before: string; match: string; after: string }[];
    // The source begins with its doctype and <html.
    expect([first?.before.length, first?.match.toLowerCase(), first?.after.length]).toEqual([5, 'tml', 5]);
    const bare = await sitegrep(['search', '-C', '0', 'tml', `site:${siteName(2)}`], filled);
    expect(bare.stdout.split('\n')[2]).toMatch(/^ {4}tml$/i);
  });

  test('reads values out of pages into columns', async () => {
    const word = ownWord(siteName(7));
    const values = [
      ['--extract', 'own=css:body@data-own'],
      ['--extract', 'rows[]=css:p:nth-child(-n+2)'],
      ['--extract', String.raw`line=re:line (\d+)`],
      ['--extract', 'none=css:h1'],
    ].flat();
    const table = await sitegrep(['search', word, ...values], filled);
    const rows = `${siteName(7)} line 0; ${siteName(7)} line 7919`;
    expect(table.stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['DOMAIN', 'RANK', 'OWN', 'ROWS', 'LINE', 'NONE'],
      [siteName(7), expect.stringMatching(/^\d+$/), word, rows, '0'],
      ['1 domain'],
      [''],
    ]);
    const csv = ['search', word, ...values, '--pages', '--format', 'csv', '--fields', 'own,domain,none'];
    expect((await sitegrep(csv, filled)).stdout).toBe(
      `own,domain,none,rows,line\r\n"${word}","${siteName(7)}",,"${rows}","0"\r\n`,
    );
    const [json] = lines((await sitegrep(['search', word, ...values, '--json'], filled)).stdout);
    expect(json?.['extracted']).toEqual({ own: word, rows: rows.split('; '), line: '0', none: null });
    const bad = await sitegrep(
      ['search', word, '--extract', 'own=css:body@data-own', '--extract', 'x=css:a:b'],
      filled,
    );
    expect([bad.code, bad.stderr]).toEqual([
      2,
      expect.stringMatching(
        /^error: --extract "x=css:a:b" is not a selector: at column 2, :b is not known here; /,
      ),
    ]);
  });

  test('exports every match as over HTTP, and continues after any of them', async () => {
    const args = ['search', '<html', '--format', 'ndjson', '--order', 'domain,asc'];
    const whole = lines((await sitegrep(args, filled)).stdout);
    expect(whole.map(({ domain }) => domain)).toEqual(
      Array.from({ length: SITES }, (_, n) => siteName(n)).sort(),
    );
    expect(whole.at(-1)).toMatchObject({ offset_token: '' });
    const rest = await sitegrep([...args, '--offset-token', String(whole[4]?.['offset_token'])], filled);
    expect(lines(rest.stdout)).toEqual(whole.slice(5));
    const csv = await sitegrep(['search', '<html', '--format', 'csv', '-n', '3'], filled);
    expect(csv.stdout.split('\r\n')).toHaveLength(1 + 3 + 1);
  });

  test('exports to a file that appears when it is complete', async () => {
    const target = join(folder, 'exports');
    await mkdir(target);
    const csv = join(target, 'found.csv');
    const query = ['search', '<html', '--fields', 'domain', '-n', '3', '--format'];
    const printed = await sitegrep([...query, 'csv'], filled);
    expect(await sitegrep([...query, 'csv', '--out', csv], filled)).toEqual({
      code: 0,
      stdout: `3 domains written to ${csv}\n`,
      stderr: '',
    });
    expect(await readFile(csv, 'utf8')).toBe(printed.stdout);
    const book = join(target, 'found.xlsx');
    expect(await sitegrep([...query, 'xlsx', '--out', book], filled)).toMatchObject({ code: 0, stderr: '' });
    expect((await readFile(book)).subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
    const table = join(target, 'found.parquet');
    expect(await sitegrep([...query, 'parquet', '--out', table], filled)).toMatchObject({
      code: 0,
      stdout: `3 domains written to ${table}\n`,
    });
    const rows = await readParquet(await readFile(table));
    expect(rows.map(({ domain }) => `"${String(domain)}"`)).toEqual(
      printed.stdout.trim().split('\r\n').slice(1),
    );
    // The file of an earlier export stays when a later one fails.
    const refused = [...query, 'csv', '--out', csv, '--offset-token', 'x'];
    expect(await sitegrep(refused, filled)).toMatchObject({ code: 2, stdout: '' });
    expect(await readFile(csv, 'utf8')).toBe(printed.stdout);
    expect((await readdir(target)).toSorted()).toEqual(['found.csv', 'found.parquet', 'found.xlsx']);
  });

  test('exports values and matches as columns of a table with types', async () => {
    const table = join(folder, 'values.parquet');
    const values = ['--extract', 'paragraph=css:p', '--extract', 'names[]=css:[class]@class', '--snippets'];
    const query = [
      'search',
      ownWord(siteName(3)),
      ...values,
      '--format',
      'parquet',
      '--pages',
      '--out',
      table,
    ];
    expect(await sitegrep(query, filled)).toMatchObject({ code: 0, stderr: '' });
    const [row = {}] = await readParquet(await readFile(table));
    const [match] = row['matches'] as { match: string }[];
    expect([row['domain'], match?.match, row['paragraph']]).toEqual([
      siteName(3),
      ownWord(siteName(3)),
      `${siteName(3)} line 0`,
    ]);
    expect((row['names'] as string[]).slice(0, 2)).toEqual(['row-0', 'row-1']);
    expect(row['fetched_at']).toBeInstanceOf(Date);
  });

  test('shows values beside the fields that are named, also if they are not', async () => {
    const query = ['search', ownWord(siteName(3)), '--extract', 'line=css:p', '--fields'];
    const csv = async (fields: string): Promise<string> =>
      (await sitegrep([...query, fields, '--format', 'csv'], filled)).stdout;
    expect(await csv('domain')).toBe(`domain,line\r\n"${siteName(3)}","${siteName(3)} line 0"\r\n`);
    expect(await csv('line,domain')).toBe(`line,domain\r\n"${siteName(3)} line 0","${siteName(3)}"\r\n`);
    const { stdout } = await sitegrep([...query, 'domain'], filled);
    expect(stdout).toContain(`${siteName(3)} line 0`);
  });

  test('prints lines as uncover does, of pages with their URL', async () => {
    const query = ['search', ownWord(siteName(3)), '--format', 'uncover'];
    const [domain] = lines((await sitegrep(query, filled)).stdout);
    expect(domain).toMatchObject({ source: 'sitegrep', ip: '', port: 0, host: siteName(3), url: '' });
    const [page] = lines((await sitegrep([...query, '--pages'], filled)).stdout);
    expect(page).toMatchObject({ host: siteName(3), url: expect.stringMatching(/^https?:\/\//) });
    expect(await sitegrep(['search', '"no such text"', '--format', 'uncover'], filled)).toEqual({
      code: 1,
      stdout: '',
      stderr: '0 domains\n',
    });
  });

  test.each([
    ['domain', []],
    ['page', ['--pages']],
  ] as const)('takes each field of a %s by its name', async (level, options) => {
    const where = ['search', `site:${siteName(3)}`, '--limit', '1', ...options];
    const names = ITEM_FIELDS[level];
    const fields = ['--fields', names.join(',')];
    const { stdout } = await sitegrep([...where, ...fields, '--format', 'csv'], filled);
    expect(stdout.split('\r\n')[0]).toBe(names.join(','));
    const [item] = lines((await sitegrep([...where, ...fields, '--json'], filled)).stdout);
    expect(Object.keys(Object(item))).toEqual(expect.arrayContaining([...names]));
  });

  test('shows the fields that are asked for, in their order, and finds by a condition alone', async () => {
    const where = ['search', `site:WWW.${siteName(3)},${siteName(2)}`, '--order', 'domain,asc'];
    const table = await sitegrep([...where, '--fields', 'rank,domain'], filled);
    expect(table.stdout.split('\n').map((line) => line.trim().split(/ {2,}/).at(-1))).toEqual([
      'DOMAIN',
      ...[siteName(2), siteName(3)].sort(),
      '2 domains',
      '',
    ]);
    const list = join(folder, 'listed.txt');
    await writeFile(list, `${siteName(3)}\n${siteName(4)}\nabsent.example\n`);
    const listed = await sitegrep([...where, '--domains', list, '--json'], filled);
    expect(lines(listed.stdout).map(({ domain }) => domain)).toEqual([siteName(3)]);
    const missing = await sitegrep(['search', '--domains', `${list}x`], filled);
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('listed.txtx')]);
    const csv = await sitegrep(
      [...where, '--fields', 'site_name,domain', '--format', 'csv', '--bom'],
      filled,
    );
    expect(csv.stdout.split('\r\n')[0]).toBe('\ufeffsite_name,domain');
    expect(csv.stdout.split('\r\n')).toHaveLength(1 + 2 + 1);
  });

  test('ends quietly when the reader of its output closes it', async () => {
    const child = spawn(process.execPath, [MAIN, 'search', '<html', '--all', '--json'], {
      env: { ...process.env, SITEGREP_DATA_DIR: filled },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.destroy();
    const [stderr, [code]] = await Promise.all([
      text(child.stderr),
      once(child, 'exit') as Promise<[number | null]>,
    ]);
    expect([code, stderr]).toEqual([0, '']);
  });

  test.each([
    [[''], 'name what to find: '],
    [['x', '/a(?=b)/'], 'the query cannot be read: at column 5, looking ahead or behind is not possible'],
    [['a', '--limit', '0'], 'limit is 0; give 1 to 10000'],
    [['a', '--offset', '10001'], 'offset is 10001; give 0 to 9999'],
    [
      ['a', '--order', 'size,asc'],
      'order_by[0] is "size,asc", which begins with no field that can be ordered by',
    ],
    [['a', '--limit', 'many'], '--limit'],
    [['a', '--term', 'b', '--term', ' '], '--term " " cannot be looked for: the text is only white space'],
    [['a', 'has:fax', '--term', 'b'], 'the query cannot be read: at column 7, has: is "fax"'],
    [['a', '--count', '--explain'], '--count and --explain exclude each other: give one of them.'],
    [['a', '-c', '-l'], '--count and --names exclude each other: give one of them.'],
    [['a', '-l', '-o'], '--names and --only-matching exclude each other: give one of them.'],
    [['a', '-o', '--json'], '--only-matching and --json exclude each other: give one of them.'],
    [['a', '-o', '-C', '5'], '--only-matching and --context exclude each other: give one of them.'],
    [['a', '-C', '-1'], 'Give 0 to 400.'],
    [['a', '-C', '401'], 'Give 0 to 400.'],
    [['a', '-C', 'few'], 'Give 0 to 400.'],
    [['a', '--format', 'csv', '--offset-token', 'x'], 'offset_token is not a token'],
    [[], 'name what to find: '],
    [['a', 'country:Germny'], 'the nearest are DE (Germany), '],
    [
      ['a', '--fields', 'domain,titel'],
      'titel is not a field here; did you mean title? If not, give some of domain,title,',
    ],
    [['a', '--fields', 'country_iso_code'], 'country_iso_code is not a field here; did you mean country? '],
    [['a', '--pages', '--fields', 'email'], 'email is not a field here; give some of domain,url,title,'],
    [['a', '--bom'], '--bom needs --format csv'],
    [['a', '--offset-token', 'x'], '--offset-token needs --format'],
    [['a', '--format', 'csv', '--json'], 'give one of them'],
    [['a', '--format', 'uncover', '--snippets'], 'leave out --fields, --snippets and --extract.'],
    [['a', '--format', 'parquet', '--bom'], '--bom needs --format csv'],
    [
      ['a', '--out', 'found.txt'],
      '--out needs --format: add one of ndjson, csv, parquet, xlsx, uncover, or end the name of the file so',
    ],
    [['a', '--format', 'csv', '--out', tmpdir()], `--out ${tmpdir()} is not a file that could be written`],
    [['a', '--format', 'csv', '--out', '/none/a.csv'], 'there is no folder /none; make it first'],
  ])('of %j is refused', async (args, message) => {
    const { code, stdout, stderr } = await sitegrep(['search', ...args], filled);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('    at ');
  });

  test('tells a fault in the request before it tells that there is no data', async () => {
    const empty = join(folder, 'empty');
    const { code, stderr } = await sitegrep(['search', 'x has:fax'], empty);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^error: the query cannot be read: at column 7, has: is "fax"/),
    ]);
  });

  test('without a result says so on standard error where standard output is for a program', async () => {
    for (const format of [['--json'], ['--format', 'csv'], ['--format', 'ndjson']]) {
      const { code, stderr } = await sitegrep(['search', 'no-source-has-this', ...format], filled);
      expect([format, code, stderr]).toEqual([format, 1, '0 domains\n']);
    }
  });

  test('says that an offset skips every result', async () => {
    const all = await sitegrep(['search', '<'], filled);
    const total = /(\d+) domains?\b/.exec(all.stdout)?.[1] ?? '';
    const { stdout } = await sitegrep(['search', '<', '--offset', '5000'], filled);
    expect(stdout).toMatch(new RegExp(`^${total} domains?, none shown: --offset 5,000 skips all\n$`));
  });

  test('in a folder without data says what to do, and creates nothing', async () => {
    const empty = join(folder, 'empty');
    for (const command of [['search', 'x'], ['stats'], ['verify'], ['keys', 'list']]) {
      const { code, stderr } = await sitegrep(command, empty);
      expect(code).toBe(2);
      expect(stderr).toBe(
        `error: there is no data in ${empty}: crawl or import something first, ` +
          'or set SITEGREP_DATA_DIR to the folder that has it\n',
      );
    }
    expect(existsSync(empty)).toBe(false);
  });
});

describe('import', () => {
  test('of stored pages changes nothing', async () => {
    const { code, stdout } = await sitegrep(['import', warc, '--json'], filled);
    expect(code).toBe(0);
    expect(lines(stdout).at(-1)).toMatchObject({
      type: 'summary',
      outcomes: { unchanged: SITES },
      documents_stored: 0,
    });
  });

  test('of a truncated capture stores what there is and reports the record', async () => {
    const cut = join(folder, 'cut.warc.gz');
    await writeSampleWarc(cut, SITES);
    await truncate(cut, Math.floor((await stat(cut)).size / 2));
    const dataDir = join(folder, 'cut');
    const { code, stdout } = await sitegrep(['import', cut], dataDir);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^1[345] pages stored, 0 unchanged/);
    expect(stdout).toMatch(
      new RegExp(
        `\n1 place is damaged:\n  ${cut}, record \\d+, offset \\d+.*: the input ends (?:in the middle of it|within)`,
      ),
    );
    expect((await sitegrep(['search', ownWord(siteName(3))], dataDir)).code).toBe(0);
    expect((await sitegrep(['verify'], dataDir)).code).toBe(0);
  });

  test('of a file that is not a capture, or does not exist, is refused', async () => {
    const other = join(folder, 'other.warc');
    await writeFile(other, 'domain,rank\nexample.com,1\n');
    const dataDir = join(folder, 'none');
    const { code, stderr } = await sitegrep(['import', other], dataDir);
    expect(code).toBe(2);
    expect(stderr).toMatch(`error: ${other}: can't be read: the input is text that begins with "domain,rank`);
    expect(await sitegrep(['import', join(folder, 'nowhere.warc')], dataDir)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: `error: ${join(folder, 'nowhere.warc')}: no such file.\n`,
    });
  });

  test('reads standard input; without a page it ends with code 1', async () => {
    const plain = join(folder, 'plain');
    const { code, stdout, stderr } = await sitegrep(
      ['import', '-'],
      plain,
      {},
      'WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n',
    );
    expect([code, stdout]).toEqual([1, 'skipped 1 record: other record types\n']);
    expect(stderr).toBe('no page was imported: the files hold none that can be indexed\n');
  });
});

describe('crawl', () => {
  test('ends with a table of outcomes and the refused lines, and the sites are indexed', async () => {
    const { server, proxyUrl } = await serveSampleSites(0);
    const dataDir = join(folder, 'crawled');
    const list = join(folder, 'list.txt');
    await writeFile(list, `${siteName(1)}\nhttp://${siteName(2)}/\n\nwhat is this\n`);
    try {
      const settings = { SITEGREP_HTTP_PROXY: proxyUrl, SITEGREP_HTTP_PROXY_GUARD: 'proxy' };
      const { code, stdout, stderr } = await sitegrep(['crawl', list, '--max-pages', '1'], dataDir, settings);
      expect(code).toBe(0);
      expect(stdout).toMatch(/^OUTCOME +SITES +MEANING\nindexed +2 /);
      expect(stderr).toContain(
        `1 line names no site:\n  ${list}, line 4: what is this (not a domain or http(s) URL)\n`,
      );
      expect(stdout).not.toContain('FAILED');
      expect((await sitegrep(['search', ownWord(siteName(2))], dataDir)).code).toBe(0);
      const json = await sitegrep(['crawl', list, '--max-pages', '1', '--json'], dataDir, settings);
      const printed = lines(json.stdout);
      expect(new Set(printed.map(({ domain }) => domain))).toEqual(new Set([siteName(1), siteName(2)]));
      expect(printed[0]).toMatchObject({ started_at: expect.stringMatching(/ \+00:00$/) });
      const junk = await sitegrep(['crawl', '-'], dataDir, settings, 'what is this\n');
      expect(junk).toMatchObject({ code: 2, stdout: '' });
      expect(junk.stderr).toMatch(
        /no site to crawl was named:\nstandard input: no line of it names a site\.\n1 line names/,
      );
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });

  test('of a missing list is refused', async () => {
    expect(await sitegrep(['crawl', './nowhere.txt'], join(folder, 'none'))).toEqual({
      code: 2,
      stdout: '',
      stderr: 'error: no site to crawl was named:\n./nowhere.txt: no such file.\n',
    });
    expect((await sitegrep(['crawl'], join(folder, 'none'))).stderr).toBe(
      'error: name a domain, a URL or a file that lists some.\n',
    );
  });
});

describe('one owner', () => {
  test('a folder in use is served by its process, and refused to others', async () => {
    const server = await startServer(filled);
    try {
      for (const command of [['up'], ['index', 'rebuild']]) {
        const { code, stderr } = await sitegrep(command, filled, { SITEGREP_PORT: '0' });
        expect(code).toBe(2);
        expect(stderr).toContain(`the data folder ${filled} is in use by process ${server.pid}: stop it`);
      }
      expect((await sitegrep(['search', '<html'], filled)).code).toBe(0);
      expect((await sitegrep(['import', warc], filled)).stdout).toMatch(`0 pages stored, ${SITES} unchanged`);
      expect((await sitegrep(['stats', '--json'], filled)).stdout).toContain(`"domains":${SITES}`);
      const { stdout: secret } = await sitegrep(['keys', 'create', '--name', 'beside'], filled);
      const response = await fetch(`${server.url}/html-source-code-search`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': secret.trim() },
        body: JSON.stringify({ search_terms: ['<html'] }),
      });
      expect(response.status).toBe(200);
    } finally {
      await server.stop();
    }
  });

  test('a folder that can’t be made is named', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    const { code, stderr } = await sitegrep(['up'], join(file, 'data'), { SITEGREP_PORT: '0' });
    expect(code).toBe(2);
    expect(stderr).toContain(`error: ${file} is a file, and the data need a folder: set SITEGREP_DATA_DIR`);
  });
});

describe('keys', () => {
  test.each([
    [[], ['search']],
    [['--scope', 'source'], ['source']],
    [
      ['--scope', 'source', '--scope', 'serp'],
      ['source', 'serp'],
    ],
    [
      ['--scope', 'source', 'admin'],
      ['source', 'admin'],
    ],
  ])('with %j have the scopes %j', async (args, scopes) => {
    const dataDir = join(folder, 'keys', `scopes ${args.join('')}`);
    const { stdout } = await sitegrep(['keys', 'create', '--name', 'x', '--json', ...args], dataDir);
    expect(JSON.parse(stdout)).toMatchObject({ scopes });
  });

  test('are created, listed without their secrets, and revoked', async () => {
    const dataDir = join(folder, 'keys', 'new');
    const created = await sitegrep(
      ['keys', 'create', '--name', 'my tool', '--scope', 'search', 'admin'],
      dataDir,
    );
    expect(created.code).toBe(0);
    const secret = created.stdout.trim();
    expect(secret).toMatch(/^sg_\w+$/);
    const listed = await sitegrep(['keys', 'list', '--json'], dataDir);
    expect(listed.stdout).not.toContain(secret);
    const key = JSON.parse(listed.stdout) as { id: string; name: string; scopes: string[] };
    expect(key).toMatchObject({ name: 'my tool', scopes: ['search', 'admin'] });
    const { id } = key;
    const rotated = await sitegrep(['keys', 'rotate', id, '--overlap', '12h'], dataDir);
    expect(rotated.stdout).toMatch(/^sg_\w+\n$/);
    expect(rotated.stdout).not.toContain(secret);
    const end = new Date(Date.now() + 12 * 3_600_000).toISOString().slice(0, 10);
    expect(rotated.stderr).toContain(`earlier secrets work until ${end}`);
    expect((await sitegrep(['keys', 'list'], dataDir)).stdout).toContain(`earlier secrets end ${end}`);
    expect((await sitegrep(['keys', 'revoke', id], dataDir)).code).toBe(0);
    expect((await sitegrep(['keys', 'list'], dataDir)).stdout).toContain('revoked');
    const again = await sitegrep(['keys', 'rotate', id], dataDir);
    expect([again.code, again.stdout, again.stderr]).toEqual([
      2,
      '',
      'error: The key is revoked; create another one.\n',
    ]);
    const audit = await sitegrep(['audit', '--json'], dataDir);
    const acts = audit.stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
    expect(acts.map(({ actor, action, target, result }) => [actor, action, target === id, result])).toEqual([
      ['command_line', 'key.rotate', true, 'refused'],
      ['command_line', 'key.revoke', true, 'done'],
      ['command_line', 'key.rotate', true, 'done'],
      ['command_line', 'key.create', true, 'done'],
    ]);
    const filtered = await sitegrep(['audit', '--action', 'key.rotate', '--limit', '1'], dataDir);
    expect(filtered.stdout).toMatch(
      /^TIME .*\n.* command line +key\.rotate +[-0-9a-f]{36} +refused 409 +127\.0\.0\.1 +[-0-9a-f]{36}\n$/,
    );
    const stored = await readFile(join(dataDir, 'records.sqlite'), 'latin1');
    for (const each of [secret, rotated.stdout.trim()]) expect(stored).not.toContain(each.slice(12));
  });

  test.each([
    [['keys', 'create'], "required option '--name <text>' not specified"],
    [['keys', 'create', '--name', 'x', '--scope', 'root'], 'Allowed choices are'],
    [['keys', 'create', '--name', 'x', '--expires', '2001-01-01'], 'Give a date in the future.'],
    [['keys', 'revoke', 'nope'], 'there is no key nope'],
    [['keys', 'rotate', 'nope'], 'there is no key nope'],
    [['keys', 'rotate', 'nope', '--overlap', '31d'], 'Give a duration from 0s to 30d'],
    [['keys', 'rotate', 'nope', '--overlap', '12'], 'Give a duration from 0s to 30d'],
  ])('%j is refused', async (args, message) => {
    const { code, stderr } = await sitegrep(args, filled);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe('settings', () => {
  test('are printed with secrets masked', async () => {
    const { code, stdout } = await sitegrep(['config'], filled, {
      SITEGREP_ADMIN_KEY: `sg_${'s'.repeat(40)}`,
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`SITEGREP_DATA_DIR +set +${filled}\n`));
    expect(stdout).toContain('SITEGREP_ADMIN_KEY');
    expect(stdout).not.toContain('ssss');
  });

  test('that are invalid are all named', async () => {
    await mkdir(join(folder, 'unused'));
    const { code, stderr } = await sitegrep(['up'], join(folder, 'unused'), {
      SITEGREP_PORT: 'http',
      SITEGREP_DATADIR: '/data',
    });
    expect(code).toBe(2);
    expect(stderr).toContain('SITEGREP_PORT is "http" but must be an integer from 0 to 65,535');
    expect(stderr).toContain('SITEGREP_DATADIR is not a setting; did you mean SITEGREP_DATA_DIR?');
  });
});

test('verify ends with 1 once the index misses a page that is stored', async () => {
  const dataDir = join(folder, 'broken');
  await cp(filled, dataDir, { recursive: true });
  const agreed = await sitegrep(['verify', '--json'], dataDir);
  expect([agreed.code, lines(agreed.stdout)[0]?.['disagreements']]).toEqual([0, []]);
  // The segments of another folder, which has had as many changes, are intact and belong to other sources.
  const other = join(folder, 'other');
  await cp(filled, other, { recursive: true });
  for (const [changed, source] of [
    [dataDir, 'a source that is stored'],
    [other, 'another source, which is indexed'],
  ] as const) {
    const storage = await openSqliteStorage({ dataDir: changed, readers: 1 });
    const document = await storage.domains.get(siteName(7));
    if (document === null) throw new Error('the import stored no such site');
    const pages = document.pages.map((page) => ({ ...page, source }));
    await storage.domains.put([wholeSite({ ...document, pages })]);
    await storage.close();
  }
  await rm(join(dataDir, 'segments'), { recursive: true });
  await cp(join(other, 'segments'), join(dataDir, 'segments'), { recursive: true });
  const broken = await sitegrep(['verify'], dataDir);
  expect(broken.code).toBe(1);
  expect(broken.stdout).toMatch(/\d+ disagreements/);
});

test.each([
  ['a search that finds something', ['search', '<html'], 0, /domains, 10 shown/],
  [
    'a search that finds nothing',
    ['search', '"no such text" country:DE'],
    1,
    /^0 domains\n(?:note: .*alone: \d+ domains\n){2}$/,
  ],
  ['an unknown command', ['serach', 'x'], 2, /^error: unknown command 'serach'/],
  ['the help of an unknown command', ['help', 'serach'], 2, /^error: unknown command 'serach'\n.*search/],
  ['the help of a command', ['help', 'search'], 0, /^Usage: sitegrep search /],
  ['a version', ['version'], 0, /^\d+\.\d+\.\d+\n$/],
  ['a version in short', ['-v'], 0, /^\d+\.\d+\.\d+\n$/],
])('a process ends with the exit code of %s', async (_what, args, expected, output) => {
  const { code, stdout, stderr } = await runProcess(args, { SITEGREP_DATA_DIR: filled });
  expect(code).toBe(expected);
  expect(stdout + stderr).toMatch(output);
});
