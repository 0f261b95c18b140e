import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ORDER_FIELDS, type OrderField } from '@sitegrep/site';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BY_DOMAIN, queryOf } from '../../test/conformance/documents.ts';
import { inTransaction } from './connection.ts';
import { BUILD_BYTES, LOG_BYTES, searchLoad } from './domains/options.ts';
import { buildLists } from './domains/order/build.ts';
import { factsCheck } from './domains/document-rows.ts';
import { domainCheck } from './domains/rows.ts';
import { EMPTY_STATE, stateKeeper, writeState } from './domains/state.ts';
import { openTextWriter } from './domains/text-writer.ts';
import { openSqliteStorage } from './storage.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sitegrep-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

it('pages through a million domains, in the order of their ranks', async () => {
  const count = 1_000_000;
  await (await openSqliteStorage({ dataDir, readers: 1 })).close();
  // Straight into the tables that paging reads: a million puts would take minutes, and are tested for themselves.
  const db = new DatabaseSync(join(dataDir, 'domains.sqlite'));
  db.function('row_crc', { varargs: true }, (...values) => domainCheck(values));
  db.function('facts_crc', (id) => factsCheck({ id: Number(id), revision: Number(id) }, '{}'));
  const made: Partial<Record<OrderField, string>> = {
    domain: 'domain',
    rank: 'rank',
    visited: 'nullif(rank % 7, 0)',
  };
  const values = ORDER_FIELDS.map((field) => made[field] ?? 'NULL').join(', ');
  db.exec(`
    PRAGMA synchronous = OFF;
    PRAGMA cache_size = -400000;
    BEGIN;
    CREATE TEMP TABLE made AS
      WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${count})
      SELECT n AS id, format('d%07d.test', (n * 7919) % ${count}) AS domain, (n * 31) % 1001 AS rank FROM number;
    INSERT INTO domain (id, revision, ${ORDER_FIELDS.join(', ')}, crc)
      SELECT id, id, ${values}, row_crc(id, id, ${values}) FROM made;
    INSERT INTO domain_facts SELECT id, '{}', facts_crc(id), x'' FROM made;`);
  const lastChunk = buildLists(db, 1_000);
  const sum = (count * (count + 1)) / 2;
  const last = { lastRevision: count, lastDomain: count, lastPage: count, lastChunk };
  writeState(db, { ...EMPTY_STATE, ...last, domains: count, pages: count, idSum: sum, revisionSum: sum });
  db.exec('COMMIT');
  const state = stateKeeper(db);
  const folder = join(dataDir, 'segments');
  const texts = openTextWriter(state, {
    sequence: 'sequence',
    folder,
    buildBytes: BUILD_BYTES,
    logBytes: LOG_BYTES,
    load: searchLoad(),
  });
  const beside = { url: null, dns: null, headers: null, cookies: null, file: null };
  for (let n = 1; n <= count;) {
    await texts.ready();
    for (const end = n + 50_000; n < end; n++)
      texts.change(n, null, { domain: n, source: Buffer.from('a'), rendered: null, beside, zones: [] });
    texts.prepare();
    inTransaction(db, () => state.write());
    texts.committed();
  }
  await texts.merge();
  await texts.close();
  db.close();

  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  const numberOf = (domain: string): number => Number(domain.slice(1, 8));
  const ranks = new Uint16Array(count);
  for (let n = 1; n <= count; n++) ranks[(n * 7919) % count] = (n * 31) % 1001;
  let seen = 0;
  let [lastRank, lastNumber] = [Infinity, -1];
  let inOrder = true;
  const query = queryOf(['a'], { order: [{ field: 'rank', direction: 'desc' }, ...BY_DOMAIN] });
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
}, 600_000);
