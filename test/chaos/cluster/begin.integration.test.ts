import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { untilWell } from '../../../infra/dev/until-well.ts';
import { startRedis } from '../../../packages/jobs/test/own-redis.ts';
import { removeIndexes } from './cluster.ts';
import { openCutProxy } from './cut-proxy.ts';
import { startSitegrep } from './sitegrep-process.ts';

const ELASTICSEARCH = process.env['TEST_ELASTICSEARCH'] ?? '';
/** Several requests fail, so that each interruption affects a process that has to wait. */
const CUT_REQUESTS = 8;
/**
 * Approximate number of requests to Elasticsearch by an API that creates the indexes, and by processes that find
 * them.
 */
const [MAKING, FINDING] = [24, 9];
const READY_MS = 60_000;

test.for([0.3, 0.9])(
  'processes start although Elasticsearch fails at %s of the way and Redis starts after them',
  { timeout: 900_000 },
  async (share) => {
    await using closers = new AsyncDisposableStack();
    const prefix = `begin-${randomBytes(6).toString('hex')}`;
    closers.defer(() => removeIndexes(ELASTICSEARCH, prefix));
    const redis = await startRedis();
    closers.defer(() => redis.remove());
    await redis.kill();

    const ready = async (command: 'api' | 'worker', requests: number) => {
      const cut = { from: Math.floor(share * requests), count: CUT_REQUESTS };
      const proxy = await openCutProxy(ELASTICSEARCH, cut, closers);
      const process = startSitegrep(command, {
        SITEGREP_STORAGE: 'elasticsearch',
        SITEGREP_ELASTICSEARCH_NODES: proxy.url,
        SITEGREP_ELASTICSEARCH_INDEX_PREFIX: prefix,
        SITEGREP_ELASTICSEARCH_REPLICAS: '0',
        SITEGREP_QUEUE: 'redis',
        SITEGREP_REDIS_URL: redis.url,
        SITEGREP_ANALYSIS_THREADS: '1',
        SITEGREP_PORT: '0',
        SITEGREP_METRICS_PORT: '0',
        SITEGREP_ADMIN_KEY: `sg_${'b'.repeat(40)}`,
      });
      closers.defer(() => process.stop());
      await process.ready;
      return { monitoring: await process.monitoring, proxy, cut };
    };
    const first = await ready('api', MAKING);
    const others = await Promise.all([ready('api', FINDING), ready('worker', FINDING)]);
    await redis.start();
    for (const { monitoring, proxy, cut } of [first, ...others]) {
      await untilWell(async () => {
        const { status } = await fetch(`${monitoring}/readyz`);
        if (status !== 200) throw new Error(`${monitoring} is not ready: ${status}`);
      }, READY_MS);
      // It was affected by the interruption and recovered.
      expect(proxy.requests()).toBeGreaterThan(cut.from + cut.count);
    }
  },
);
