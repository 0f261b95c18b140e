/* Exports in a real Chromium: as files that the browser saves while they arrive, and what it says when they do not. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  crawl,
  downloaded,
  openWindow,
  quickSites,
  type ServedConsole,
  serveConsole,
  signIn,
} from './opened-console.ts';

let served: ServedConsole;
let relay: Server;
let relayUrl = '';
/** The fate of an answer that is a file, between the server and the browser. */
let fate: 'pass' | 'cut' | 'refuse' = 'pass';

beforeAll(async () => {
  served = await serveConsole();
  await crawl(served.client, quickSites(served.web));
  const port = Number(new URL(served.server().url).port);
  relay = createServer((client) => join(client, connect(port, '127.0.0.1')));
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  relayUrl = `http://127.0.0.1:${(relay.address() as AddressInfo).port}`;
}, 900_000);
afterAll(async () => {
  await served[Symbol.asyncDispose]();
  relay.close();
});

/** Relays a connection, and cuts it within an answer that is a file, or before a request for one arrives. */
function join(client: Socket, server: Socket): void {
  const end = (): void => {
    client.destroy();
    server.destroy();
  };
  for (const socket of [client, server]) socket.on('error', end).on('close', end);
  client.on('data', (chunk) => {
    if (fate === 'refuse' && chunk.includes('POST /search/export')) end();
    else server.write(chunk);
  });
  server.on('data', (chunk: Buffer) => {
    const file = chunk.indexOf('content-disposition: attachment');
    if (fate !== 'cut' || file === -1) client.write(chunk);
    else client.end(chunk.subarray(0, chunk.indexOf('\r\n\r\n') + 500));
  });
}

async function opened(): Promise<Awaited<ReturnType<typeof openWindow>>> {
  fate = 'pass';
  const window = await openWindow(served.browser);
  await signIn(window.page, relayUrl, served.server().key);
  await window.page.goto(`${relayUrl}/search?q=html`);
  await window.page.locator('summary', { hasText: 'Export' }).click();
  return window;
}

test.each(['CSV', 'NDJSON'])('an export as %s is the file that the API gives', async (name) => {
  await using window = await opened();
  const { page } = window;
  const { total_count: total } = await served.client.query.search({ q: 'html', count_only: true });
  const text = await downloaded(page, () =>
    page.getByRole('button', { name: new RegExp(`^${name}`) }).click(),
  );
  expect(text.trim().split('\n')).toHaveLength(name === 'CSV' ? total + 1 : total);
  await page.getByRole('status').getByText(`Your browser saves ${total} domains`).waitFor();
  expect(window.complaints).toEqual([]);
});

test('an export as XLSX is a workbook that is named after the query', async () => {
  await using window = await opened();
  const { page } = window;
  const { total_count: total } = await served.client.query.search({ q: 'html', count_only: true });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^XLSX/ }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^sitegrep-domains-html-[\dT-]+\.xlsx$/);
  const { sheets } = await readXlsx(await readFile(await download.path()));
  expect(sheets.map(({ name, rows }) => [name, rows.length])).toEqual([['domains', total + 1]]);
  expect(window.complaints).toEqual([]);
});

test('an export that breaks off is marked as failed by the browser', async () => {
  await using window = await opened();
  const { page } = window;
  fate = 'cut';
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^NDJSON/ }).click(),
  ]);
  expect(await download.failure()).not.toBeNull();
});

test('an export that does not begin says why, and the next one works', async () => {
  await using window = await opened();
  const { page } = window;
  fate = 'refuse';
  const button = page.getByRole('button', { name: /^NDJSON/ });
  await button.click();
  await page.getByRole('status').getByText('There is no export. The server cannot be reached.').waitFor();
  fate = 'pass';
  expect(await downloaded(page, () => button.click())).toContain('offset_token');
});

test('an export after the session has ended asks for the key again', async () => {
  await using window = await opened();
  const { page } = window;
  const sessions = (await served.client.admin.keys.list()).items.flatMap((key) => key.sessions);
  for (const { id } of sessions) await served.client.sessions.end(id);
  await page.getByRole('button', { name: /^CSV/ }).click();
  await page.getByLabel('API key').waitFor();
  expect(window.complaints).toEqual([]);
});
