import { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { ORDER_FIELDS, orderValues } from '@sitegrep/site';
import { NO_SITE_FACTS } from '@sitegrep/site/test/facts';
import { expect, it } from 'vitest';
import type { DomainRow } from '../rows.ts';
import { ensureDomainSchema } from '../database.ts';
import { stateKeeper } from '../state.ts';
import { listChanges } from './changes.ts';
import { keyOf, listOf } from './key.ts';
import { openLists } from './lists.ts';

function opened(): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  ensureDomainSchema(db, ':memory:');
  return db;
}

let drawn = 0;
const random = (below: number): number => crc32(`lists ${drawn++}`) % below;
const pick = <T>(values: readonly T[]): T | null => values[random(values.length + 1)] ?? null;

function drawRow(revision: number): DomainRow {
  return {
    ...orderValues({ domain: '', rank: 0, facts: NO_SITE_FACTS }),
    id: revision * 3,
    domain: `${pick(['', 'ä', '💥', '\uffee', 'z']) ?? 'y'}${random(100_000)}.${revision}`,
    revision,
    rank: random(3) === 0 ? random(1_001) : 0,
    visited: pick([-5, 0, 3, 1_700_000_000, random(10_000)]),
    country: pick(['', 'DE', 'DE\0', 'D', 'ÄÖ']),
    language: pick(['de', 'en']),
  };
}

const byKey = (a: Buffer, b: Buffer): number => Buffer.compare(a, b);

it('holds what was added and not removed, in order, in chunks of bounded size without a gap', () => {
  const db = opened();
  const state = stateKeeper(db);
  const changes = listChanges(db, state);
  let rows: DomainRow[] = [];
  let revision = 0;
  // Grows past many chunks, then shrinks to nearly nothing, so that they are cut and joined.
  for (const [added, kept] of [
    [700, 1],
    [900, 0.8],
    [300, 0.3],
    [10, 0.05],
    [200, 0],
  ] as const) {
    for (let count = 0; count < added; count++) {
      const row = drawRow(++revision);
      rows.push(row);
      changes.add(row);
    }
    const [stay, gone] = [rows.filter(({ id }) => crc32(`${id} ${added}`) / 2 ** 32 < kept), rows];
    for (const row of gone) if (!stay.includes(row)) changes.remove(row);
    rows = stay;
    changes.write();
    state.write();

    const lists = openLists(db, () => {});
    for (const field of ORDER_FIELDS) {
      const keys = rows.map((row) => keyOf(row, field)).toSorted(byKey);
      const [from, until] = [keys[Math.floor(keys.length / 5)], keys[Math.floor(keys.length / 2)]];
      const start = Buffer.alloc(0);
      const all = (): boolean => true;
      const ascending = Array.from(lists.ascending(listOf(field), start, null, all), ({ key }) => key);
      expect(ascending).toEqual(keys);
      const descending = Array.from(lists.descending(listOf(field), start, null, all), ({ key }) => key);
      expect(descending).toEqual(keys.toReversed());
      if (from === undefined || until === undefined) continue;
      const middle = keys.filter((key) => byKey(key, from) >= 0 && byKey(key, until) < 0);
      expect(Array.from(lists.ascending(listOf(field), from, until, all), ({ key }) => key)).toEqual(middle);
      expect(Array.from(lists.descending(listOf(field), from, until, all), ({ key }) => key)).toEqual(
        middle.toReversed(),
      );
    }
    const sizes = db.prepare('SELECT count(*) AS count, max(length(entries)) AS bytes FROM chunk').get();
    expect(Number(sizes?.['bytes'])).toBeLessThan(4_500);
    expect(Number(sizes?.['count'])).toBeLessThanOrEqual(ORDER_FIELDS.length * (1 + rows.length / 15));
  }
  db.close();
});

it('refuses to add what is there, and to remove what is not', () => {
  const db = opened();
  const changes = listChanges(db, stateKeeper(db));
  const row = drawRow(1);
  changes.add(row);
  expect(() => changes.add(row)).toThrow(/order list 0 has .* already/);
  changes.discard();
  expect(() => changes.remove(row)).toThrow(/order list 0 does not have/);
  changes.discard();
  changes.add(row);
  expect(changes.find(row.domain)).toMatchObject({ id: 3, revision: 1 });
  expect(changes.find(`${row.domain}x`)).toBeNull();
  db.close();
});

it('notices a chunk that is gone, changed, older, or in place of another', () => {
  const db = opened();
  const state = stateKeeper(db);
  const changes = listChanges(db, state);
  for (let revision = 1; revision <= 500; revision++) changes.add(drawRow(revision));
  changes.write();
  const walkAll = (): number => {
    const lists = openLists(db, () => {});
    return Array.from(lists.ascending(0, Buffer.alloc(0), null, () => true)).length;
  };
  expect(walkAll()).toBe(500);
  for (const damage of [
    'DELETE FROM ordered WHERE number = (SELECT max(number) FROM ordered WHERE list = 0)',
    'DELETE FROM ordered WHERE list = 0',
    'DELETE FROM chunk WHERE number = (SELECT max(number) FROM ordered WHERE list = 0)',
    `UPDATE chunk SET entries = (SELECT entries FROM chunk WHERE number = (SELECT min(number) FROM ordered WHERE list = 0))
       WHERE number = (SELECT max(number) FROM ordered WHERE list = 0)`,
    `UPDATE ordered SET number = (SELECT min(number) FROM ordered WHERE list = 0)
       WHERE number = (SELECT max(number) FROM ordered WHERE list = 0)`,
    `UPDATE ordered SET low = CAST(low || x'00' AS BLOB) WHERE number = (SELECT max(number) FROM ordered WHERE list = 0)`,
    `UPDATE ordered SET number = number + 1 WHERE list = 0`,
  ]) {
    db.exec(`SAVEPOINT whole; ${damage}`);
    expect(walkAll).toThrow(/is damaged: .*order list 0 .*"sitegrep index rebuild"/);
    db.exec('ROLLBACK TO whole; RELEASE whole');
    expect(walkAll()).toBe(500);
  }
  db.close();
});
