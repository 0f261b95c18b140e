import { NO_PAGE_FACTS, NO_SITE_FACTS } from '@sitegrep/site/test/facts';
import { type DomainPut, type Storage, StorageUnavailable, wholeSite } from '@sitegrep/storage';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPutBatch } from './put-batch.ts';
import { emptyIndex, openEmptyStorage } from '../../../packages/intake/test/empty-storage.ts';
import { WatchedIndex } from '../test/watched-index.ts';

let storage: Storage;
let remove: () => Promise<void>;
let domains: WatchedIndex;
beforeAll(async () => {
  ({ storage, remove } = await openEmptyStorage());
});
beforeEach(() => {
  domains = new WatchedIndex(storage.domains);
});
afterEach(() => emptyIndex(storage.domains));
afterAll(() => remove());

function siteOf(domain: string, characters: number): DomainPut {
  const page = {
    url: `https://${domain}/`,
    fetchedAt: 1,
    charset: 'utf-8',
    truncated: false,
    source: 'x'.repeat(characters),
    facts: NO_PAGE_FACTS,
  };
  return wholeSite({ domain, pages: [page], facts: NO_SITE_FACTS });
}

/** So long that only size causes a write. */
const NEVER = 2_000_000_000;

test('documents are written together as soon as they reach the batch size', async () => {
  const batch = openPutBatch(domains, { maxCharacters: 100, maxDelayMs: NEVER, maxWriting: 1 });
  await Promise.all(['a', 'b', 'c', 'd'].map((name) => batch.put(siteOf(name, 25))));
  expect(domains.calls).toEqual([['a', 'b', 'c', 'd']]);
});

test('a single document is written after the delay', async () => {
  const batch = openPutBatch(domains, { maxCharacters: 100, maxDelayMs: 1, maxWriting: 1 });
  await batch.put(siteOf('a', 1));
  expect((await storage.domains.get('a'))?.pages).toHaveLength(1);
});

test('documents that come during a write form the next one, and no write exceeds the batch size needlessly', async () => {
  const gate = Promise.withResolvers<void>();
  domains.gate = gate.promise;
  const batch = openPutBatch(domains, { maxCharacters: 100, maxDelayMs: NEVER, maxWriting: 1 });
  const acknowledged: string[] = [];
  const put = async (name: string, characters: number): Promise<void> => {
    await batch.put(siteOf(name, characters));
    acknowledged.push(name);
  };
  const puts = [put('a', 100), put('b', 60), put('c', 60), put('d', 10)];
  expect(acknowledged).toEqual([]);
  gate.resolve();
  await Promise.all(puts);
  expect(domains.calls).toEqual([['a'], ['b', 'c'], ['d']]);
  expect(acknowledged).toEqual(['a', 'b', 'c', 'd']);
});

test('batches are written concurrently up to the maximum', async () => {
  const gate = Promise.withResolvers<void>();
  domains.gate = gate.promise;
  const batch = openPutBatch(domains, { maxCharacters: 100, maxDelayMs: NEVER, maxWriting: 2 });
  const puts = ['a', 'b', 'c', 'd'].map((name) => batch.put(siteOf(name, 100)));
  expect(domains.begun).toEqual([['a'], ['b']]);
  gate.resolve();
  await Promise.all(puts);
  expect(domains.calls.flat().sort()).toEqual(['a', 'b', 'c', 'd']);
});

test('a document that can’t be stored fails alone', async () => {
  domains.poison.add('b');
  const batch = openPutBatch(domains, { maxCharacters: 30, maxDelayMs: NEVER, maxWriting: 1 });
  const results = await Promise.allSettled(['a', 'b', 'c'].map((name) => batch.put(siteOf(name, 10))));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(domains.calls).toEqual([['a'], ['c']]);
  expect((await storage.domains.stats()).domains).toBe(2);
});

test('a storage that is down is not called for each document of a batch', async () => {
  const down = new StorageUnavailable('no answer');
  domains.failures = [down];
  const batch = openPutBatch(domains, { maxCharacters: 30, maxDelayMs: NEVER, maxWriting: 1 });
  const results = await Promise.allSettled(['a', 'b', 'c'].map((name) => batch.put(siteOf(name, 10))));
  expect(results).toEqual(Array.from({ length: 3 }, () => ({ status: 'rejected', reason: down })));
  expect(domains.attempts).toBe(1);
});

test('nor for the rest, if it goes down while they are written alone', async () => {
  domains.failures = [
    new Error('hiccup'),
    new Error('cannot be stored'),
    new StorageUnavailable('no answer'),
  ];
  const batch = openPutBatch(domains, { maxCharacters: 30, maxDelayMs: NEVER, maxWriting: 1 });
  const results = await Promise.allSettled(['a', 'b', 'c'].map((name) => batch.put(siteOf(name, 10))));
  expect(results.map((result) => result.status === 'rejected' && String(result.reason))).toEqual([
    'Error: cannot be stored',
    'StorageUnavailable: no answer',
    'StorageUnavailable: no answer',
  ]);
  expect(domains.attempts).toBe(3);
});
