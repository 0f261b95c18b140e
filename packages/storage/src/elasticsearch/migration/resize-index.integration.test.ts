import { setImmediate as nextTick } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { documentOf, found, queryOf } from '../../../test/conformance/documents.ts';
import { openTestIndexes } from '../../../test/elasticsearch/test-indexes.ts';
import { StorageBusy, StorageMisconfigured } from '../../errors.ts';
import { openDomainIndex } from '../domains/domain-index.ts';
import { resizeIndex } from './resize-index.ts';
import { wholeSite } from '../../puts.ts';

const indexes = await openTestIndexes();
const { client } = indexes;
afterAll(() => indexes.close());

const BEAT_MS = 300;
const byRank = queryOf(['stays for good'], {
  order: [
    { field: 'rank', direction: 'desc' },
    { field: 'domain', direction: 'asc' },
  ],
});
const SETTINGS = { shards: 1, refreshInterval: '50ms', bulkBytes: 1 << 20, bulkConcurrency: 2 };

it(
  'splits and shrinks during puts and searches, loses nothing, and names the numbers that are possible',
  { timeout: 600_000 },
  async () => {
    const options = { ...indexes.options(), ...SETTINGS };
    const alias = `${options.indexPrefix}-domains`;
    const resized = (shards: number): ReturnType<typeof resizeIndex> =>
      resizeIndex(client, alias, shards, {}, BEAT_MS);
    expect(await resized(4)).toMatchObject({ outcome: 'absent' });
    const index = await openDomainIndex(client, options);
    const names = Array.from({ length: 30 }, (_, number) => `stays${number}.test`);
    await index.put(names.map((domain) => wholeSite(documentOf(domain, ['stays for good']))));
    const ranks = names.map((domain, number) => ({ domain, rank: 30 - number }));
    await index.setRanks(ranks);
    const control = { ending: false };
    const written: string[] = [];
    const writing = (async (): Promise<void> => {
      while (!control.ending) {
        const domain = `put${written.length}.test`;
        try {
          const [result] = await index.put([wholeSite(documentOf(domain, ['put meanwhile']))]);
          if (result?.stored === true) written.push(domain);
        } catch (error) {
          // The cluster took no writes for too long: a worker tries again.
          if (!(error instanceof StorageBusy)) throw error;
        }
      }
    })();
    const searching = (async (): Promise<void> => {
      while (!control.ending) {
        const { hits } = await index.search(byRank);
        expect(hits.map(({ domain, rank }) => ({ domain, rank }))).toEqual(ranks);
        await nextTick();
      }
    })();
    for (const shards of [4, 2]) {
      expect(await resized(shards)).toMatchObject({ outcome: 'resized', shards });
      const [settings] = Object.values(await client.indices.getSettings({ index: alias }));
      expect(settings?.settings?.index).toMatchObject({ number_of_shards: String(shards) });
      expect(settings?.settings?.index?.blocks?.write ?? null).toBeNull();
    }
    expect(await resized(2)).toMatchObject({
      outcome: 'current',
      kept: [expect.anything(), expect.anything()],
    });
    control.ending = true;
    await Promise.all([writing, searching]);
    expect(written.length).toBeGreaterThan(0);
    expect((await found(index, 'put meanwhile')).toSorted()).toEqual(written.toSorted());
    await expect(resized(3)).rejects.toThrow(StorageMisconfigured);
    await expect(resized(3)).rejects.toThrow(/give 1, 4, 8, 16, or set SITEGREP_ELASTICSEARCH_SHARDS=3/);
    // Writes go on after a refusal.
    await index.put([wholeSite(documentOf('last.test', ['last']))]);
    expect(await found(index, 'last')).toEqual(['last.test']);
    await index.close();
  },
);
