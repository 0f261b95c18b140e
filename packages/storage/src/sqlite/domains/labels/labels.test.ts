import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { LABELS, type Labels } from '@sitegrep/site';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../../connection.ts';
import { verifyLabelLists } from '../../maintenance/verify-labels.ts';
import { openDomains } from '../database.ts';
import { stateKeeper, type StateKeeper } from '../state.ts';
import { DOCUMENTS, labelRows } from './label-rows.ts';
import { openLabelLists } from './label-lists.ts';
import { type LabelWriter, labelWriter } from './label-writer.ts';

let folder: string;
let db: DatabaseSync;
let state: StateKeeper;
let writer: LabelWriter;
/** Technologies of each document that is stored, by its revision. */
let stored: Map<number, readonly string[]>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitegrep-'));
  db = openDomains(join(folder, 'domains.sqlite'));
  state = stateKeeper(db);
  writer = labelWriter(db, state);
  stored = new Map();
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

const NONE = Object.fromEntries(LABELS.map((kind) => [kind, []])) as unknown as Labels;

/** Adds documents, and removes others, in one commit. */
function commit(added: number, removed: readonly number[] = []): void {
  inTransaction(db, () => {
    for (const revision of removed) {
      writer.remove(revision);
      stored.delete(revision);
    }
    for (let count = 0; count < added; count++) {
      const lastRevision = state.get().lastRevision + 1;
      const { domains } = state.get();
      state.change({ lastRevision, domains: domains + 1 });
      const technology = ['common', `of ${lastRevision % 7}`, `alone ${lastRevision}`].slice(
        lastRevision % 2,
      );
      writer.add(lastRevision, { ...NONE, tech: technology, tld: lastRevision % 3 === 0 ? [] : ['test'] });
      stored.set(lastRevision, technology);
    }
    state.change({ domains: stored.size });
    writer.write();
    state.write();
  });
}

function runs(): readonly { readonly documents: number; readonly alive: number }[] {
  return db
    .prepare('SELECT items, alive FROM label_run ORDER BY first')
    .all()
    .map(({ items, alive }) => ({ documents: Number(items), alive: Number(alive) }));
}

function expectRight(): void {
  const lists = openLabelLists({ db, state: () => state.get(), checkpoint: () => undefined });
  verifyLabelLists(db, DOCUMENTS, labelRows(db), state.get().labelled);
  const all = Float64Array.from(stored.keys()).sort();
  for (const among of [all, all.filter((_, index) => index % 3 === 1), all.slice(5, 7)]) {
    for (const label of ['common', 'of 3', `alone ${all[6] ?? 0}`, 'common ', 'absent']) {
      const expected = [...among].filter((revision) => stored.get(revision)?.includes(label));
      expect([...lists.having('tech', [label, 'absent too'], among)]).toEqual(expected);
    }
    const counts = new Map<string, number>();
    for (const revision of among) {
      for (const label of stored.get(revision) ?? []) {
        if (label.startsWith('of ')) counts.set(label, (counts.get(label) ?? 0) + 1);
      }
    }
    const counted = lists.count('tech', 'of ', among);
    expect(new Map(counted.counts)).toEqual(counts);
    expect(lists.count('tld', '', among).without).toBe(among.filter((revision) => revision % 3 === 0).length);
  }
  const isOdd = (label: string): boolean => /[13579]$/.test(label);
  for (const among of [all, all.slice(5, 7)]) {
    const expected = [...among].filter((revision) =>
      stored.get(revision)?.some((label) => label.startsWith('alone 1') && isOdd(label)),
    );
    const choice = {
      kind: 'tech',
      prefix: 'alone 1',
      among: (labels: Iterable<string>) => [...labels].filter(isOdd),
    } as const;
    expect([...lists.chosen(choice, among)]).toEqual(expected);
  }
}

test('lists are joined as they become many, and say what the rows say', () => {
  commit(10);
  expect(runs()).toEqual([]);
  expectRight();
  for (let round = 0; round < 45; round++) commit(100, round % 5 === 4 ? [round * 90, round * 90 + 1] : []);
  expectRight();
  const documents = runs().map((run) => run.documents);
  expect(Math.max(...documents)).toBeGreaterThan(2_000);
  expect(documents.length).toBeLessThan(12);
});

test('documents that are gone leave the lists once they are most of them', () => {
  for (let round = 0; round < 10; round++) commit(100);
  expectRight();
  for (let round = 0; round < 10; round++) {
    commit(100, [...stored.keys()].filter((revision) => revision <= 1_000).slice(0, 100));
    expectRight();
  }
  const dead = runs().reduce((sum, { documents, alive }) => sum + documents - alive, 0);
  expect(dead).toBeLessThan(600);
  expect(state.get().unlisted).toBeLessThan(256);
});

test('a rebuild makes the same lists', () => {
  for (let round = 0; round < 6; round++) commit(100, round === 5 ? [3, 299, 450] : []);
  inTransaction(db, () => {
    db.exec('DELETE FROM label_list; DELETE FROM label_chunk; DELETE FROM label_run;');
    writer.rebuild();
    state.write();
  });
  expect(state.get()).toMatchObject({ labelled: 600, unlisted: 0 });
  expectRight();
});

test('a run, a chunk or a row that is missing or wrong is damage', () => {
  for (let round = 0; round < 7; round++) commit(100);
  const lists = (): unknown => {
    const opened = openLabelLists({ db, state: () => state.get(), checkpoint: () => undefined });
    return opened.count('tech', '', Float64Array.from(stored.keys()));
  };
  for (const damage of [
    'DELETE FROM label_run WHERE first = 1',
    'UPDATE label_run SET last = last + 1',
    'UPDATE label_run SET numbers = zeroblob(length(numbers))',
    'DELETE FROM label_chunk WHERE kind = 0',
    "UPDATE label_chunk SET low = X'61' WHERE kind = 0",
    'UPDATE label_list SET lists = zeroblob(length(lists))',
    'UPDATE label_list SET number = -number',
    'DELETE FROM label WHERE revision = (SELECT max(revision) FROM label)',
    "UPDATE label SET body = replace(body, 'common', 'uncommon') WHERE revision = (SELECT max(revision) FROM label)",
  ]) {
    db.exec('SAVEPOINT before');
    db.exec(damage);
    expect(lists).toThrow(/index rebuild|damaged/);
    db.exec('ROLLBACK TO before; RELEASE before');
  }
  expect(lists).not.toThrow();
});
