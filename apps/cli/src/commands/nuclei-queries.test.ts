import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DomainDocument } from '@sitegrep/site';
import { NO_PAGE_FACTS, NO_SITE_FACTS } from '@sitegrep/site/test/facts';
import { wholeSite } from '@sitegrep/storage';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run, type Ended } from '../../test/command.ts';

let folder: string;
let templates: string;
let settings: Record<string, string>;

const KETTLE = `id: kettle-panel
info:
  name: Kettle Panel
  severity: high
  metadata:
    fofa-query:
      - body="kettle.js" && title="Login"
      - title=="login to tea & more"
      - body="kettle.js" && port="80"
    shodan-query: port:443
    publicwww-query: /plugins/kettle/
`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-nuclei-'));
  const dataDir = join(folder, 'data');
  settings = { SITEGREP_DATA_DIR: dataDir };
  await mkdir(dataDir);
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  await storage.domains.put([
    wholeSite(documentOf('one.example', '<title>Login</title><script src="/plugins/kettle/kettle.js">')),
    // Both texts are there, but on no page together.
    wholeSite(documentOf('two.example', '<title>Login</title>', '<script src="kettle.js">')),
    wholeSite(documentOf('three.example', '<title>\nLogin to tea &amp; more </title>')),
  ]);
  await storage.close();
  templates = join(folder, 'templates');
  await mkdir(join(templates, 'http'), { recursive: true });
  await writeFile(join(templates, 'http', 'kettle.yaml'), KETTLE);
  await writeFile(join(templates, 'profile.yml'), 'templates: [a]\n');
});
afterAll(() => rm(folder, { recursive: true }));

function documentOf(domain: string, ...sources: readonly string[]): DomainDocument {
  const pages = sources.map((source, index) => ({
    url: `https://${domain}/${index === 0 ? '' : index}`,
    fetchedAt: Date.UTC(2026, 0, 2),
    charset: 'utf-8',
    truncated: false,
    source,
    facts: { ...NO_PAGE_FACTS },
  }));
  return { domain, pages, facts: { ...NO_SITE_FACTS } };
}

const queries = (...args: readonly string[]): Promise<Ended> => run(['nuclei-queries', ...args], settings);

describe('sitegrep nuclei-queries', () => {
  test('translates without an index, and names what cannot be asked', async () => {
    const ended = await run(['nuclei-queries', templates], { SITEGREP_DATA_DIR: join(folder, 'absent') });
    expect(ended.stdout.replaceAll(/ +/g, ' ').replaceAll(/ $/gm, '')).toBe(
      [
        'TEMPLATE NAME SEVERITY ENGINE ORIGINAL QUERY',
        'kettle-panel Kettle Panel high publicwww /plugins/kettle/ "/plugins/kettle/"',
        'kettle-panel Kettle Panel high fofa body="kettle.js" && title="Login" same:page("kettle.js" title:"Login")',
        String.raw`kettle-panel Kettle Panel high fofa title=="login to tea & more" title:(re:"^\s*login to tea & more\s*$" OR re:"^\s*login to tea &amp; more\s*$")`,
        'kettle-panel Kettle Panel high fofa body="kettle.js" && port="80" "kettle.js" (without port="80": ports, protocols and banners of services are not stored)',
        "kettle-panel Kettle Panel high shodan port:443 can't be asked: ports, protocols and banners of services are not stored",
        "1 template with 5 queries: 4 can be asked, 1 can't; 1 other file of YAML skipped",
        '',
      ].join('\n'),
    );
    expect([ended.code, ended.stderr]).toEqual([0, '']);
  });

  test('counts the domains of each query, exactly or as a bound', async () => {
    const { code, stdout, stderr } = await queries(templates, '--count', '--json');
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ engine, bound, count }) => [engine, bound, count])).toEqual([
      ['publicwww', 'exact', 1],
      ['fofa', 'exact', 1],
      ['fofa', 'exact', 1],
      ['fofa', 'at_most', 2],
      ['shodan', null, null],
    ]);
    expect(lines[3]).toEqual({
      template: 'kettle-panel',
      name: 'Kettle Panel',
      severity: 'high',
      file: join(templates, 'http', 'kettle.yaml'),
      engine: 'fofa',
      original: 'body="kettle.js" && port="80"',
      left_out: [{ part: 'port="80"', reason: 'ports, protocols and banners of services are not stored' }],
      query: '"kettle.js"',
      bound: 'at_most',
      count: 2,
      problem: null,
    });
    expect([code, stderr]).toEqual([
      0,
      "1 template with 5 queries: 4 can be asked, 1 can't; 4 find domains; 1 other file of YAML skipped\n",
    ]);
  });

  test('shows a bound as one in the table', async () => {
    const { stdout } = await queries(templates, '--count');
    const counts = stdout
      .split('\n')
      .map((line) => /(?:[≤≥] )?\S+(?= +(?:same:page|title:|"|can't))/.exec(line)?.[0]);
    expect(counts.slice(1, 6)).toEqual(['1', '1', '1', '≤ 2', '–']);
  });

  test('writes a table as CSV, into a file that appears when it is complete', async () => {
    const out = join(folder, 'counts.csv');
    expect((await queries(templates, '--count', '--format', 'csv', '--out', out)).code).toBe(0);
    const rows = (await readFile(out, 'utf8')).split('\r\n');
    expect(rows[0]).toBe('template,name,severity,file,engine,original,query,bound,left_out,count,problem');
    expect(rows[1]).toBe(
      `"kettle-panel","Kettle Panel","high","${join(templates, 'http', 'kettle.yaml')}","publicwww","/plugins/kettle/","""/plugins/kettle/""","exact",,1,`,
    );
    expect(rows[5]).toMatch(
      /,"shodan","port:443",,,".*",,"ports, protocols and banners of services are not stored"$/,
    );
    expect(rows).toHaveLength(7);
  });

  test('tells files that it cannot read, goes on, and ends with 2', async () => {
    const broken = join(folder, 'broken');
    await mkdir(broken);
    await writeFile(join(broken, 'a.yaml'), 'id: "\u001b[31m');
    await writeFile(join(broken, 'b.yaml'), KETTLE);
    const { code, stdout, stderr } = await queries(broken, '--json');
    expect(stdout.split('\n')).toHaveLength(6);
    expect(stderr).toMatch(/^error: \S+a\.yaml: not YAML: in line 1, column \d+, .*\n/);
    expect(stderr).toContain("1 template with 5 queries: 4 can be asked, 1 can't; 1 file not read\n");
    expect(code).toBe(2);
  });

  test('ends with 1 if nothing can be asked, or nothing is found', async () => {
    const file = join(folder, 'none.yaml');
    await writeFile(file, 'id: a\ninfo: {metadata: {shodan-query: "port:22"}}\n');
    expect((await queries(file)).code).toBe(1);
    await writeFile(file, 'id: a\ninfo: {metadata: {publicwww-query: "no such text"}}\n');
    expect([(await queries(file)).code, (await queries(file, '--count')).code]).toEqual([0, 1]);
  });

  test.each([
    [['absent'], 'absent: no such file.'],
    [['.', '--bom'], '--bom needs --format csv'],
    [['.', '--out', 'x.txt'], '--out needs --format: add one of ndjson, csv, xlsx'],
    [['.', '--json', '--format', 'csv'], '--json and --format exclude each other'],
  ])('%j: refuses it', async (args, message) => {
    const { code, stderr } = await queries(...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
