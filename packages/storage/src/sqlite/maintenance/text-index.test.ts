import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sourceText } from '@sitegrep/search';
import type { Visit } from '@sitegrep/site';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { documentOf, found, put } from '../../../test/conformance/documents.ts';
import { query } from '../../../test/conformance/query-walks.ts';
import { StorageCorrupt, StorageMisconfigured } from '../../errors.ts';
import { wholeSite } from '../../puts.ts';
import { openDomainIndex } from '../domains/domain-index.ts';
import { stateReader, writeState } from '../domains/state.ts';
import { openSqliteStorage } from '../storage.ts';
import { rebuildTextIndex, type RebuildProgress } from './rebuild.ts';
import { describeTextIndex, mergeTextIndex } from './text-index.ts';
import { verifyTextIndex } from './verify.ts';
import type { Storage } from '../../storage.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sitegrep-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const BUILD_BYTES = 1 << 20;

function opened(): Promise<Storage> {
  return openSqliteStorage({ dataDir, readers: 1, buildBytes: BUILD_BYTES });
}

/** Ten domains of two pages, of which one was replaced and one deleted. */
async function fill(): Promise<void> {
  const storage = await opened();
  const { domains } = storage;
  for (let number = 0; number < 10; number++) {
    await put(domains, documentOf(`d${number}.test`, [`<p>Number ${number}</p>`, 'ΣΊΣΥΦΟΣ and more']));
  }
  await put(domains, documentOf('d3.test', ['replaced']));
  await domains.delete('d4.test');
  await storage.close();
}

async function rebuild(): Promise<readonly RebuildProgress[]> {
  const steps: RebuildProgress[] = [];
  const signal = new AbortController().signal;
  await rebuildTextIndex({
    dataDir,
    buildBytes: BUILD_BYTES,
    fullText: true,
    signal,
    onProgress: (step) => steps.push(step),
  });
  return steps;
}

async function expectIntact(): Promise<void> {
  const storage = await opened();
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

it('is rebuilt from the stored sources, and goes on from there', async () => {
  await fill();
  const steps = await rebuild();
  expect(steps).toContainEqual({ step: 'indexing', items: 'domain', done: 9, of: 9 });
  await expectIntact();
});

it('keeps the day of the first visit over a rebuild', async () => {
  const first = Date.UTC(2026, 2, 1);
  const isOfDay = query({
    kind: 'condition',
    condition: { kind: 'matching', field: 'first_visited', value: '2026-03-01..2026-03-01', negated: false },
  });
  const storage = await opened();
  for (const at of [first, first + 30 * 86_400_000]) {
    const document = documentOf('a.test', [`seen at ${at}`], { lastVisited: at });
    const visit: Visit = { at, facts: '1', source: 'crawl', labels: new Map(), pages: 'all' };
    await storage.domains.put([{ ...wholeSite(document), visits: [visit] }]);
  }
  await put(storage.domains, documentOf('b.test', ['without a visit'], { lastVisited: first }));
  await storage.close();
  await expect(verifyTextIndex(dataDir, () => {})).resolves.toBeDefined();
  await rebuild();
  await expect(verifyTextIndex(dataDir, () => {})).resolves.toBeDefined();
  const again = await opened();
  expect((await again.domains.search(isOfDay)).hits.map(({ domain }) => domain)).toEqual([
    'a.test',
    'b.test',
  ]);
  await again.close();
});

it('has saved searches filled again after a rebuild, and keeps their events', async () => {
  await fill();
  const storage = await opened();
  const { searches } = storage.domains;
  const where = sourceText('number');
  await searches.put({ id: 'numbers', level: 'page', where, definition: { own: 1 }, at: 1 });
  await searches.fill();
  await put(storage.domains, documentOf('d2.test', ['no more']), documentOf('d4.test', ['number 4']));
  const events = await searches.events({ after: 0, limit: 10 });
  expect(events.map(({ domain, kind }) => `${domain} ${kind}`)).toEqual([
    'd2.test disappeared',
    'd4.test appeared',
  ]);
  await storage.close();
  const db = new DatabaseSync(join(dataDir, 'domains.sqlite'), { defensive: false });
  db.exec('UPDATE fulfilled SET crc = crc + 1 WHERE domain % 2 = 0');
  db.close();
  await expect(verifyTextIndex(dataDir, () => {})).rejects.toThrow(StorageCorrupt);
  await rebuild();
  await expect(verifyTextIndex(dataDir, () => {})).resolves.toBeDefined();
  const again = await opened();
  const { domains } = again;
  expect(await domains.searches.get('numbers')).toMatchObject({ filled: false, definition: { own: 1 } });
  await domains.searches.fill();
  const saved = { kind: 'in_list', field: 'saved', values: ['numbers'], negated: false } as const;
  const { hits } = await domains.search(query({ kind: 'condition', condition: saved }));
  expect(hits.map(({ domain }) => domain)).toEqual(await found(domains, 'number'));
  expect(hits).toHaveLength(8);
  expect(await domains.searches.events({ after: 0, limit: 10 })).toEqual(events);
  await again.close();
});

it('asks for another rebuild after one was interrupted', async () => {
  await fill();
  const controller = new AbortController();
  controller.abort(new Error('interrupted'));
  const { signal } = controller;
  const interrupted = rebuildTextIndex({
    dataDir,
    buildBytes: BUILD_BYTES,
    fullText: true,
    signal,
    onProgress: () => {},
  });
  await expect(interrupted).rejects.toThrow('interrupted');
  await expect(opened()).rejects.toThrow(StorageMisconfigured);
  await expect(opened()).rejects.toThrow(/run "sitegrep index rebuild" again/);
  await expect(verifyTextIndex(dataDir, () => {})).rejects.toThrow(/run "sitegrep index rebuild" again/);
  expect(await describeTextIndex(dataDir)).toBeNull();
  await rebuild();
  await expectIntact();
});

it('leaves no large log behind when it is closed', async () => {
  const index = await openDomainIndex({ dataDir, readers: 1, logBytes: 4_000 });
  await put(index, documentOf('small.test', ['x'.repeat(700)]));
  await index.close();
  expect((await describeTextIndex(dataDir))?.segments).toEqual([]);
  const again = await openDomainIndex({ dataDir, readers: 1, logBytes: 4_000 });
  await put(again, documentOf('more.test', ['y'.repeat(700)]));
  await again.close();
  const described = await describeTextIndex(dataDir);
  expect(described?.segments.map(({ documents }) => documents)).toEqual([4]);
  expect(described?.logs).toHaveLength(1);
});

it('merges what was written into one segment without what was replaced', async () => {
  await fill();
  const before = await describeTextIndex(dataDir);
  const merged = await mergeTextIndex(dataDir, BUILD_BYTES);
  const after = await describeTextIndex(dataDir);
  expect(merged).toEqual({ before, after });
  expect(after?.generation).toBeGreaterThan(before?.generation ?? Infinity);
  expect(after?.segments.map(({ documents, deadDocuments }) => [documents, deadDocuments])).toEqual([
    [34, 0],
  ]);
  expect(await verifyTextIndex(dataDir, () => {})).toMatchObject({
    rows: { domains: 9, pages: 17 },
    segments: { segments: 1, documents: 34 },
  });
  await expectIntact();
});

it('names what is damaged, in searches and when all is read, and is intact again after a rebuild', async () => {
  await fill();
  await mergeTextIndex(dataDir, BUILD_BYTES);
  const files = await readdir(join(dataDir, 'segments'));
  const name = files.find((file) => file.endsWith('.segment')) ?? '';
  const path = join(dataDir, 'segments', name);
  const { size } = await stat(path);
  const file = await open(path, 'r+');
  await file.write(Buffer.alloc(8, 0xa5), 0, 8, Math.floor(size / 4));
  await file.close();

  const storage = await opened();
  const { domains } = storage;
  await expect(found(domains, 'number 7')).rejects.toThrow(StorageCorrupt);
  await expect(found(domains, 'number 7')).rejects.toThrow(/segment is damaged: .*"sitegrep index rebuild"/);
  await storage.close();
  await expect(verifyTextIndex(dataDir, () => {})).rejects.toThrow(StorageCorrupt);
  await rebuild();
  await expectIntact();
});

it('refuses segments that lack what the database has', async () => {
  await fill();
  await rm(join(dataDir, 'segments'), { recursive: true });
  const storage = await opened();
  const { domains } = storage;
  await expect(found(domains, 'number 7')).rejects.toThrow(StorageCorrupt);
  await expect(put(domains, documentOf('x.test', ['x']))).rejects.toThrow(StorageCorrupt);
  await storage.close();
});

it('refuses segments that are ahead of the database', async () => {
  await fill();
  await mergeTextIndex(dataDir, BUILD_BYTES);
  const db = new DatabaseSync(join(dataDir, 'domains.sqlite'));
  const state = stateReader(db)();
  writeState(db, { ...state, sequence: state.sequence - 1 });
  db.close();
  const storage = await opened();
  const { domains } = storage;
  await expect(put(domains, documentOf('x.test', ['x']))).rejects.toThrow(/newer than the database/);
  await storage.close();
});

it('refuses an answer that the database does not have', async () => {
  await fill();
  const db = new DatabaseSync(join(dataDir, 'domains.sqlite'));
  db.exec(`DELETE FROM domain WHERE domain = 'd7.test'`);
  db.close();
  const storage = await opened();
  await expect(found(storage.domains, 'number 7')).rejects.toThrow(StorageCorrupt);
  await expect(found(storage.domains, 'number 7')).rejects.toThrow(
    /domains\.sqlite is damaged: the ids and revisions in table domain are not those .*"sitegrep index rebuild"/,
  );
  await storage.close();
});
