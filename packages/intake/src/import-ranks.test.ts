import type { DomainRank } from '@sitegrep/storage';
import { expect, test } from 'vitest';
import { importRanks } from './import-ranks.ts';
import { readRankedDomains } from './ranked-domains.ts';

/** Ranks as an index stores them, and the sizes of the writes. @param stored domains that have a document */
function keptRanks(ranks = new Map<string, number>(), stored: readonly string[] = []) {
  const writes: number[] = [];
  return {
    ranks,
    writes,
    index: {
      setRanks: async (some: readonly DomainRank[]): Promise<void> => {
        writes.push(some.length);
        await Promise.resolve();
        for (const { domain, rank } of some) {
          if (rank === 0) ranks.delete(domain);
          else ranks.set(domain, rank);
        }
      },
      async *ranks(): AsyncGenerator<DomainRank> {
        for (const [domain, rank] of ranks) yield { domain, rank };
      },
      async *names(): AsyncGenerator<string> {
        yield* stored;
      },
    },
  };
}

const listOf = (count: number) => Array.from({ length: count }, (_, n) => `${n + 1},d${n + 1}.example`);

test('sets the ranks of the list’s domains and leaves the others', async () => {
  const { index, ranks } = keptRanks(
    new Map([
      ['old.example', 7],
      ['b.example', 8],
    ]),
    ['b.example', 'c.example', 'old.example'],
  );
  const result = await importRanks(index, readRankedDomains(['1,a.example', '10,b.example', 'junk']), {
    replace: false,
  });
  expect(Object.fromEntries(ranks)).toEqual({ 'a.example': 1_000, 'b.example': 875, 'old.example': 7 });
  expect(result).toEqual({
    domains: 2,
    indexed: 1,
    repeated: 0,
    removed: 0,
    rejected: {
      count: 1,
      reasons: { 'no value in the column of domains': 1 },
      samples: [{ line: 3, text: 'junk', reason: 'no value in the column of domains' }],
    },
  });
});

test('the best of several positions of a domain counts, in any order', async () => {
  const { index, ranks } = keptRanks();
  const lines = ['1000,www.a.example', '1,a.example', '10,A.example', ...listOf(12_000), '1,d11000.example'];
  const result = await importRanks(index, readRankedDomains(lines), { replace: false });
  expect([ranks.get('a.example'), ranks.get('d11000.example'), ranks.get('d10000.example')]).toEqual([
    1_000, 1_000, 500,
  ]);
  expect([result.domains, result.repeated]).toEqual([12_001, 3]);
});

test('a growing table has all domains, in writes of 5,000 at most', async () => {
  const { index, ranks, writes } = keptRanks(new Map([['gone.example', 5]]));
  const result = await importRanks(index, readRankedDomains(listOf(100_000)), { replace: true });
  expect([result.domains, result.repeated, result.removed]).toEqual([100_000, 0, 1]);
  expect([ranks.size, ranks.get('d100000.example'), ranks.has('gone.example')]).toEqual([
    100_000,
    375,
    false,
  ]);
  expect(Math.max(...writes)).toBe(5_000);
});

test('a list without ranks removes nothing', async () => {
  const { index, ranks } = keptRanks(new Map([['old.example', 7]]));
  expect(await importRanks(index, readRankedDomains(['', 'x']), { replace: true })).toMatchObject({
    domains: 0,
    removed: 0,
  });
  expect(ranks.size).toBe(1);
});

test('a failing list leaves stored ranks, and removes nothing', async () => {
  const { index, ranks } = keptRanks(new Map([['old.example', 7]]));
  const failure = new Error('cut');
  const lines = async function* () {
    yield* readRankedDomains(listOf(7_000));
    throw failure;
  };
  const stored: number[] = [];
  const reading = importRanks(index, lines(), { replace: true, onStored: (count) => stored.push(count) });
  await expect(reading).rejects.toBe(failure);
  expect(stored).toEqual([5_000]);
  expect([ranks.size, ranks.get('old.example')]).toEqual([5_001, 7]);
});

test('a failed write ends the import with its error, after the others have ended', async () => {
  const failure = new Error('disk full');
  const ended: number[] = [];
  let calls = 0;
  const index = {
    setRanks: async () => {
      const call = (calls += 1);
      await new Promise((resolve) => setImmediate(resolve));
      ended.push(call);
      if (call === 2) throw failure;
    },
    async *ranks(): AsyncGenerator<DomainRank> {},
    async *names(): AsyncGenerator<string> {},
  };
  await expect(importRanks(index, readRankedDomains(listOf(60_000)), { replace: false })).rejects.toBe(
    failure,
  );
  expect(ended).toHaveLength(calls);
  expect(calls).toBeLessThan(12);
});

test('a signal ends it before anything is removed', async () => {
  const { index, ranks } = keptRanks(new Map([['old.example', 7]]));
  const stop = new AbortController();
  const lines = async function* () {
    yield* readRankedDomains(listOf(10));
    stop.abort(new Error('enough'));
    yield* readRankedDomains(listOf(1));
  };
  const reading = importRanks(index, lines(), { replace: true, signal: stop.signal });
  await expect(reading).rejects.toThrow('enough');
  expect([...ranks.keys()]).toEqual(['old.example']);
});
