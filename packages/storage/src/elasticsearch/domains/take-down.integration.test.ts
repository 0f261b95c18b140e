import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { documentOf, found } from '../../../test/conformance/documents.ts';
import type { DomainIndex, PutResult } from '../../domains.ts';
import { Gate, gated } from '../../../test/elasticsearch/gate.ts';
import { openTestIndexes } from '../../../test/elasticsearch/test-indexes.ts';
import { openDomainIndex } from './domain-index.ts';
import { wholeSite } from '../../puts.ts';

const AT = Date.UTC(2026, 10, 22);

const indexes = await openTestIndexes();
const options = {
  ...indexes.options(),
  shards: 2,
  refreshInterval: '100ms',
  bulkBytes: 1 << 20,
  bulkConcurrency: 2,
};

const WRITES = /domains.*\/_bulk$/;
const LOOKS_FOR_BLOCKS = /blocks.*\/_mget$/;

let gate: Gate;
/** Two processes: one crawls, the other one takes sites down. */
let crawling: DomainIndex;
let admin: DomainIndex;
beforeAll(async () => {
  admin = await openDomainIndex(indexes.client, options);
});
beforeEach(async () => {
  gate = new Gate();
  crawling = await openDomainIndex(gated(indexes.client, gate), options);
});
afterEach(() => crawling.close());
afterAll(async () => {
  await admin.close();
  await indexes.close();
});

const put = (domain: string, text: string): Promise<readonly PutResult[]> =>
  crawling.put([wholeSite(documentOf(domain, [text]))]);

const takeDown = (domain: string) => admin.blocks.takeDown({ domain, reason: 'asked', at: AT });

it.each([
  ['of a domain that was never stored', 'new', false],
  ['of a domain that is stored', 'known', true],
])('a put %s that saw no block is refused after the takedown', async (_what, name, stored) => {
  const domain = `${name}.fenced.test`;
  if (stored) await put(domain, 'fenced');
  const write = gate.stop(WRITES);
  const look = gate.stop(LOOKS_FOR_BLOCKS);
  const late = put(domain, 'fenced');
  await write.reached;
  expect(await takeDown(domain)).toMatchObject({ removed: stored ? 1 : 0 });
  write.go();
  await look.reached;
  // The document must not be visible even for a moment.
  expect(await found(admin, 'fenced')).toEqual([]);
  look.go();
  expect(await late).toEqual([{ stored: false, block: expect.objectContaining({ domain }) }]);
  expect(await found(admin, 'fenced')).toEqual([]);
  expect(await admin.get(domain)).toBeNull();
});

it('a put of a domain under the blocked one that saw no block removes its document again', async () => {
  const write = gate.stop(WRITES);
  const late = put('sub.under.test', 'under it');
  await write.reached;
  expect(await takeDown('under.test')).toMatchObject({ removed: 0 });
  write.go();
  expect(await late).toEqual([{ stored: false, block: expect.objectContaining({ domain: 'under.test' }) }]);
  expect(await found(admin, 'under it')).toEqual([]);
});

it('the takedown removes a put that has not read the blocks again yet', async () => {
  const first = gate.stop(LOOKS_FOR_BLOCKS);
  const again = gate.stop(LOOKS_FOR_BLOCKS);
  const late = put('sub.written.test', 'written');
  first.go();
  await again.reached;
  expect(await found(admin, 'written')).toEqual(['sub.written.test']);
  expect(await takeDown('written.test')).toMatchObject({ removed: 1, samples: ['sub.written.test'] });
  expect(await found(admin, 'written')).toEqual([]);
  again.go();
  expect(await late).toMatchObject([{ stored: false }]);
});

it('a document that a killed process left is removed by the next put of its site', async () => {
  const write = gate.stop(WRITES);
  const look = gate.stop(LOOKS_FOR_BLOCKS);
  const late = put('sub.killed.test', 'killed').catch((error: unknown) => error);
  await write.reached;
  await takeDown('killed.test');
  write.go();
  await look.reached;
  look.die();
  expect(await late).toBeInstanceOf(Error);
  expect(await found(admin, 'killed')).toEqual(['sub.killed.test']);
  expect(await put('sub.killed.test', 'killed again')).toMatchObject([{ stored: false }]);
  expect(await found(admin, 'killed')).toEqual([]);
});

it('a rank that is set during the takedown does not restore the document', async () => {
  await put('ranked.test', 'ranked');
  const write = gate.stop(WRITES);
  const late = crawling.setRanks([{ domain: 'ranked.test', rank: 11 }]);
  await write.reached;
  await takeDown('ranked.test');
  write.go();
  await late;
  expect(await found(admin, 'ranked')).toEqual([]);
  expect(await Array.fromAsync(admin.ranks())).toContainEqual({ domain: 'ranked.test', rank: 11 });
});

it('leaves no document when many puts and takedowns run concurrently', async () => {
  const tops = Array.from({ length: 6 }, (_, number) => `t${number}.storm.test`);
  const domains = tops.flatMap((top) => [top, `a.${top}`, `b.${top}`]);
  await Promise.all([
    ...domains.map(async (domain, number) => {
      for (let round = 0; round < number; round++) await admin.blocks.get(domain);
      await put(domain, 'storm!');
      await put(domain, 'storm!');
    }),
    ...tops.map((top) => takeDown(top)),
  ]);
  expect(await found(admin, 'storm!')).toEqual([]);
});
