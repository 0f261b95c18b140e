import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveSampleWeb } from '@sitegrep/sample-web';
import { expect, onTestFailed, test } from 'vitest';
import { openClient } from '../cluster/client.ts';
import { startSitegrep } from '../cluster/sitegrep-process.ts';
import { follow, randomCuts } from './follow.ts';
import { bySocket } from './open-stream.ts';
import { expectComplete } from './expect-complete.ts';

const CUTS = 20;

test('an event stream that is closed after random numbers of bytes reports each site once', async () => {
  await using closers = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'sitegrep-events-'));
  closers.defer(() => rm(folder, { recursive: true }));
  const web = await serveSampleWeb();
  closers.defer(() => web.close());
  const key = `sg_${'e'.repeat(40)}`;
  const process = startSitegrep('up', {
    SITEGREP_DATA_DIR: folder,
    SITEGREP_PORT: '0',
    SITEGREP_ADMIN_KEY: key,
    SITEGREP_HTTP_PROXY: web.proxyUrl,
    SITEGREP_HTTP_PROXY_GUARD: 'proxy',
    SITEGREP_CRAWL_DELAY: '20ms',
    SITEGREP_REQUEST_TIMEOUT: '4s',
    SITEGREP_RETRIES: '1',
    SITEGREP_ANALYSIS_THREADS: '1',
  });
  closers.defer(() => process.stop());
  const url = /http:\/\/\S+/.exec(await process.ready)?.[0] ?? '';
  const client = openClient(() => url, key);
  // Some sites do not exist, so that short and long crawls are mixed.
  const none = Array.from({ length: 30 }, (_, number) => `nobody-${number}.example`);
  const crawl = await client.submit([...web.sites.map(({ domain }) => domain), ...none], { max_pages: 2 });

  const cuts = randomCuts(CUTS, 600);
  onTestFailed(() => console.error('cut after', cuts, process.log()));
  const events = `${url}/admin/crawls/${crawl}/events`;
  const followed = await follow(
    bySocket(() => events, key),
    cuts,
  );
  expect(followed.streams).toBe(CUTS + 1);
  await expectComplete(client, crawl, followed);

  const headers = { 'x-api-key': key };
  const after = await fetch(events, { headers: { ...headers, 'last-event-id': 'end' } });
  expect(after.status).toBe(204);
  const again = await (await fetch(`${events}?after=${followed.sites.length - 1}`, { headers })).text();
  expect(again.match(/^id: .*$/gm)).toEqual([`id: ${followed.sites.length}`, 'id: end']);
});
