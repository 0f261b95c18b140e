import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { DomainDocument } from '@sitegrep/site';
import { NO_PAGE_FACTS, NO_SITE_FACTS, linkedEmail, writtenPhone } from '@sitegrep/site/test/facts';
import { wholeSite } from '@sitegrep/storage';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run, startUp, type Ended, type Up } from '../../test/command.ts';

const SOURCE = '\ufeff<script src="/js/jquery-3.7.1.min.js"></script>\n<p>Grüße \u001b[31m';
const JQUERY = {
  name: 'jQuery',
  version: '3.7.1',
  confidence: 100,
  paths: ['web_development.javascript_libraries'],
};
const NGINX = {
  name: 'Nginx',
  version: '1.25.3',
  confidence: 100,
  paths: ['servers.web_servers'],
  evidence: [
    {
      field: 'headers',
      key: 'server',
      pattern: 'nginx',
      match: 'nginx/1.25.3',
      confidence: 100,
      version: '1.25.3',
    },
  ],
} as const;

let folder: string;
let dataDir: string;
let list: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-lookup-'));
  dataDir = join(folder, 'data');
  await mkdir(dataDir);
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  await storage.domains.put([
    wholeSite(documentOf('shop.example', 'Tea, "and"; more')),
    wholeSite(documentOf('plain.example', '=cmd', [])),
  ]);
  await storage.close();
  list = await listed(
    'list.txt',
    '# a list\nhttps://www.shop.example/x\n\nplain.example\nunknown.example\njunk here\n',
  );
});
afterAll(() => rm(folder, { recursive: true }));

function documentOf(
  domain: string,
  title: string,
  technologies: DomainDocument['pages'][0]['facts']['technologies'] = [JQUERY, NGINX],
): DomainDocument {
  const page = (path: string) => ({
    url: `https://${domain}/${path}`,
    fetchedAt: Date.UTC(2026, 0, 2),
    charset: 'utf-8',
    truncated: false,
    source: SOURCE,
    facts: { ...NO_PAGE_FACTS, title, technologies },
  });
  const phone = writtenPhone('+4940123456', '040 123456', 'https://x/');
  return {
    domain,
    pages: [page(''), page('about')],
    facts: { ...NO_SITE_FACTS, title, emails: [linkedEmail(`info@${domain}`)], phoneNumbers: [phone] },
  };
}

async function listed(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

function sitegrep(args: readonly string[], input = ''): Promise<Ended> {
  return run(args, { SITEGREP_DATA_DIR: dataDir }, input);
}

const lookup = (...args: readonly string[]): Promise<Ended> => sitegrep(['lookup', list, ...args]);

describe('sitegrep lookup without a server', () => {
  test('shows what is stored as a table, and tells what became of the other entries', async () => {
    expect(await lookup('--fields', 'domain,title')).toEqual({
      code: 0,
      stdout: [
        'DOMAIN         TITLE',
        'shop.example   Tea, "and"; more',
        'plain.example  =cmd',
        '2 of 4 entries are stored',
        'nothing is stored for 1 entry:',
        '  unknown.example',
        'no domain is named by 1 entry:',
        '  junk here (not a domain or http(s) URL)',
        '',
      ].join('\n'),
      stderr: '',
    });
  });

  test('submits one crawl of what is missing', async () => {
    const { code, stderr } = await lookup('--crawl-missing', '--json');
    expect(code).toBe(0);
    expect(stderr).toMatch(/crawl \S+ of 1 site is submitted; "sitegrep crawl --resume" crawls them\n$/);
    const crawls = await sitegrep(['crawls', 'list', '--json']);
    expect(JSON.parse(crawls.stdout)).toMatchObject({ sites: { total: 1 } });
    const none = await sitegrep(['lookup', '-', '--crawl-missing'], 'shop.example\n');
    expect(none.stderr).toBe('nothing is missing that could be crawled\n');
  });
});

describe('beside a server', () => {
  let server: Up;
  beforeAll(async () => {
    server = await startUp(dataDir);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  describe('sitegrep lookup', () => {
    test('submits a crawl of what is missing', async () => {
      const { stderr } = await lookup('--crawl-missing', '--json');
      expect(stderr).toMatch(/crawl \S+ of 1 site is submitted\n$/);
    });

    test('prints every entry as JSON, with further fields where they are asked for', async () => {
      const { stdout, stderr } = await lookup('--json', '--fields', 'phone_numbers');
      const lines = stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(lines).toEqual([
        {
          input: 'https://www.shop.example/x',
          domain: 'shop.example',
          item: expect.objectContaining({ title: 'Tea, "and"; more', phone_numbers: [expect.anything()] }),
        },
        { input: 'plain.example', domain: 'plain.example', item: expect.objectContaining({ title: '=cmd' }) },
        { input: 'unknown.example', domain: 'unknown.example', item: null },
        { input: 'junk here', domain: null, item: null, error: 'not a domain or http(s) URL' },
      ]);
      expect(stderr).toBe(
        '2 of 4 entries are stored\nno domain is named by 1 entry:\n  junk here (not a domain or http(s) URL)\n',
      );
      expect((await lookup('--format', 'ndjson', '--fields', 'phone_numbers')).stdout).toBe(stdout);
    });

    test('writes every entry as CSV, in which no cell is a formula', async () => {
      const { stdout } = await lookup('--format', 'csv', '--fields', 'title,email,rank');
      expect(stdout).toBe(
        [
          'input,status,title,email,rank',
          '"https://www.shop.example/x","stored","Tea, ""and""; more","info@shop.example",0',
          `"plain.example","stored","'=cmd","info@plain.example",0`,
          '"unknown.example","not stored",,,',
          '"junk here","not a domain or http(s) URL",,,',
          '',
        ].join('\r\n'),
      );
      expect((await lookup('--format', 'csv', '--bom')).stdout).toMatch(/^\ufeffinput,status,domain,title,/);
    });

    test('writes a file when it is complete', async () => {
      const out = join(folder, 'known.csv');
      expect(await lookup('--format', 'csv', '--fields', 'domain', '--out', out)).toMatchObject({
        code: 0,
        stdout: `4 rows written to ${out}\n`,
      });
      expect(await readFile(out, 'utf8')).toMatch(/^input,status,domain\r\n(?:.+\r\n){4}$/);
      const workbook = join(folder, 'known.xlsx');
      expect((await lookup('--format', 'xlsx', '--out', workbook)).stdout).toMatch(/^4 rows written to /);
      expect((await readFile(workbook)).subarray(0, 2).toString()).toBe('PK');
    });

    test('prints what is missing, for a crawl', async () => {
      expect(await lookup('--missing')).toMatchObject({ code: 0, stdout: 'unknown.example\n' });
    });

    test('reads standard input, CSV, NDJSON and gzip', async () => {
      const found = async (path: string, input = ''): Promise<readonly unknown[]> => {
        const { stdout } = await sitegrep(['lookup', path, '--json'], input);
        return stdout
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line))
          .map(({ input: entry, item, error }) => [entry, error ?? item !== null]);
      };
      expect(await found('-', 'shop.example\nx y\n')).toEqual([
        ['shop.example', true],
        ['x y', 'not a domain or http(s) URL'],
      ]);
      const csv = await listed('ranked.csv', '1,shop.example\n2,unknown.example\n');
      expect(await found(csv)).toEqual([
        ['shop.example', true],
        ['unknown.example', false],
      ]);
      const json = await listed('list.ndjson', '"shop.example"\n{"url": "https://plain.example/a"}\n{\n');
      expect(await found(json)).toEqual([
        ['shop.example', true],
        ['https://plain.example/a', true],
        ['{', 'not a domain or http(s) URL'],
      ]);
      const packed = await listed('list.txt.gz', gzipSync('\ufeffshop.example\r\n'));
      expect(await found(packed)).toEqual([['shop.example', true]]);
    });

    test('shows the technologies of each domain with what matched where', async () => {
      const { stdout } = await lookup('--evidence');
      expect(stdout).toMatch(
        /^shop\.example {2}https:\/\/shop\.example\/\n {2}Nginx 1\.25\.3 {2}servers\.web_servers\n {4}header server "nginx\/1\.25\.3" \/nginx\/ → 1\.25\.3\n {2}jQuery 3\.7\.1 /,
      );
      expect(stdout).toMatch(/\n {4}script address "\/jquery-3\.7\.1\." .+ → 3\.7\.1 \(path\)\n/);
      expect(stdout).toContain('\nplain.example\n  no technology found\n');
      const json = await lookup('--evidence', '--json');
      const lines = json.stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(lines.map(({ input, technologies }) => [input, technologies?.items.length ?? null])).toEqual([
        ['https://www.shop.example/x', 2],
        ['plain.example', 0],
        ['unknown.example', null],
        ['junk here', null],
      ]);
      const csv = await lookup('--evidence', '--format', 'csv');
      const rows = csv.stdout.split('\r\n');
      expect(rows[0]).toBe(
        'input,status,domain,technology,versions,confidence,categories,pages_count,evidence,implied,implied_by',
      );
      expect(rows[1]).toBe(
        '"https://www.shop.example/x","stored","shop.example","Nginx","1.25.3",100,"servers.web_servers",2,' +
          '"headers server ""nginx/1.25.3"" → 1.25.3: https://shop.example/","false",',
      );
      expect(rows.slice(3)).toEqual([
        '"plain.example","stored","plain.example",,,,,,,,',
        '"unknown.example","not stored","unknown.example",,,,,,,,',
        '"junk here","not a domain or http(s) URL",,,,,,,,,',
        '',
      ]);
    });

    test('ends with 1 if nothing is stored, and with 2 if there is nothing to look up', async () => {
      expect((await sitegrep(['lookup', '-'], 'unknown.example\n')).code).toBe(1);
      const empty = await sitegrep(['lookup', '-'], '# nothing\n');
      expect([empty.code, empty.stderr]).toEqual([
        2,
        'error: standard input: no line of it names a domain.\n',
      ]);
      const none = await sitegrep(['lookup', join(folder, 'none.txt')]);
      expect([none.code, none.stderr]).toEqual([2, `error: ${join(folder, 'none.txt')}: no such file.\n`]);
    });

    test.each([
      [['--out', 'x'], '--out needs --format'],
      [['--bom'], '--bom needs --format csv'],
      [['--json', '--format', 'csv'], '--json and --format exclude each other'],
      [['--missing', '--json'], '--json and --missing exclude each other'],
      [['--evidence', '--fields', 'title'], '--fields and --evidence exclude each other'],
      [['--fields', 'phone'], '--fields: phone is not a field here'],
    ])('%j is refused', async (args, message) => {
      const { code, stdout, stderr } = await lookup(...args);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(message);
    });
  });

  describe('sitegrep source', () => {
    test('prints the stored source as it is, or writes it to a file', async () => {
      expect(await sitegrep(['source', 'https://shop.example/about'])).toEqual({
        code: 0,
        stdout: SOURCE,
        stderr: '',
      });
      const out = join(folder, 'page.html');
      const written = await sitegrep(['source', 'https://shop.example/', '--out', out]);
      expect([written.code, written.stdout]).toEqual([
        0,
        `${Buffer.byteLength(SOURCE)} B written to ${out}\n`,
      ]);
      expect(await readFile(out, 'utf8')).toBe(SOURCE);
    });

    test('names the pages that there are instead of one that is not stored', async () => {
      expect(await sitegrep(['source', 'https://www.shop.example/About/'])).toEqual({
        code: 1,
        stdout: '',
        stderr:
          'No page of shop.example is stored under "https://www.shop.example/About/"; its pages are https://shop.example/about and https://shop.example/.\n',
      });
      const elsewhere = await sitegrep(['source', 'https://shop.example/', '--domain', 'unknown.example']);
      expect([elsewhere.code, elsewhere.stderr]).toEqual([
        1,
        'Nothing is stored for unknown.example; crawl or import it first.\n',
      ]);
    });

    test.each(['shop.example', 'ftp://shop.example/', 'https://'])(
      '%s is not a URL of a page',
      async (url) => {
        const { code, stderr } = await sitegrep(['source', url]);
        expect([code, stderr]).toEqual([2, expect.stringContaining('Give a complete URL')]);
      },
    );
  });

  describe('sitegrep domains show --evidence', () => {
    test('shows technologies in place of the record', async () => {
      const { code, stdout } = await sitegrep(['domains', 'show', 'WWW.shop.example', '--evidence']);
      expect([code, stdout]).toEqual([0, expect.stringMatching(/^shop\.example .+\n {2}Nginx 1\.25\.3 /)]);
      const json = await sitegrep(['domains', 'show', 'shop.example', '--evidence', '--json']);
      expect(JSON.parse(json.stdout)).toMatchObject({
        domain: 'shop.example',
        items: [{ name: 'Nginx', pages_count: 2 }, { name: 'jQuery' }],
        notes: [expect.stringContaining('was analysed with other fingerprints than there are now')],
      });
      expect(await sitegrep(['domains', 'show', 'unknown.example', '--evidence'])).toEqual({
        code: 1,
        stdout: '',
        stderr: 'Nothing is stored for unknown.example; crawl or import it first.\n',
      });
    });
  });
});
