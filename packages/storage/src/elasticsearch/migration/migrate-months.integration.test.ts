import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { resultOf } from '../../../test/conformance/prepared-crawls.ts';
import { openTestIndexes } from '../../../test/elasticsearch/test-indexes.ts';
import { StorageMisconfigured } from '../../errors.ts';
import type { ElasticsearchStorageOptions } from '../client.ts';
import { inspectCluster } from '../inspect.ts';
import { openCrawlRecords } from '../records/crawl-records.ts';
import { dropReplacedIndexes, migrateIndexes } from './migrate-indexes.ts';

const indexes = await openTestIndexes();
const { client } = indexes;
afterAll(() => indexes.close());

const SPEC = { maxPages: 1, maxDepth: 0, priority: 5 };
const NONE_REJECTED = { count: 0, reasons: {}, samples: [] };

/** Records with a crawl in each of two months, of which the second goes on. */
async function twoMonths() {
  const options: ElasticsearchStorageOptions = {
    ...indexes.options(),
    recordShards: 2,
    nodes: [process.env['TEST_ELASTICSEARCH'] ?? ''],
    auth: { kind: 'none' },
    ca: null,
    requestTimeoutMs: 10_000,
    refreshInterval: '1s',
    bulkBytes: 8 << 20,
    bulkConcurrency: 2,
  };
  const clock = { now: Date.parse('2026-10-31T00:00:00Z') };
  const records = await openCrawlRecords(client, options, () => clock.now);
  const domains = Array.from({ length: 60 }, (_, number) => `s${100 + number}.test`);
  const ids: string[] = [];
  for (const time of ['2026-10-31T00:00:00Z', '2026-11-01T00:00:00Z']) {
    clock.now = Date.parse(time);
    const { id } = await records.create(SPEC);
    await records.appendSites(
      id,
      domains.map((domain) => ({ domain, urls: [] })),
    );
    await records.seal(id, NONE_REJECTED);
    for (const domain of domains.slice(0, 40)) await records.finish(id, domain, resultOf('indexed'));
    ids.push(id);
  }
  return { options, records, ids, sites: `${options.indexPrefix}-sites` };
}

type TwoMonths = Awaited<ReturnType<typeof twoMonths>>;

const namesBehind = async (name: string): Promise<readonly string[]> =>
  Object.keys(await client.indices.getAlias({ name })).toSorted();

/** Each crawl has its 60 sites, of which so many have ended. */
async function expectComplete({ records, ids }: TwoMonths, ended: number): Promise<void> {
  for (const id of ids) {
    expect(await records.get(id)).toMatchObject({ sites: { total: 60, finished: ended } });
    expect((await records.sites(id, { limit: 100 })).items).toHaveLength(60);
    expect((await records.unfinished(id, null, 100)).length).toBe(60 - ended);
  }
  const { items } = await records.visits('s100.test', { limit: 10 });
  expect(items.map(({ crawlId }) => crawlId)).toEqual(ids.toReversed());
}

it(
  'migrates each month by itself, and leaves all of them behind one alias',
  { timeout: 300_000 },
  async () => {
    const two = await twoMonths();
    const { options, records, ids, sites } = two;
    const all = [`${sites}-2026-10`, `${sites}-2026-11`];
    const current = await migrateIndexes(options, 'copy');
    expect(current.map(({ alias }) => alias)).toEqual(expect.arrayContaining(all));
    expect((await inspectCluster(options)).indexes).toEqual(expect.arrayContaining(all));

    // Another number of shards: both are copied.
    const wider = { ...options, recordShards: 3 };
    await migrateIndexes(wider, 'copy', { force: true });
    // A copy in the making belongs to no one's answers.
    expect(await namesBehind(sites)).toEqual([`${sites}-2026-10-v1`, `${sites}-2026-11-v1`]);
    await expectComplete(two, 40);
    await Promise.all(ids.map((id) => records.finish(id, 's140.test', resultOf('timed_out'))));
    const switched = await migrateIndexes(wider, 'switch');
    expect(switched.filter(({ alias }) => all.includes(alias)).map(({ outcome }) => outcome)).toEqual([
      'switched',
      'switched',
    ]);
    expect(await namesBehind(sites)).toEqual([`${sites}-2026-10-v1-2`, `${sites}-2026-11-v1-2`]);
    await expectComplete(two, 41);
    await Promise.all(ids.map((id) => records.finish(id, 's141.test', resultOf('timed_out'))));
    await expectComplete(two, 42);
    await dropReplacedIndexes(wider);
    expect(await client.indices.exists({ index: `${sites}-2026-10-v1` })).toBe(false);
    await expectComplete(two, 42);

    // A month of another mapping is named.
    await client.indices.putMapping({ index: `${sites}-2026-10-v1-2`, _meta: { version: 999 } });
    const [found] = Object.values(await client.indices.getAlias({ index: `${sites}-2026-10-v1-2` }));
    const access = Object.keys(found?.aliases ?? {}).filter((alias) => alias.includes('-mapping-'));
    await client.indices.deleteAlias({ index: `${sites}-2026-10-v1-2`, name: access });
    const reopened = openCrawlRecords(client, options);
    await expect(reopened).rejects.toThrow(StorageMisconfigured);
    await expect(reopened).rejects.toThrow(`${sites}-2026-10 has mapping 999`);
  },
);

it('completes the migration of a month that was killed at each step', { timeout: 300_000 }, async () => {
  const two = await twoMonths();
  const { options, records, ids, sites } = two;
  const [, november = ''] = ids;
  const old = `${sites}-2026-11-v1`;
  const script = fileURLToPath(
    new URL('../../../test/elasticsearch/interrupted-migration.ts', import.meta.url),
  );
  for (const [method, path] of [
    ['PUT', `^/${old}-2$`],
    ['POST', '-next/_bulk$'],
    ['PUT', '/_block/write$'],
    ['PUT', `^/${old}-2/_settings$`],
  ] as const) {
    const args = [script, options.indexPrefix, 'SIGKILL', method, path, '2026-11'];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    const said = text(child.stderr);
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
    expect([signal, await said]).toEqual(['SIGKILL', '']);
    expect(await namesBehind(sites)).toEqual([`${sites}-2026-10-v1`, old]);
    expect((await records.sites(november, { limit: 100 })).items).toHaveLength(60);
  }
  await migrateIndexes(options, 'copy');
  await Promise.all(ids.map((id) => records.finish(id, 's140.test', resultOf('timed_out'))));
  const switched = await migrateIndexes(options, 'switch');
  expect(switched.filter(({ outcome }) => outcome === 'switched').map(({ alias }) => alias)).toEqual([
    `${sites}-2026-11`,
  ]);
  expect(await namesBehind(sites)).toEqual([`${sites}-2026-10-v1`, `${old}-2`]);
  await expectComplete(two, 41);
});
