import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mx, type RecordServer, serveRecords, txt } from '../../../packages/crawl/test/record-server.ts';
import { run } from '../test/command.ts';

let folder: string;
let names: RecordServer;
let pages: Server;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-records-'));
  names = await serveRecords((host, type) => {
    if (type === 'A') return [Buffer.from([127, 0, 0, 1])];
    if (host !== 'shop.test') return 'NXDOMAIN';
    if (type === 'MX') return [mx(10, 'aspmx.l.google.com')];
    return type === 'TXT' ? [txt('v=spf1 include:sendgrid.net -all')] : [];
  });
  pages = createServer((request, response) => {
    if (request.url !== '/') response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Shop</title><p>Nothing else.');
  });
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
  const address = pages.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  url = `http://www.shop.test:${address.port}/`;
});
afterAll(async () => {
  pages.closeAllConnections();
  pages.close();
  await names.close();
  await rm(folder, { recursive: true, force: true });
});

const settings = (data: string, more: Readonly<Record<string, string>> = {}) => ({
  SITEGREP_DATA_DIR: join(folder, data),
  SITEGREP_DNS_SERVERS: names.address,
  SITEGREP_ALLOWED_ADDRESSES: '127.0.0.0/8',
  SITEGREP_CRAWL_DELAY: '0ms',
  ...more,
});

test('the records of a crawled site are searched, shown and told technologies by', async () => {
  const own = settings('asked');
  expect(await run(['crawl', url, '--max-pages', '1'], own)).toMatchObject({ code: 0 });
  const query =
    'dns:"mx 10 ASPMX.l.google.com" dns:/(?m)^TXT v=spf1 .*sendgrid/ has:dns ' +
    'tech:"Google Workspace"@seen tech:Sendgrid -sendgrid.net';
  const { stdout } = await run(['search', query, '--json', '--fields', 'dns'], own);
  expect(JSON.parse(stdout)).toMatchObject({
    domain: 'shop.test',
    dns: ['MX 10 aspmx.l.google.com', 'TXT v=spf1 include:sendgrid.net -all'],
  });
  const evidence = await run(['domains', 'show', 'shop.test', '--evidence'], own);
  expect(evidence.stdout).toContain('DNS mx "aspmx.l.google.com"');
});

const isOfRecords = (question: string): boolean => /^(?:MX|NS|SOA|TXT) /.test(question);

test('they are not asked for if the settings say so', async () => {
  const own = settings('unasked', { SITEGREP_DNS_RECORDS: 'off' });
  const before = names.questions.filter(isOfRecords).length;
  expect(await run(['crawl', url, '--max-pages', '1'], own)).toMatchObject({ code: 0 });
  expect((await run(['search', 'has:dns', '--count'], own)).stdout).toBe('0\n');
  expect(names.questions.filter(isOfRecords).length).toBe(before);
});
