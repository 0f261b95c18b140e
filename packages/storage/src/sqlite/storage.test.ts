import { mkdtemp, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { documentOf, found, put } from '../../test/conformance/documents.ts';
import { NONE_REJECTED } from '../records.ts';
import { resultOf, seeds, SPEC } from '../../test/conformance/prepared-crawls.ts';
import { killWhileWriting } from '../../test/kill-storage.ts';
import { StorageCorrupt, StorageMisconfigured, StorageUnavailable } from '../errors.ts';
import { verifyTextIndex } from './maintenance/verify.ts';
import { addRowChecks } from './records/checked-rows.ts';
import { openSqliteStorage } from './storage.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sitegrep-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

it('has every acknowledged document after its process was killed in the middle of writing', async () => {
  await killWhileWriting(dataDir, 0);
  // The counts of domains that are not stored, too.
  await expect(verifyTextIndex(dataDir, () => {})).resolves.toBeDefined();
});

it('lets a process run as many searches as it has readers', async () => {
  const storage = await openSqliteStorage({ dataDir, readers: 3 });
  const told: number[] = [];
  const leave = await storage.shareSearches({
    onShare: (searches) => told.push(searches),
    onFailure: (error) => {
      throw error;
    },
  });
  await leave();
  await storage.close();
  expect(told).toEqual([3]);
});

describe('a database that can not be used', () => {
  it.each(['domains.sqlite', 'records.sqlite'])('is refused if a newer version wrote %s', async (name) => {
    await (await openSqliteStorage({ dataDir, readers: 1 })).close();
    const db = new DatabaseSync(join(dataDir, name));
    db.exec(`PRAGMA user_version = 99; PRAGMA application_id = ${0x7367_0000 + 99}`);
    db.close();
    const opened = openSqliteStorage({ dataDir, readers: 1 });
    await expect(opened).rejects.toThrow(StorageMisconfigured);
    await expect(opened).rejects.toThrow(
      `${join(dataDir, name)} was written by a newer version of sitegrep (schema 99, this version reads schema 1): ` +
        'upgrade sitegrep, or set SITEGREP_DATA_DIR to another folder',
    );
  });

  it('is called damaged if it has a version that was never written', async () => {
    await (await openSqliteStorage({ dataDir, readers: 1 })).close();
    const db = new DatabaseSync(join(dataDir, 'domains.sqlite'));
    db.exec('PRAGMA user_version = 3');
    db.close();
    const opened = openSqliteStorage({ dataDir, readers: 1 });
    await expect(opened).rejects.toThrow(StorageCorrupt);
    await expect(opened).rejects.toThrow(/domains\.sqlite is damaged: its header has schema 3/);
  });

  it('is called damaged if it is not a database', async () => {
    await writeFile(join(dataDir, 'domains.sqlite'), 'not a database at all. '.repeat(1_000));
    await expect(openSqliteStorage({ dataDir, readers: 1 })).rejects.toThrow(StorageCorrupt);
  });

  it('is called damaged by the call that meets the damage', async () => {
    const storage = await openSqliteStorage({ dataDir, readers: 1 });
    for (let batch = 0; batch < 5; batch++) {
      const sources = Array.from({ length: 200 }, (_, page) =>
        Array.from({ length: 200 }, (_, number) => Math.sin(batch + 1_000 * page + number)).join(' '),
      );
      await put(storage.domains, documentOf(`d${batch}.test`, sources));
    }
    await storage.close();
    const file = await open(join(dataDir, 'domains.sqlite'), 'r+');
    const { size } = await file.stat();
    // All but the first pages, which say what tables there are and how they are set up.
    const intact = 32 * 16_384;
    await file.write(Buffer.alloc(size - intact, 0xa5), 0, size - intact, intact);
    await file.close();
    const damaged = await openSqliteStorage({ dataDir, readers: 1 });
    await expect(Array.fromAsync(damaged.domains.scan())).rejects.toThrow(StorageCorrupt);
    await expect(put(damaged.domains, documentOf('d0.test', ['x']))).rejects.toThrow(StorageCorrupt);
    await damaged.close();
  });

  it('is refused if it must exist and does not, and nothing is made', async () => {
    const opened = openSqliteStorage({ dataDir, readers: 1, mustExist: true });
    await expect(opened).rejects.toThrow(StorageMisconfigured);
    await expect(opened).rejects.toThrow(`there is no data in ${dataDir}: crawl or import something first`);
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('is unavailable if its folder is gone', async () => {
    const opened = openSqliteStorage({ dataDir: join(dataDir, 'none'), readers: 1 });
    await expect(opened).rejects.toThrow(StorageUnavailable);
    await expect(opened).rejects.toThrow(/SITEGREP_DATA_DIR/);
  });
});

it('judges a submission by the present clock after the clock was ahead', async () => {
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  const { id } = await storage.crawls.create({ maxPages: 1, maxDepth: 0, priority: 1 });
  const db = new DatabaseSync(join(dataDir, 'records.sqlite'));
  addRowChecks(db);
  const setTime = (at: number): unknown => db.prepare('UPDATE crawl SET appended_at = ?').run(at);
  const anHour = 3_600_000;
  setTime(Date.now() + anHour);
  expect(await storage.crawls.discardUnsealed(600_000)).toEqual([]);
  expect(Number(db.prepare('SELECT appended_at FROM crawl').get()?.['appended_at'])).toBeLessThan(
    Date.now() + anHour / 2,
  );
  setTime(Date.now() - anHour);
  expect(await storage.crawls.discardUnsealed(600_000)).toEqual([id]);
  db.close();
  await storage.close();
});

it('does not believe a time of confirmation that is damaged', async () => {
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  await put(storage.domains, documentOf('a.test', ['a']));
  const revision = (await storage.domains.get('a.test'))?.revision ?? 0;
  await storage.domains.confirm('a.test', { revision, at: 9_000 });
  await storage.close();
  const db = new DatabaseSync(join(dataDir, 'domains.sqlite'));
  db.exec('UPDATE confirmed SET at = at + 1');
  db.close();
  const damaged = await openSqliteStorage({ dataDir, readers: 1 });
  await expect(damaged.domains.lastVisit('a.test')).rejects.toThrow(StorageCorrupt);
  await damaged.close();
});

it('answers calls from before it was closed, and refuses later ones', async () => {
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  const last = put(storage.domains, documentOf('last.test', ['last']));
  await storage.close();
  await last;
  await expect(put(storage.domains, documentOf('late.test', ['late']))).rejects.toThrow(StorageUnavailable);
  await expect(found(storage.domains, 'last')).rejects.toThrow(StorageUnavailable);
  await expect(storage.crawls.discardUnsealed(0)).rejects.toThrow(StorageUnavailable);
  const reopened = await openSqliteStorage({ dataDir, readers: 1 });
  expect(await found(reopened.domains, 'last')).toEqual(['last.test']);
  await reopened.close();
});

it('reads keys and crawls while another connection writes them without an end', async () => {
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  const { id } = await storage.crawls.create({ maxPages: 1, maxDepth: 0, priority: 5 });
  await storage.crawls.appendSites(id, [{ domain: 'a.example', urls: [] }]);
  const writer = new DatabaseSync(join(dataDir, 'records.sqlite'));
  writer.exec('BEGIN IMMEDIATE');
  try {
    expect(await storage.keys.findByHash('unknown')).toBeNull();
    expect(await storage.keys.list()).toEqual([]);
    expect((await storage.crawls.get(id))?.sites.total).toBe(1);
    expect((await storage.crawls.list({ limit: 1 })).items.map((crawl) => crawl.id)).toEqual([id]);
    expect((await storage.crawls.site(id, 'a.example'))?.domain).toBe('a.example');
  } finally {
    writer.exec('ROLLBACK');
    writer.close();
  }
  await storage.close();
});

it('reads documents without the index of texts, which a search needs', async () => {
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  const { domains } = storage;
  const document = documentOf('one.test', ['<p>one']);
  await put(domains, document);
  const [segments, away] = [join(dataDir, 'segments'), join(dataDir, 'away')];
  await rename(segments, away);
  expect(await domains.get('one.test')).toMatchObject(document);
  expect(await domains.lastVisit('one.test')).toMatchObject({ revision: 1 });
  expect(await Array.fromAsync(domains.names())).toEqual(['one.test']);
  await expect(found(domains, 'one')).rejects.toThrow(StorageCorrupt);
  await rename(away, segments);
  expect(await found(domains, 'one')).toEqual(['one.test']);
  await storage.close();
});

it('keeps the order of writes, though some wait for others to share their transaction', async () => {
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  const { crawls } = storage;
  const [one, two] = await Promise.all(
    [['a.test'], ['a.test', 'b.test']].map(async (domains) => {
      const { id } = await crawls.create(SPEC);
      await crawls.appendSites(id, seeds(...domains));
      return (await crawls.seal(id, NONE_REJECTED)).id;
    }),
  );
  const finished = crawls.finish(one ?? '', 'a.test', resultOf('indexed'));
  expect(await crawls.cancel(one ?? '')).toBe('completed');
  expect(await finished).toBe(true);

  const last = [
    crawls.begin(two ?? '', 'b.test', 7),
    crawls.finish(two ?? '', 'a.test', resultOf('indexed')),
  ];
  await storage.close();
  expect(await Promise.all(last)).toEqual([undefined, true]);
  const reopened = await openSqliteStorage({ dataDir, readers: 1 });
  expect(await reopened.crawls.site(two ?? '', 'b.test')).toMatchObject({ startedAt: 7, result: null });
  expect(await reopened.crawls.get(two ?? '')).toMatchObject({ state: 'running', sites: { finished: 1 } });
  await reopened.close();
});
