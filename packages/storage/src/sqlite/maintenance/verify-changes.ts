import type { DatabaseSync } from 'node:sqlite';
import { RECORD_REASONS } from '@sitegrep/site';
import {
  CHANGES,
  changeRows,
  type ChangeRows,
  DOMAINS,
  goneCheck,
  REASONS,
  SUMMARY,
  summaryOf,
  TIMES,
} from '../domains/changes/change-rows.ts';
import { type LabelRun, type LabelRuns, labelRuns } from '../domains/labels/label-runs.ts';
import { type State, SUM_MODULUS } from '../domains/state.ts';
import { damaged, damagedIndex } from '../failure.ts';
import { verifyLabelLists } from './verify-labels.ts';

/**
 * Compares the records of changes with their checksums and sums, and the lists of these with them.
 *
 * @throws StorageCorrupt at the first fault
 */
export function verifyChanges(db: DatabaseSync, state: State): void {
  const rows = changeRows(db);
  let [count, sum] = [0, 0];
  for (const { recorded } of rows.between(1, state.lastChange)) {
    count++;
    sum = (sum + recorded) % SUM_MODULUS;
  }
  if (count !== state.changes || sum !== state.changeSum) {
    throw damaged(
      db,
      `table change has ${count} rows with a sum of numbers of ${sum}, and should have ${state.changes} and ${state.changeSum}`,
    );
  }
  verifyLabelLists(db, CHANGES, rows, state.listedChanges);
  const runs = labelRuns(db, CHANGES);
  const gone = goneNumbers(db);
  for (const run of runs.all(state.listedChanges)) verifyRun(db, rows, runs, run, gone);
}

/** The numbers of the records of runs that were removed. */
function goneNumbers(db: DatabaseSync): ReadonlySet<number> {
  const found = new Set<number>();
  for (const { removal, number, crc } of db.prepare('SELECT * FROM change_gone').iterate()) {
    if (goneCheck(Number(removal), Number(number)) !== crc) {
      throw damagedIndex(db, `the checksum of removal ${Number(removal)} in table change_gone is wrong`);
    }
    found.add(Number(number));
  }
  return found;
}

/** Compares what a run keeps of its records with these. */
function verifyRun(
  db: DatabaseSync,
  rows: ChangeRows,
  runs: LabelRuns,
  run: LabelRun,
  gone: ReadonlySet<number>,
): void {
  const wrong = (what: string): Error =>
    damagedIndex(db, `run ${run.number} in table change_run has other ${what} than its records`);
  const numbers = runs.numbers(run);
  const words = (part: number): Uint32Array => new Uint32Array(runs.packed(run, part).buffer);
  const [times, domains, reasons] = [words(TIMES), words(DOMAINS), runs.packed(run, REASONS)];
  if (words(SUMMARY).join() !== summaryOf(times, reasons).join()) throw wrong('sums');
  const records = new Map(Array.from(rows.between(run.first, run.last), (row) => [row.recorded, row]));
  for (const [index, number] of numbers.entries()) {
    const record = records.get(number);
    if ((record === undefined) !== gone.has(number)) throw wrong('numbers');
    if (record === undefined) continue;
    records.delete(number);
    if (times[index] !== record.at) throw wrong('times');
    if (domains[index] !== record.domain) throw wrong('domains');
    if (RECORD_REASONS[reasons[index] ?? -1] !== record.by) throw wrong('reasons');
  }
  if (records.size > 0) throw wrong('numbers');
}
