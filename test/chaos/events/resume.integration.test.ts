import { expect, onTestFailed, test } from 'vitest';
import { startCluster } from '../cluster/cluster.ts';
import { siteNames } from '../cluster/expectations.ts';
import { follow, randomCuts } from './follow.ts';
import { bySocket } from './open-stream.ts';
import { expectComplete } from './expect-complete.ts';

const SITES = 200;
const CUTS = 20;

test(
  'two concurrent event streams of a cluster, closed after random numbers of bytes, report each site once',
  { timeout: 900_000 },
  async () => {
    await using closers = new AsyncDisposableStack();
    const options = {
      elasticsearch: process.env['TEST_ELASTICSEARCH'] ?? '',
      workers: 2,
      web: { delay: 100, pages: 1 },
    };
    const cluster = await startCluster(options, closers);
    const cuts = randomCuts(CUTS, 2_000);
    onTestFailed(() => console.error('cut after', cuts, cluster.log()));
    const { client } = cluster;
    const crawl = await client.submit(siteNames('told', SITES), { max_pages: 1 });
    const open = bySocket(() => `${cluster.url()}/admin/crawls/${crawl}/events`, cluster.key);
    const [followed, other] = await Promise.all([
      follow(open, cuts.slice(0, CUTS / 2)),
      follow(open, cuts.slice(CUTS / 2)),
    ]);
    expect(other.sites).toEqual(followed.sites);
    await expectComplete(client, crawl, followed);
  },
);
