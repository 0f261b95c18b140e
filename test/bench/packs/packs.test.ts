import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openColumns } from './columns.ts';
import { startObjectServer } from './object-server.ts';
import { folderStore, httpStore } from './objects.ts';
import { Packs } from './packs.ts';
import type { SourceStore, StoredPage, StoredSite } from './pages.ts';

const SITES = 6;
const PAGES = 5;
/** Several packs are full after the first put. */
const PACK_BYTES = 30_000;

let folder: string;
let closers: AsyncDisposableStack;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-packs-'));
  closers = new AsyncDisposableStack();
});
afterEach(async () => {
  await closers.disposeAsync();
  await rm(folder, { recursive: true });
});

const STORES: readonly (readonly [name: string, open: () => Promise<SourceStore>])[] = [
  ['a column', async () => openColumns(folder)],
  [
    'packs in a folder',
    async () => new Packs({ folder, objects: folderStore(folder), packBytes: PACK_BYTES }),
  ],
  [
    'packs behind HTTP',
    async () => {
      const bucket = join(folder, 'bucket');
      mkdirSync(bucket);
      const server = closers.use(await startObjectServer({ folder: bucket, latencyMs: 0, bandwidth: 1_000 }));
      const objects = httpStore(server.url);
      closers.defer(() => objects.close());
      return new Packs({ folder, objects, packBytes: PACK_BYTES });
    },
  ],
];

describe.each(STORES)('%s', (_, open) => {
  test('what was put last is read, whatever was replaced and compacted', async () => {
    const store = closers.use(await open());
    const sites = madeSites(1);
    for (const site of sites) await store.put([site]);
    const changed = madeSites(2);
    for (const site of changed.slice(1)) await store.replace(site, site.pages.slice(1));
    await store.compact();
    const expected = sites.flatMap(({ pages }, site) =>
      pages.map((page, at) => (site > 0 && at > 0 ? changed[site]?.pages[at] : page)),
    );
    for (const page of expected) expect(await store.read([page?.id ?? -1])).toBe(page?.bytes);
    const all = expected.flatMap((page) => page ?? []);
    expect(await store.read(all.map(({ id }) => id))).toBe(all.reduce((sum, { bytes }) => sum + bytes, 0));
  });

  test('nothing of a site is left on the disk after its takedown, and all else is', async () => {
    const store = closers.use(await open());
    const sites = madeSites(1);
    await store.put(sites);
    await store.takeDown(sites.slice(0, 2));
    const files = contentOf(folder);
    const found = (page: StoredPage): boolean => files.includes(page.packed.subarray(200, 264));
    const pagesOf = (some: readonly StoredSite[]): StoredPage[] => some.flatMap(({ pages }) => pages);
    expect(pagesOf(sites.slice(0, 2)).filter(found)).toEqual([]);
    expect(pagesOf(sites.slice(2)).filter(found)).toHaveLength((SITES - 2) * PAGES);
    for (const { id, bytes } of pagesOf(sites.slice(2))) expect(await store.read([id])).toBe(bytes);
  });
});

/** Sites with pages of some kilobytes, each of another size. @param round sizes differ between rounds */
function madeSites(round: number): readonly StoredSite[] {
  return Array.from({ length: SITES }, (_, id) => ({
    id,
    whole: Buffer.alloc(0),
    pages: Array.from({ length: PAGES }, (__, at) => {
      const source = randomBytes(2_000 + 100 * (id * PAGES + at) + round);
      const page = { id: id * PAGES + at, site: id, url: `https://s${id}.test/${at}` };
      return { ...page, bytes: source.length, packed: zstdCompressSync(source) };
    }),
  }));
}

function contentOf(folder: string): Buffer {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  return Buffer.concat(files.map(({ parentPath, name }) => readFileSync(join(parentPath, name))));
}
