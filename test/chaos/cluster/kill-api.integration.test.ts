import { once } from 'node:events';
import { request, type ClientRequest } from 'node:http';
import { expect, onTestFailed, test } from 'vitest';
import { untilWell } from '../../../infra/dev/until-well.ts';
import { startCluster, type Cluster } from './cluster.ts';
import { expectAcknowledgedFound, expectComplete, siteNames, untilCompleted } from './expectations.ts';

const ELASTICSEARCH = process.env['TEST_ELASTICSEARCH'] ?? '';
const SITES = 80;
/** Enough sites to be written in several parts before the list ends. */
const HALF = 2_500;
const WRITTEN_MS = 60_000;

test(
  'an upload is stored completely or not at all when the API is killed during it',
  { timeout: 900_000 },
  async () => {
    await using closers = new AsyncDisposableStack();
    const options = {
      elasticsearch: ELASTICSEARCH,
      workers: 2,
      web: { delay: 50, pages: 1 },
    };
    const cluster = await startCluster(options, closers);
    onTestFailed(() => console.error(cluster.log()));
    const { client } = cluster;
    const sites = siteNames('around', SITES);
    const crawl = await client.submit(sites);

    const upload = openUpload(cluster);
    const answer = Promise.allSettled([once(upload, 'response')]);
    const before = await documents(cluster);
    upload.write(
      siteNames('half', HALF)
        .map((domain) => `${domain}\n`)
        .join(''),
    );
    await untilWell(async () => {
      const written = (await documents(cluster)) - before;
      if (written < HALF / 2) throw new Error(`only ${written} sites are written`);
    }, WRITTEN_MS);
    await cluster.api().kill();
    expect(await answer).toMatchObject([{ status: 'rejected', reason: { code: 'ECONNRESET' } }]);

    await cluster.startApi();
    await expectAcknowledgedFound(client, 'around', crawl);
    const later = siteNames('around-later', SITES / 2);
    const second = await client.upload(later);
    await untilCompleted(client, crawl);
    await untilCompleted(client, second);
    const both = new Map([
      [crawl, sites],
      [second, later],
    ]);
    await expectComplete(client, 'around', both, 1);
    // A submission that was never acknowledged is listed until it is discarded, and none of its sites is begun.
    const listed = await client.crawls();
    expect(listed.filter(({ id }) => !both.has(id))).toEqual([
      expect.objectContaining({ state: 'queued', started_at: null, outcomes: {}, pages: 0 }),
    ]);
    expect((await client.search(['own-word-of-half-'])).total).toBe(0);
    expect(cluster.allRunning()).toBe(true);
  },
);

function openUpload({ url, key }: Cluster): ClientRequest {
  return request(`${url()}/admin/crawls`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'text/plain' },
  });
}

/** Number of the cluster's documents in Elasticsearch, of any kind. */
async function documents({ indexPrefix }: Cluster): Promise<number> {
  await fetch(`${ELASTICSEARCH}/${indexPrefix}*/_refresh`, { method: 'POST' });
  const response = await fetch(`${ELASTICSEARCH}/${indexPrefix}*/_count`);
  return ((await response.json()) as { count: number }).count;
}
