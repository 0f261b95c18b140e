import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RecordServer, serveRecords } from '../../../packages/crawl/test/record-server.ts';
import { run } from '../test/command.ts';

let folder: string;
let names: RecordServer;
let pages: Server;
let url: string;
let server = 'Apache Tomcat/9';

/** Fields that fit into what a crawl reads, but not into what is stored of them. */
const MANY = Array.from({ length: 520 }, (_, at) => [`x-${at}`, 'v'] as const);
const SECRET = 's3cr3t'.repeat(8_000);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-headers-'));
  names = await serveRecords((_, type) => (type === 'A' ? [Buffer.from([127, 0, 0, 1])] : []));
  pages = createServer((request, response) => {
    if (request.url !== '/') return void response.writeHead(404).end();
    const body = '<title>Shop</title><p>Nothing else.';
    // Node writes each character as a byte.
    const city = Buffer.from('Köln €').toString('latin1');
    const fields = [
      ['Content-Type', 'text/html'],
      ['Server', server],
      ['X-City', city],
      ['X-Old', 'K\xf6ln'],
      ['Set-Cookie', `id=${SECRET}; Path=/; HttpOnly`],
      ...(request.headers.host?.startsWith('many.') === true ? MANY : []),
    ];
    response.writeHead(200, fields.flat()).end(body);
  });
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
  const address = pages.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  url = `http://shop.test:${address.port}/`;
});
afterAll(async () => {
  pages.closeAllConnections();
  pages.close();
  await names.close();
  await rm(folder, { recursive: true, force: true });
});

const settings = (data: string) => ({
  SITEGREP_DATA_DIR: join(folder, data),
  SITEGREP_DNS_SERVERS: names.address,
  SITEGREP_DNS_RECORDS: 'off',
  SITEGREP_ALLOWED_ADDRESSES: '127.0.0.0/8',
  SITEGREP_CRAWL_DELAY: '0ms',
});

async function count(query: string, own: Readonly<Record<string, string>>): Promise<string> {
  const { stdout, stderr } = await run(['search', query, '--count'], own);
  return stderr + stdout.trim();
}

test('the fields of a crawled page are searched, counted and as they are now; those of a capture are the same', async () => {
  const own = settings('crawled');
  const warc = join(folder, 'warc');
  const crawl = ['crawl', url, '--max-pages', '1', '--warc', warc];
  expect(await run(crawl, own)).toMatchObject({ code: 0 });
  const found = [
    'header:server="Apache Tomcat/9"',
    'header:"server=apache tom*" header:x-city="Köln €" header:X-Old=Köln',
    'case:yes header:server="Apache*" -header:server="apache*"',
    'cookie:id cookies:"id; path=/; httponly" headers:"set-cookie: id; path=/"',
    'headers:(server near/30 tomcat) headers:/(?m)^server: .*Tomcat/',
    'in:any tomcat -"tomcat/10"',
    'in:any "shop.test"',
    'has:headers has:cookies -header:strict-transport-security',
  ];
  const all = found.map((query) => `(${query})`).join(' ');
  expect(await count(all, own)).toBe('1');
  const none = ['in:any s3cr3t', 'header:server=tomcat', 'header:server=Apache', 'tomcat', 'cookie:i'];
  expect(await count(none.map((query) => `(${query})`).join(' OR '), own)).toBe('0');
  const wished = ['--facet', 'header_value:server', '--facet', 'cookie'];
  const facets = await run(['search', '', '--json', ...wished], own);
  expect(facets.stderr).toBe('1 domain\n');
  expect(facets.stdout).toContain('"value":"Apache Tomcat/9","domains":1');
  expect(facets.stdout).toContain('"value":"id","domains":1');

  const imported = settings('imported');
  const files = (await readdir(warc)).map((name) => join(warc, name));
  expect(await run(['import', ...files], imported)).toMatchObject({ code: 0 });
  expect(await count(all, imported)).toBe('1');

  server = 'Apache Tomcat/10';
  expect(await run(['crawl', url, '--max-pages', '1'], own)).toMatchObject({ code: 0 });
  expect(await count('header:server="Apache Tomcat/10" -header:server="Apache Tomcat/9"', own)).toBe('1');
});

test('of more fields than are stored, the number is told', async () => {
  const own = settings('many');
  const many = url.replace('shop.test', 'many.shop.test');
  expect(await run(['crawl', many, '--max-pages', '1'], own)).toMatchObject({ code: 0 });
  const query = String.raw`header:x-0=v header:x-400=v -header:x-519 headers:/\n… \d+ fields left out\n/`;
  expect(await count(query, own)).toBe('1');
});
