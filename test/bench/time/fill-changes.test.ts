import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { changeRows } from '../../../packages/storage/src/sqlite/domains/changes/change-rows.ts';
import { openDomains } from '../../../packages/storage/src/sqlite/domains/database.ts';
import { fillChanges } from './fill-changes.ts';
import { madeChanges } from './made-changes.ts';

const PLAN = { changes: 3_000, domains: 40, from: 1_700_000_000, until: 1_700_100_000 };

test('a folder has the documents and the changes that were planned, and opens', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'fill-changes-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  expect(await fillChanges(dataDir, PLAN, 'a')).toMatchObject({ domains: 40, changes: 3_000 });

  const db = openDomains(join(dataDir, 'domains.sqlite'));
  const stored = [...changeRows(db).between(1, PLAN.changes)];
  db.close();
  const labelsOf = (labels: readonly string[]): readonly string[] => labels.toSorted();
  expect(
    stored.map(({ domain, at, added, removed }) => [domain, at, labelsOf(added), labelsOf(removed)]),
  ).toEqual(
    Array.from(madeChanges(PLAN, 'a'), ({ domain, record }) => [
      domain + 1,
      record.at,
      labelsOf(record.added),
      labelsOf(record.removed),
    ]),
  );

  const storage = await openSqliteStorage({ dataDir, readers: 1, mustExist: true });
  onTestFinished(() => storage.close());
  expect((await storage.domains.stats()).domains).toBe(40);
});

test('made changes have an effect, come by time, and are the same for the same seed', () => {
  const all = [...madeChanges(PLAN, 'a')];
  const times = all.map(({ record }) => record.at);
  expect(new Set(times).size).toBe(PLAN.changes);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(all.filter(({ record: { added, removed } }) => added.length + removed.length === 0)).toEqual([]);
  expect(
    all.filter(({ record: { added, removed } }) => added.some((label) => removed.includes(label))),
  ).toEqual([]);
  expect([...madeChanges(PLAN, 'a')]).toEqual(all);
  expect([...madeChanges(PLAN, 'b')]).not.toEqual(all);
  expect(() => [...madeChanges({ ...PLAN, until: PLAN.from + 2_999 }, 'a')]).toThrow('need as many seconds');
});
