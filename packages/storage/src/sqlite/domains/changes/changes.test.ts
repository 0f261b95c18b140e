import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type ChangeRecord, kindedLabel } from '@sitegrep/site';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../../connection.ts';
import { verifyChanges } from '../../maintenance/verify-changes.ts';
import { openDomains } from '../database.ts';
import { stateKeeper, type StateKeeper } from '../state.ts';
import { changeWriter, type ChangeWriter } from './change-writer.ts';

let folder: string;
let db: DatabaseSync;
let state: StateKeeper;
let writer: ChangeWriter;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitegrep-'));
  db = openDomains(join(folder, 'domains.sqlite'));
  state = stateKeeper(db);
  writer = changeWriter(db, state);
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

function commit(work: () => void): void {
  inTransaction(db, () => {
    work();
    writer.prepare();
    state.write();
  });
}

function record(at: number, added: readonly string[], over: Partial<ChangeRecord> = {}): ChangeRecord {
  const labels = added.map((name) => kindedLabel('tech', name));
  return { at, previousAt: at - 10, by: 'visit', added: labels, removed: [], ...over };
}

function check(): void {
  verifyChanges(db, state.get());
}

test('a record is replaced by the next one of the same domain and time, under a higher number', () => {
  commit(() => {
    writer.write(1, 'a.test', record(100, ['A']));
    writer.write(1, 'a.test', record(50, ['B']));
    writer.write(2, 'b.test', record(100, ['C']));
  });
  const before = writer.of(1);
  expect(before.map(({ at, added }) => [at, added])).toEqual([
    [50, ['tech\0B']],
    [100, ['tech\0A']],
  ]);
  const replaced = record(100, [], { removed: ['tech\0A', 'title\0A title', 'host\0cdn\0st'] });
  commit(() => writer.write(1, 'a.test', replaced));
  const [, after] = writer.of(1);
  expect(after).toMatchObject({ domain: 1, name: null, at: 100, previousAt: 90, by: 'visit', added: [] });
  expect(after?.removed.toSorted()).toEqual(replaced.removed.toSorted());
  expect(after?.recorded).toBeGreaterThan(Math.max(...before.map(({ recorded }) => recorded)));
  expect(state.get().changes).toBe(3);
  check();
});

test('the deletion of a domain stays with it when it comes again', () => {
  commit(() => {
    writer.write(1, 'a.test', record(100, ['A']));
    for (const { recorded } of writer.of(1)) writer.remove(recorded);
    writer.write(1, 'a.test', record(200, [], { by: 'deletion' }));
  });
  expect(writer.of(1)).toMatchObject([{ at: 200, by: 'deletion', name: 'a.test' }]);
  commit(() => {
    writer.adopt(7, 'a.test');
    writer.adopt(8, 'b.test');
    writer.write(7, 'a.test', record(300, ['B']));
  });
  expect(writer.of(1)).toEqual([]);
  expect(writer.of(8)).toEqual([]);
  expect(writer.of(7).map(({ at, by, name }) => [at, by, name])).toEqual([
    [200, 'deletion', 'a.test'],
    [300, 'visit', null],
  ]);
  check();
});

test('lists follow writes and removals over many commits, and are the same when they are built anew', () => {
  let at = 0;
  for (let round = 0; round < 30; round++) {
    commit(() => {
      for (let count = 0; count < 400; count++) {
        at++;
        const domain = at % 701;
        // Every seventh takes the time of an earlier record of its domain, and so replaces it.
        const time = at % 7 === 0 && at > 701 ? at - 701 : at;
        writer.write(domain, `${domain}.test`, record(time, [`of ${at % 5}`, `alone ${at}`]));
      }
    });
    if (round % 10 === 9) check();
  }
  const { changes, unlistedChanges } = state.get();
  expect(changes).toBeLessThan(12_000);
  expect(unlistedChanges).toBeLessThan(1_024);
  const runs = (): unknown => db.prepare('SELECT count(*) AS count FROM change_run').get()?.['count'];
  expect(runs()).toBeLessThan(12);
  inTransaction(db, () => {
    writer.rebuild();
    state.write();
  });
  expect(state.get()).toMatchObject({ changes, unlistedChanges: 0 });
  check();
});

test('a row or a run that is missing or wrong is damage', () => {
  commit(() => {
    for (let at = 1; at <= 2_000; at++) writer.write(at % 50, 'a.test', record(at, ['A', `of ${at}`]));
  });
  commit(() => writer.remove(3));
  check();
  for (const damage of [
    'DELETE FROM change WHERE number = 7',
    'UPDATE change SET number = 5000 WHERE number = 7',
    'UPDATE change SET domain = domain + 1 WHERE number = 7',
    'UPDATE change SET at = at + 5000 WHERE number = 7',
    'UPDATE change SET reason = 1 WHERE number = 7',
    "UPDATE change SET name = 'b.test' WHERE number = 7",
    "UPDATE change SET body = replace(body, 'A', 'B') WHERE number = 7",
    'DELETE FROM change_gone',
    'UPDATE change_gone SET number = number + 1',
    'DELETE FROM change_run',
    'UPDATE change_run SET numbers = zeroblob(length(numbers))',
    'DELETE FROM change_chunk WHERE kind = 0',
    'DELETE FROM change_chunk WHERE kind = (SELECT max(kind) FROM change_chunk)',
    'UPDATE change_list SET lists = zeroblob(length(lists))',
  ]) {
    db.exec('SAVEPOINT before');
    db.exec(damage);
    expect(check).toThrow(/index rebuild|damaged/);
    db.exec('ROLLBACK TO before; RELEASE before');
  }
  expect(check).not.toThrow();
});
