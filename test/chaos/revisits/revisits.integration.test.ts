import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { startRedis } from '../../../packages/jobs/test/own-redis.ts';
import { removeIndexes } from '../cluster/cluster.ts';
import { checkRevisits } from './check.ts';
import { serveSampleRevisits } from './sample-web.ts';

const SITES = 120;

test(
  'crawls killed on Elasticsearch and Redis end with one outcome per site, and later crawls recognize unchanged sites',
  { timeout: 600_000 },
  async () => {
    await using closers = new AsyncDisposableStack();
    const elasticsearch = process.env['TEST_ELASTICSEARCH'] ?? '';
    const prefix = `chaos-${randomBytes(6).toString('hex')}`;
    closers.defer(() => removeIndexes(elasticsearch, prefix));
    const redis = await startRedis();
    closers.defer(() => redis.remove());
    const web = await serveSampleRevisits(SITES);
    closers.defer(() => web.close());
    const settings = {
      SITEGREP_STORAGE: 'elasticsearch',
      SITEGREP_ELASTICSEARCH_NODES: elasticsearch,
      SITEGREP_ELASTICSEARCH_INDEX_PREFIX: prefix,
      SITEGREP_ELASTICSEARCH_REPLICAS: '0',
      SITEGREP_ELASTICSEARCH_REFRESH_INTERVAL: '200ms',
      SITEGREP_QUEUE: 'redis',
      SITEGREP_REDIS_URL: redis.url,
      SITEGREP_SITES_IN_FLIGHT: '4',
    };
    const { crawls, problems } = await checkRevisits({ web, settings, kills: 1, everyChanged: 10 });
    expect(problems).toEqual([]);
    expect(crawls.map(({ outcomes }) => outcomes)).toEqual([
      { indexed: SITES },
      { indexed: SITES / 10, unchanged: (9 * SITES) / 10 },
      { unchanged: SITES },
    ]);
  },
);
