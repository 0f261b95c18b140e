import { changesOf } from '@sitegrep/site';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestIndexes } from '../../../test/elasticsearch/test-indexes.ts';
import { feedConsumer } from '../../../test/feed-consumer.ts';
import { crawlOf } from '../../../test/visited-sites.ts';
import type { DomainIndex } from '../../domains.ts';
import { openDomainIndex } from './domain-index.ts';

const indexes = await openTestIndexes();
const options = {
  ...indexes.options(),
  shards: 2,
  fullText: false,
  refreshInterval: '50ms',
  bulkBytes: 1 << 20,
  bulkConcurrency: 2,
};
/** Two processes' worth of writers, and a reader of each. */
let workers: readonly DomainIndex[];
beforeAll(async () => {
  workers = await Promise.all([0, 1].map(() => openDomainIndex(indexes.client, options)));
});
afterAll(async () => {
  await Promise.all(workers.map((index) => index.close()));
  await indexes.close();
});

const START = 1_700_000_000;

it('keeps the visits of two writers of one domain, and tells two consumers each change in its order', async () => {
  const domain = 'shared.test';
  let last = 0;
  const ends = { ended: false };
  const consumers = workers.map(() => feedConsumer(3));
  const reading = workers.map(async (index, worker) => {
    while (!ends.ended) await consumers[worker]?.read(index);
    await consumers[worker]?.read(index);
  });
  let confirmed = 0;
  await Promise.all(
    workers.map(async (index, worker) => {
      for (let visit = 0; visit < 30; visit++) {
        last += 100;
        const names = [`W${worker}`, `V${visit % 3}`, `X${(visit + worker) % 4}`];
        const [result] = await index.put([crawlOf(domain, START + last, names)]);
        if (visit % 5 === 4 && result?.stored === true) {
          const at = (START + last + 50) * 1_000;
          confirmed += Number(await index.confirm(domain, { revision: result.revision, at }));
        }
      }
    }),
  );
  ends.ended = true;
  await Promise.all(reading);
  const [first, second] = workers;
  const stored = await first?.history(domain);
  expect(await second?.history(domain)).toEqual(stored);
  expect(stored?.history.visits).toHaveLength(60 + confirmed);
  for (const consumer of consumers) {
    expect(consumer.numbers).toEqual([...new Set(consumer.numbers)].toSorted((a, b) => a - b));
    expect(consumer.changesOf(domain)).toEqual(stored == null ? [] : changesOf(stored.history));
    expect(consumer.changesOf(domain).length).toBeGreaterThan(10);
  }
}, 120_000);

it('leaves nothing of a domain that is taken down while it is visited, but that it was deleted', async () => {
  const [taking, visiting] = workers;
  if (taking === undefined || visiting === undefined) throw new TypeError('there are two workers');
  const sites = ['above.test', 'one.above.test', 'two.above.test'];
  const visits = sites.map(async (domain) => {
    for (let visit = 1; ; visit++) {
      const [result] = await visiting.put([crawlOf(domain, START + 100 * visit, [`V${visit}`])]);
      if (result?.stored === false) return visit;
    }
  });
  const consumer = feedConsumer(5);
  const isEnough = () => consumer.records().filter(({ domain }) => sites.includes(domain)).length >= 10;
  while (!isEnough()) await consumer.read(taking, isEnough);
  await taking.blocks.takeDown({ domain: 'above.test', reason: null, at: Date.now() });
  await Promise.all(visits);
  await consumer.read(taking);
  const fresh = feedConsumer(100);
  await fresh.read(visiting);
  for (const one of [consumer, fresh]) {
    const left = one.records().filter(({ domain }) => sites.includes(domain));
    expect(left.map(({ by }) => by)).toEqual(left.map(() => 'deletion'));
    expect(left.map(({ domain }) => domain).toSorted()).toEqual(sites);
  }
  for (const domain of sites) expect(await taking.history(domain)).toBeNull();
}, 120_000);
