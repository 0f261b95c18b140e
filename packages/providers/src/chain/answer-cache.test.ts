import { beforeEach, describe, expect, test } from 'vitest';
import { createJsonCache, createMemoryCache, type AnswerCache } from './answer-cache.ts';

let time: number;
let cache: AnswerCache;
beforeEach(() => {
  time = 1_000;
  cache = createMemoryCache(180, () => time);
});

const value = async (key: string): Promise<unknown> => (await cache.get(key))?.value ?? null;

describe('a cache in memory', () => {
  test('gives back what is kept, with its age, until its time is over', async () => {
    await cache.set('a', 'one', 500);
    time += 499;
    expect(await cache.get('a')).toEqual({ value: 'one', ageMs: 499 });
    time += 1;
    expect(await cache.get('a')).toBeNull();
    expect(await cache.get('b')).toBeNull();
  });

  test('what was used longest ago makes room', async () => {
    // Of 180 bytes each entry takes 2 × (1 + 19) for its characters, and 32 for being there.
    await cache.set('a', 'x'.repeat(19), 1_000);
    await cache.set('b', 'x'.repeat(19), 1_000);
    await value('a');
    await cache.set('c', 'x'.repeat(19), 1_000);
    expect([await value('a'), await value('b'), await value('c')].map((kept) => kept !== null)).toEqual([
      true,
      false,
      true,
    ]);
  });

  test('what is replaced counts once', async () => {
    for (let n = 0; n < 10; n++) await cache.set('a', 'x'.repeat(19), 1_000);
    await cache.set('b', 'x'.repeat(19), 1_000);
    expect(await value('a')).not.toBeNull();
  });

  test('what is too large, or kept for no time, is not kept', async () => {
    await cache.set('a', 'x'.repeat(90), 1_000);
    await cache.set('b', 'x', 0);
    expect([await value('a'), await value('b')]).toEqual([null, null]);
  });
});

test('what is large inside is large', async () => {
  await cache.set('a', { list: ['x'.repeat(40), 'x'.repeat(40)] }, 1_000);
  expect(await value('a')).toBeNull();
});

test('a cache of texts gives back what JSON can write', async () => {
  const texts = new Map<string, string>();
  const json = createJsonCache({
    get: async (key) => {
      const text = texts.get(key);
      return text === undefined ? null : { value: text, ageMs: 7 };
    },
    set: async (key, text) => void texts.set(key, text),
  });
  const kept = { text: '东京', list: [1, null, { deep: true }] };
  await json.set('a', kept, 1_000);
  expect(await json.get('a')).toEqual({ value: kept, ageMs: 7 });
  expect(await json.get('b')).toBeNull();
});
