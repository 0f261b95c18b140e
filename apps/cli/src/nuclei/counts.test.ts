import { SitegrepClient } from '@sitegrep/client';
import { QueryTooBroad, wholeSite } from '@sitegrep/storage';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentOf, searching, serve, type Served } from '../../../api/test/served-api.ts';
import { counter, inOrder } from './counts.ts';

let api: Served;
let client: SitegrepClient;
const searched: string[] = [];
beforeAll(async () => {
  api = await serve({
    parts: (parts) => ({
      ...parts,
      storage: {
        ...parts.storage,
        domains: {
          ...parts.storage.domains,
          ...searching((query, options) => {
            const text = JSON.stringify(query.where);
            searched.push(text);
            if (text.includes('broad')) return Promise.reject(new QueryTooBroad(3_600, 2_100));
            return parts.storage.domains.search(query, options);
          }),
        },
      },
    }),
  });
  client = new SitegrepClient({ baseUrl: api.url, key: await api.key(['search']) });
  await api.storage.domains.put([
    wholeSite(documentOf('a.example', 'kettle and tea')),
    wholeSite(documentOf('b.example', 'kettle')),
  ]);
});
afterAll(() => api.close());

describe('a count', () => {
  test('is exact, and the same query is counted once', async () => {
    const count = counter(client);
    const before = searched.length;
    expect(await Promise.all(['"kettle"', '"tea"', '"kettle"'].map(count))).toEqual([
      { domains: 2, problem: null },
      { domains: 1, problem: null },
      { domains: 2, problem: null },
    ]);
    expect(searched.length - before).toBe(2);
  });

  test('that is refused is a problem of its query alone', async () => {
    const count = counter(client);
    expect(await count('/broad+/')).toEqual({
      domains: null,
      problem: expect.stringContaining('3600 domains must be read'),
    });
    expect(await count('has:fax')).toEqual({
      domains: null,
      problem: expect.stringContaining('q cannot be read'),
    });
  });

  test('that the server does not permit ends all of them', async () => {
    const count = counter(new SitegrepClient({ baseUrl: api.url, key: 'wrong' }));
    await expect(count('"kettle"')).rejects.toMatchObject({ code: 'unauthorized' });
  });
});

describe('work in order', () => {
  test('gives results in the order of the items, four at a time', async () => {
    let running = 0;
    let most = 0;
    const results: number[] = [];
    const work = async (item: number): Promise<number> => {
      most = Math.max(most, ++running);
      for (let waited = 0; waited < 10 - item; waited++) await Promise.resolve();
      running -= 1;
      return item * 2;
    };
    for await (const result of inOrder([1, 2, 3, 4, 5, 6, 7, 8, 9], work)) results.push(result);
    expect(results).toEqual([2, 4, 6, 8, 10, 12, 14, 16, 18]);
    expect(most).toBe(4);
  });

  test('ends with the first failure, after what still runs', async () => {
    let ended = 0;
    const work = async (item: number): Promise<number> => {
      await Promise.resolve();
      ended += 1;
      if (item > 1) throw new Error(`item ${item}`);
      return item;
    };
    const all = async (): Promise<void> => {
      for await (const result of inOrder([1, 2, 3, 4, 5, 6], work)) expect(result).toBe(1);
    };
    await expect(all()).rejects.toThrow('item 2');
    expect(ended).toBe(5);
  });
});
