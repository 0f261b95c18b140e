import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { documentOf, found, put } from '../../conformance/documents.ts';
import { StorageCorrupt, StorageMisconfigured } from '../../errors.ts';
import { openDomainIndex } from '../domains/domain-index.ts';
import { stateReader, writeState } from '../domains/state.ts';
import { openSqliteStorage, type SqliteStorage } from '../storage.ts';
import { rebuildTextIndex, type RebuildProgress } from './rebuild.ts';
import { describeTextIndex, mergeTextIndex, verifyTextIndex } from './text-index.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sitegrep-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const KINDS = ['fts5', 'segments'] as const;
const BUILD_BYTES = 1 << 20;

function opened(index: (typeof KINDS)[number] | null): Promise<SqliteStorage> {
  return openSqliteStorage({ dataDir, readers: 1, index, buildBytes: BUILD_BYTES });
}

/** Ten domains of two pages, of which one was replaced and one deleted. */
async function fill(index: (typeof KINDS)[number]): Promise<void> {
  const storage = await opened(index);
  const { domains } = storage;
  for (let number = 0; number < 10; number++) {
    await put(domains, documentOf(`d${number}.test`, [`<p>Number ${number}</p>`, 'ΣΊΣΥΦΟΣ and more']));
  }
  await put(domains, documentOf('d3.test', ['replaced']));
  await domains.delete('d4.test');
  await storage.close();
}

async function rebuild(kind: (typeof KINDS)[number] | null): Promise<readonly RebuildProgress[]> {
  const steps: RebuildProgress[] = [];
  const signal = new AbortController().signal;
  await rebuildTextIndex({
    dataDir,
    kind,
    buildBytes: BUILD_BYTES,
    signal,
    onProgress: (step) => steps.push(step),
  });
  return steps;
}

async function expectWhole(index: (typeof KINDS)[number] | null): Promise<void> {
  const storage = await opened(index);
  const { domains } = storage;
  expect(await found(domains, 'number 7')).toEqual(['d7.test']);
  expect(await found(domains, 'number 3')).toEqual([]);
  expect(await found(domains, 'number 4')).toEqual([]);
  expect(await found(domains, 'replaced')).toEqual(['d3.test']);
  expect(await found(domains, 'σίσυφος')).toHaveLength(8);
  expect(await found(domains, 'e')).toHaveLength(9);
  await put(domains, documentOf('new.test', ['number 7 again']));
  await put(domains, documentOf('d7.test', ['another']));
  expect(await found(domains, 'number 7')).toEqual(['new.test']);
  await storage.close();
}

describe.each(KINDS.flatMap((from) => KINDS.map((to) => [from, to] as const)))(
  'from %s to %s',
  (from, to) => {
    it('is rebuilt from the stored sources, and goes on from there', async () => {
      await fill(from);
      const steps = await rebuild(to);
      expect(steps).toContainEqual({ step: 'indexing', domains: 9, ofDomains: 9 });
      await expectWhole(to);
      expect((await describeTextIndex(dataDir)).kind).toBe(to);
      expect((await readdir(dataDir)).includes('segments')).toBe(to === 'segments');
    });
  },
);

async function breakOff(to: (typeof KINDS)[number]): Promise<void> {
  const controller = new AbortController();
  controller.abort(new Error('broken off'));
  const broken = rebuildTextIndex({
    dataDir,
    kind: to,
    buildBytes: BUILD_BYTES,
    signal: controller.signal,
    onProgress: () => {},
  });
  await expect(broken).rejects.toThrow('broken off');
}

it('is as it was after a rebuild from fts5 to segments was broken off', async () => {
  await fill('fts5');
  await breakOff('segments');
  expect((await describeTextIndex(dataDir)).kind).toBe('fts5');
  await expectWhole('fts5');
});

it.each([
  ['fts5', 'fts5'],
  ['segments', 'fts5'],
  ['segments', 'segments'],
] as const)('says that it must be rebuilt after a rebuild from %s to %s was broken off', async (from, to) => {
  await fill(from);
  await breakOff(to);
  await expect(opened(null)).rejects.toThrow(StorageMisconfigured);
  await expect(opened(null)).rejects.toThrow(/run "sitegrep index rebuild" again/);
  await expect(verifyTextIndex(dataDir, () => {})).rejects.toThrow(/run "sitegrep index rebuild" again/);
  await rebuild(null);
  await expectWhole(to);
});

it.each(KINDS)('refuses a folder of another kind than %s, and says how to change it', async (index) => {
  await fill(index);
  const other = opened(index === 'fts5' ? 'segments' : 'fts5');
  await expect(other).rejects.toThrow(StorageMisconfigured);
  await expect(other).rejects.toThrow(
    new RegExp(`of kind ${index}.*"sitegrep index rebuild".*SITEGREP_INDEX=${index}$`),
  );
});

it('is of segments in a new folder, and stays of the kind that it is', async () => {
  await (await opened(null)).close();
  expect((await describeTextIndex(dataDir)).kind).toBe('segments');
  await fill('fts5');
  await expectWhole(null);
  expect((await describeTextIndex(dataDir)).kind).toBe('fts5');
});

it('leaves no large log behind when it is closed', async () => {
  const index = await openDomainIndex({ dataDir, readers: 1, index: 'segments', logBytes: 4_000 });
  await put(index, documentOf('small.test', ['x'.repeat(700)]));
  await index.close();
  expect((await describeTextIndex(dataDir)).segments?.segments).toEqual([]);
  const again = await openDomainIndex({ dataDir, readers: 1, index: 'segments', logBytes: 4_000 });
  await put(again, documentOf('more.test', ['y'.repeat(700)]));
  await again.close();
  const { segments } = await describeTextIndex(dataDir);
  expect(segments?.segments.map(({ documents }) => documents)).toEqual([2]);
  expect(segments?.logs).toHaveLength(1);
});

it('merges what was written into one segment without what was replaced', async () => {
  await fill('segments');
  const before = (await describeTextIndex(dataDir)).segments;
  const merged = await mergeTextIndex(dataDir, BUILD_BYTES);
  const { segments } = await describeTextIndex(dataDir);
  expect(merged).toEqual({ before, after: segments });
  expect(segments?.generation).toBeGreaterThan(before?.generation ?? Infinity);
  expect(segments?.segments.map(({ documents, deadDocuments }) => [documents, deadDocuments])).toEqual([
    [9, 0],
  ]);
  expect(await verifyTextIndex(dataDir, () => {})).toMatchObject({
    rows: { domains: 9, pages: 17 },
    segments: { segments: 1, documents: 9 },
  });
  await expectWhole('segments');
});

it('merges tables of FTS5, too', async () => {
  await fill('fts5');
  expect(await mergeTextIndex(dataDir, BUILD_BYTES)).toBeNull();
  await expectWhole('fts5');
});

it.each(KINDS)('finds nothing wrong with an index of %s', async (index) => {
  await fill(index);
  await expect(verifyTextIndex(dataDir, () => {})).resolves.toBeDefined();
});

it('names what is damaged, in searches and when all is read, and is whole again after a rebuild', async () => {
  await fill('segments');
  await mergeTextIndex(dataDir, BUILD_BYTES);
  const files = await readdir(join(dataDir, 'segments'));
  const name = files.find((file) => file.endsWith('.segment')) ?? '';
  const path = join(dataDir, 'segments', name);
  const { size } = await stat(path);
  const file = await open(path, 'r+');
  await file.write(Buffer.alloc(8, 0xa5), 0, 8, Math.floor(size / 4));
  await file.close();

  const storage = await opened('segments');
  const { domains } = storage;
  await expect(found(domains, 'number 7')).rejects.toThrow(StorageCorrupt);
  await expect(found(domains, 'number 7')).rejects.toThrow(/segment is damaged: .*"sitegrep index rebuild"/);
  await storage.close();
  await expect(verifyTextIndex(dataDir, () => {})).rejects.toThrow(StorageCorrupt);
  await rebuild(null);
  await expectWhole('segments');
});

it('refuses segments that lack what the database has', async () => {
  await fill('segments');
  await rm(join(dataDir, 'segments'), { recursive: true });
  const storage = await opened('segments');
  const { domains } = storage;
  await expect(found(domains, 'number 7')).rejects.toThrow(StorageCorrupt);
  await expect(put(domains, documentOf('x.test', ['x']))).rejects.toThrow(StorageCorrupt);
  await storage.close();
});

it('refuses segments that are ahead of the database', async () => {
  await fill('segments');
  await mergeTextIndex(dataDir, BUILD_BYTES);
  const db = new DatabaseSync(join(dataDir, 'domains.sqlite'));
  const state = stateReader(db)();
  writeState(db, { ...state, sequence: state.sequence - 1 });
  db.close();
  const storage = await opened('segments');
  const { domains } = storage;
  await expect(put(domains, documentOf('x.test', ['x']))).rejects.toThrow(/newer than the database/);
  await storage.close();
});

it.each(KINDS)('refuses an answer of %s that the database does not have', async (index) => {
  await fill(index);
  const db = new DatabaseSync(join(dataDir, 'domains.sqlite'));
  db.exec(`DELETE FROM domain WHERE domain = 'd7.test'`);
  db.close();
  const storage = await opened(index);
  await expect(found(storage.domains, 'number 7')).rejects.toThrow(StorageCorrupt);
  await expect(found(storage.domains, 'number 7')).rejects.toThrow(
    /domains\.sqlite is damaged: table domain has no row .*"sitegrep index rebuild"/,
  );
  expect(await found(storage.domains, 'number 8')).toEqual(['d8.test']);
  await storage.close();
});
