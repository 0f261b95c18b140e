// The versions of pages that an index keeps, whatever keeps it.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareSteps, versionStep } from './version-model.ts';
import {
  DOMAIN,
  HOUR,
  numbered,
  pageOf,
  putOf,
  START,
  textsOf,
  URLS,
  type VersionStore,
  visited,
} from './versioned-pages.ts';

/** @param runs how often versions after random visits, some six each time, are compared with a model */
export function describeVersions(emptyStore: () => Promise<VersionStore>, runs: number): void {
  it('keeps what a model that keeps everything knows, in whatever order it comes', async () => {
    const store = await emptyStore();
    const index = await store.open(1_000);
    await fc.assert(
      fc.asyncProperty(fc.array(versionStep, { minLength: 1, maxLength: 12 }), (steps) =>
        compareSteps(index, steps),
      ),
      { numRuns: runs },
    );
    await index.close();
    await expect(store.check()).resolves.toBeDefined();
  }, 120_000);

  describe('retention', () => {
    it('keeps the newest, and the first of each month', async () => {
      const store = await emptyStore();
      const index = await store.open(2);
      // 1, 11, 21 and 31 March; 10, 20 and 30 April; 10 and 20 May.
      const versions = await visited(index, numbered(9), { days: 10 });
      expect(versions.map(({ firstSeen }) => new Date(firstSeen).toISOString().slice(5, 10))).toEqual([
        '05-20',
        '05-10',
        '04-30',
        '04-10',
        '03-01',
      ]);
      expect(await textsOf(index)).toEqual([8, 7, 6, 4, 0].map((number) => numbered(9)[number]));
      await index.close();
      await expect(store.check()).resolves.toBeDefined();
    });

    it.each([
      ['by age', { maxAge: 15 * 24 * HOUR }, ['05-20', '05-10', '04-30']],
      // Sources of 68, 63 and 58 bytes before the newest.
      ['by size', { maxBytes: 140 }, ['05-20', '05-10', '04-30']],
    ] as const)('keeps versions %s', async (_, keep, days) => {
      const store = await emptyStore();
      const index = await store.open(keep);
      const versions = await visited(index, numbered(9), { days: 10 });
      expect(versions.map(({ firstSeen }) => new Date(firstSeen).toISOString().slice(5, 10))).toEqual(days);
      await index.close();
      await expect(store.check()).resolves.toBeDefined();
    });

    it('reads the first of forty versions, and counts them', async () => {
      const store = await emptyStore();
      const index = await store.open(1_000);
      await visited(index, numbered(40));
      expect(await textsOf(index)).toEqual(numbered(40).toReversed());
      expect((await index.stats()).versions).toBe(39);
      await index.delete(DOMAIN);
      expect(await index.stats()).toMatchObject({ versions: 0, versionBytes: 0 });
      await index.close();
      await expect(store.check()).resolves.toBeDefined();
    });

    it('gives up what was kept once none is to be kept and the page changes', async () => {
      const store = await emptyStore();
      const before = await store.open(10);
      await visited(before, numbered(4));
      await before.close();
      const after = await store.open(0);
      expect(await textsOf(after)).toEqual(numbered(4).toReversed());
      await visited(after, ['<p>another</p>'], { from: 5 });
      expect(await textsOf(after)).toEqual(['<p>another</p>']);
      expect((await after.stats()).versions).toBe(0);
      await after.close();
      await expect(store.check()).resolves.toBeDefined();
    });

    it('keeps nothing unless it is to', async () => {
      const store = await emptyStore();
      const index = await store.open(0);
      expect(await visited(index, numbered(4))).toHaveLength(1);
      await index.close();
    });
  });

  it('takes no noise for a version: a counter of each visit, once three visits showed it', async () => {
    const store = await emptyStore();
    const index = await store.open(10);
    const page = (count: number): string => `<p>Seen <b>${count}</b> times</p><p>by all</p>`;
    const versions = await visited(index, [17, 29, 31, 54, 77].map(page));
    expect(versions).toMatchObject([{ firstSeen: START, lastSeen: null }]);
    expect(await textsOf(index)).toEqual([page(77)]);
    await index.close();
  });

  it('keeps three versions of a page that changes little in less than 0.15 of their compressed size', async () => {
    const store = await emptyStore();
    const index = await store.open(10);
    const words = Array.from({ length: 3_000 }, (_, at) => ((at * 2_654_435_761) % 2 ** 32).toString(36));
    const page = (visit: number): string =>
      `<title>Shop</title>${words.map((word, at) => `<a href="/${word}">${at === visit * 7 ? 'Sold out' : word}</a>`).join('\n')}`;
    await visited(index, [page(1), page(2), page(3), page(4)]);
    const { versions, versionBytes, compressedBytes } = await index.stats();
    expect(versions).toBe(3);
    expect(versionBytes).toBeLessThan(0.15 * 3 * compressedBytes);
    await index.close();
  });

  it('keeps what scripts wrote, and texts of any size', async () => {
    const store = await emptyStore();
    const index = await store.open(10);
    const contents = [
      ['<p>one</p>', '<i>by scripts: one</i>'],
      ['', ''],
      ['<p>two</p>', undefined],
      ['<p>x</p>'.repeat(400_000), '<i>large and rendered</i>'],
      ['😀', '<i>by scripts: five</i>'],
    ] as const;
    for (const [day, [source, rendered]] of contents.entries()) {
      const at = START + day * 24 * HOUR;
      await index.put([putOf([pageOf(URLS[0], source, at, rendered)], at, { removed: 'others' })]);
    }
    expect(await textsOf(index)).toEqual(contents.map(([source]) => source).toReversed());
    const listed = (await index.versions(DOMAIN, URLS[0]))?.versions ?? [];
    const ids = listed.map(({ id }) => id);
    const rendered = await index.versionSources(DOMAIN, URLS[0], ids, 'rendered');
    expect(rendered?.sources.map(({ utf8 }) => Buffer.from(utf8).toString())).toEqual(
      contents.flatMap(([, one]) => one ?? []).toReversed(),
    );
    expect(listed.map(({ renderedBytes }) => renderedBytes)).toEqual(
      contents.map(([, one]) => (one === undefined ? null : Buffer.byteLength(one))).toReversed(),
    );
    await index.close();
    await expect(store.check()).resolves.toBeDefined();
  });
}
