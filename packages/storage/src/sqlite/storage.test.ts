import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BY_DOMAIN, documentOf, found, put, queryOf } from '../conformance/documents.ts';
import { ranksOf } from '../conformance/oracle.ts';
import { NONE_REJECTED, resultOf, seeds, SPEC } from '../conformance/prepared-crawls.ts';
import { StorageCorrupt, StorageMisconfigured, StorageUnavailable } from '../errors.ts';
import { buildLists } from './domains/order/build.ts';
import { domainCheck, factsCheck } from './domains/rows.ts';
import { EMPTY_STATE, writeState } from './domains/state.ts';
import { verifyTextIndex } from './maintenance/text-index.ts';
import { RECORD_SCHEMA } from './records/schema.ts';
import { openSqliteStorage } from './storage.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sitegrep-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

it.each(['fts5', 'segments'] as const)(
  '%s: has every acknowledged document after its process was killed in the middle of writing',
  async (index) => {
    for (let round = 0; round < 3; round++) {
      const writer = spawn(
        process.execPath,
        [new URL('./storage.kill.ts', import.meta.url).pathname, dataDir, String(round), index],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      );
      const acknowledged: string[] = [];
      const exited = once(writer, 'exit');
      for await (const line of createInterface(writer.stdout)) {
        acknowledged.push(line);
        if (acknowledged.length === 15 + 10 * round) writer.kill('SIGKILL');
      }
      await exited;

      const storage = await openSqliteStorage({ dataDir, readers: 1, index });
      for (const domain of acknowledged)
        expect(await found(storage.domains, `text of ${domain}.`)).toEqual([domain]);
      const { total } = await storage.domains.search(queryOf(['text of']));
      expect(total).toBe((await storage.domains.stats()).domains);
      expect((await Array.fromAsync(storage.domains.scan())).length).toBe(total);
      const [crawl] = (await storage.crawls.list({ limit: 1 })).items;
      const sites = await storage.crawls.sites(crawl?.id ?? '', { limit: 1_000 });
      expect(crawl?.sites.finished).toBe(sites.items.filter(({ result }) => result !== null).length);
      const finished = new Set(
        sites.items.filter(({ result }) => result !== null).map(({ domain }) => domain),
      );
      expect(acknowledged.filter((domain) => !finished.has(domain))).toEqual([]);
      const stored = await Array.fromAsync(storage.domains.scan());
      const rankOf = ranksOf(stored, new Map());
      expect(stored.map(({ domain, rank }) => [domain, rank])).toEqual(
        stored.map(({ domain }) => [domain, rankOf(domain)]),
      );
      expect(stored.some(({ rank }) => rank > 0)).toBe(true);
      await storage.close();
    }
    // The counts of domains that are not stored, too.
    await verifyTextIndex(dataDir, () => {});
  },
);

describe('a database that can not be used', () => {
  it('is refused if a newer version wrote it', async () => {
    await (await openSqliteStorage({ dataDir, readers: 1 })).close();
    const db = new DatabaseSync(join(dataDir, 'records.sqlite'));
    db.exec(`PRAGMA user_version = 99; PRAGMA application_id = ${0x7367_0000 + 99}`);
    db.close();
    const opened = openSqliteStorage({ dataDir, readers: 1 });
    await expect(opened).rejects.toThrow(StorageMisconfigured);
    await expect(opened).rejects.toThrow(
      /records\.sqlite was written by a newer version .* upgrade sitegrep/,
    );
  });

  it('is called damaged if it has a version that was never written', async () => {
    await (await openSqliteStorage({ dataDir, readers: 1 })).close();
    const db = new DatabaseSync(join(dataDir, 'domains.sqlite'));
    db.exec('PRAGMA user_version = 1');
    db.close();
    const opened = openSqliteStorage({ dataDir, readers: 1 });
    await expect(opened).rejects.toThrow(StorageCorrupt);
    await expect(opened).rejects.toThrow(/domains\.sqlite is damaged: its header has schema 1/);
  });

  it('is called damaged if it is no database', async () => {
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

it('gives a submission its time when the clock was ahead before', async () => {
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  const { id } = await storage.crawls.create({ maxPages: 1, maxDepth: 0, priority: 1 });
  const db = new DatabaseSync(join(dataDir, 'records.sqlite'));
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

/** Makes the folder's records anew, of a schema up to 2, with these rows. */
async function writeOlderRecords(version: number, rows: string): Promise<void> {
  await (await openSqliteStorage({ dataDir, readers: 1 })).close();
  for (const end of ['', '-wal', '-shm']) {
    await rm(join(dataDir, `records.sqlite${end}`), { force: true });
  }
  const db = new DatabaseSync(join(dataDir, 'records.sqlite'));
  for (const step of RECORD_SCHEMA.slice(0, version)) db.exec(step);
  db.exec(`${rows}; PRAGMA user_version = ${version}`);
  db.close();
}

it('lets keys that were made before secrets could be replaced be used and given another', async () => {
  await writeOlderRecords(
    2,
    `INSERT INTO api_key (id, name, prefix, hash, scopes, created_at, revoked_at) VALUES
       ('one', 'in use', 'sg_one', 'aa', '["search"]', 5, NULL), ('two', 'gone', 'sg_two', 'bb', '["admin"]', 6, 7);
     INSERT INTO secret VALUES ('api-keys', x'01')`,
  );
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  const { keys } = storage;
  const nothing = { rateLimitPerMinute: null, expiresAt: null, replacedUntil: null, lastUsedAt: null };
  const one = { ...nothing, id: 'one', name: 'in use', prefix: 'sg_one', createdAt: 5, revokedAt: null };
  const two = { ...nothing, id: 'two', name: 'gone', prefix: 'sg_two', createdAt: 6, revokedAt: 7 };
  expect(await keys.list()).toEqual([
    { ...one, scopes: ['search'] },
    { ...two, scopes: ['admin'] },
  ]);
  expect(await keys.secret('api-keys')).toEqual(Uint8Array.of(1));
  await keys.rotate('one', { hash: 'cc', prefix: 'sg_new', at: 10, overlapEndsAt: 20 });
  expect((await keys.findByHash('aa'))?.secretEndsAt).toBe(20);
  expect((await keys.findByHash('cc'))?.key).toMatchObject({ id: 'one', prefix: 'sg_new' });
  expect((await keys.findByHash('bb'))?.key.revokedAt).toBe(7);
  await storage.close();
});

it('gives sites that ended under a version without places theirs, by the times at which they ended', async () => {
  const site = (crawl: number, domain: string, finishedAt: number | null): string => {
    const result = finishedAt === null ? null : JSON.stringify({ outcome: 'indexed', finishedAt });
    const values = result === null ? 'NULL, NULL' : `'indexed', '${result}'`;
    return `INSERT INTO site (crawl, domain, urls, outcome, result) VALUES (${crawl}, '${domain}', '[]', ${values})`;
  };
  await writeOlderRecords(
    2,
    [
      `INSERT INTO crawl (id, state, sealed, spec, created_at, total, finished)
       VALUES ('one', 'running', 1, '{}', 5, 4, 3), ('two', 'completed', 1, '{}', 6, 1, 1)`,
      site(1, 'a.test', 900),
      site(1, 'b.test', 1_000),
      site(1, 'c.test', 899),
      site(1, 'd.test', null),
      site(2, 'a.test', 1),
    ].join(';'),
  );
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  const placesOf = async (id: string): Promise<unknown> =>
    (await storage.crawls.ended(id, 0, 10)).map(({ domain, place }) => [domain, place]);
  await storage.crawls.finish('one', 'd.test', {
    outcome: 'dns_failed',
    reason: null,
    pages: 0,
    bytes: 0,
    startedAt: 1,
    finishedAt: 2,
    redirects: [],
  });
  expect(await placesOf('one')).toEqual([
    ['c.test', 1],
    ['a.test', 2],
    ['b.test', 3],
    ['d.test', 4],
  ]);
  expect(await placesOf('two')).toEqual([['a.test', 1]]);
  await storage.close();
});

it('keeps the crawls of a version that did not note when sites were added', async () => {
  await writeOlderRecords(
    1,
    "INSERT INTO crawl (id, state, sealed, spec, created_at) VALUES ('old', 'queued', 1, '{}', 5), ('broken', 'queued', 0, '{}', 6)",
  );
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  expect(await storage.crawls.discardUnsealed(600_000)).toEqual(['broken']);
  expect((await storage.crawls.list({ limit: 10 })).items.map(({ id }) => id)).toEqual(['old']);
  await storage.close();
});

it('answers what it was asked before it was closed, and refuses what comes later', async () => {
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

it('pages through a million domains, in the order of their ranks', async () => {
  const count = 1_000_000;
  await (await openSqliteStorage({ dataDir, readers: 1 })).close();
  // Straight into the tables that paging reads: a million puts would take minutes, and are tested for themselves.
  const db = new DatabaseSync(join(dataDir, 'domains.sqlite'));
  db.function('row_crc', { varargs: true }, (...values) => domainCheck(values));
  db.function('facts_crc', (id) => factsCheck({ id: Number(id), revision: Number(id) }, '{}'));
  db.exec(`
    PRAGMA synchronous = OFF;
    PRAGMA cache_size = -400000;
    BEGIN;
    CREATE TEMP TABLE made AS
      WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${count})
      SELECT n AS id, format('d%07d.test', (n * 7919) % ${count}) AS domain, (n * 31) % 1001 AS rank FROM number;
    INSERT INTO domain (id, domain, revision, rank, visited, crc)
      SELECT id, domain, id, rank, nullif(rank % 7, 0), row_crc(id, domain, id, rank, nullif(rank % 7, 0), NULL, NULL, NULL)
      FROM made;
    INSERT INTO domain_facts SELECT id, '{}', facts_crc(id), x'' FROM made;
    INSERT INTO page SELECT id, '', 0, 'utf-8', 0, '{}', 0, x'', NULL FROM made;
    INSERT INTO page_gram (rowid, grams) SELECT id, '61' FROM made;`);
  const lastStretch = buildLists(db, 1_000);
  writeState(db, { ...EMPTY_STATE, domains: count, pages: count, lastRevision: count, lastStretch });
  db.exec('COMMIT');
  db.close();

  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  const numberOf = (domain: string): number => Number(domain.slice(1, 8));
  const ranks = new Uint16Array(count);
  for (let n = 1; n <= count; n++) ranks[(n * 7919) % count] = (n * 31) % 1001;
  let seen = 0;
  let [lastRank, lastNumber] = [Infinity, -1];
  let inOrder = true;
  const query = queryOf(['a'], { order: [{ field: 'domain_rank', direction: 'desc' }, ...BY_DOMAIN] });
  for (let from = query.from; ;) {
    const { total, hits, next } = await storage.domains.search({ ...query, from });
    expect(total).toBe(count);
    for (const { domain, rank } of hits) {
      const number = numberOf(domain);
      inOrder &&= ranks[number] === rank && (rank < lastRank || (rank === lastRank && number > lastNumber));
      [lastRank, lastNumber] = [rank, number];
    }
    seen += hits.length;
    if (next === null) break;
    from = { kind: 'after', cursor: next };
  }
  expect(seen).toBe(count);
  expect(inOrder).toBe(true);
  await storage.close();
  // Half a minute of work by itself.
}, 600_000);

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
  const storage = await openSqliteStorage({ dataDir, readers: 1, index: 'segments' });
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
