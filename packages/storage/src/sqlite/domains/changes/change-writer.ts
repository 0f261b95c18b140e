import type { DatabaseSync } from 'node:sqlite';
import type { ChangeRecord } from '@sitegrep/site';
import { damaged } from '../../failure.ts';
import { clearRuns, runWriter } from '../labels/run-writer.ts';
import { type StateKeeper, SUM_MODULUS } from '../state.ts';
import {
  CHANGES,
  changeRows,
  type ChangeRows,
  changeValues,
  goneCheck,
  type StoredChange,
} from './change-rows.ts';

/** Keeps records of changes and the lists of these by label, inside a write transaction. */
export interface ChangeWriter {
  /** The records of a domain, in the order of their times. @param domain its id */
  of: ChangeRows['ofDomain'];
  /**
   * Writes a record under a new number, in place of the one of the same domain and time.
   *
   * @param name of the domain
   * @returns its number
   */
  write(domain: number, name: string, record: ChangeRecord): number;
  /** Removes a record, and says nothing of it. */
  remove(recorded: number): void;
  /** Gives a domain that comes the record of its deletion, if it was there before. */
  adopt(domain: number, name: string): void;
  /** Must be called before each commit. */
  prepare(): void;
  /** Builds the lists of all records anew. */
  rebuild(): void;
}

export function changeWriter(db: DatabaseSync, state: StateKeeper): ChangeWriter {
  const rows = changeRows(db);
  const runs = runWriter(db, CHANGES, rows, state);
  const sql = {
    insert: db.prepare(
      'INSERT INTO change (number, domain, at, reason, name, body, crc) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ),
    remove: db.prepare('DELETE FROM change WHERE number = ?'),
    gone: db.prepare('INSERT INTO change_gone (removal, number, crc) VALUES (?, ?, ?)'),
  };

  /** Takes the number of a record, or of the removal of one; none is used twice. */
  function next(): number {
    const lastChange = state.get().lastChange + 1;
    state.change({ lastChange });
    return lastChange;
  }

  /** Counts a record, or takes it back. */
  function count(sign: 1 | -1, number: number): void {
    const { changes, changeSum } = state.get();
    state.change({
      changes: changes + sign,
      changeSum: (changeSum + sign * number + SUM_MODULUS) % SUM_MODULUS,
    });
  }

  function remove(recorded: number): void {
    if (Number(sql.remove.run(recorded).changes) !== 1) {
      throw damaged(db, `the row with number ${recorded} is missing in table change`);
    }
    count(-1, recorded);
    const removal = next();
    if (recorded <= state.get().listedChanges) sql.gone.run(removal, recorded, goneCheck(removal, recorded));
    runs.removed(recorded);
  }

  function write(record: Omit<StoredChange, 'recorded'>): number {
    const before = rows.at(record.domain, record.at);
    if (before !== null) remove(before.recorded);
    const recorded = next();
    sql.insert.run(...changeValues({ ...record, recorded }));
    count(1, recorded);
    runs.added();
    return recorded;
  }

  return {
    of: (domain) => rows.ofDomain(domain),
    write: (domain, name, record) =>
      write({ ...record, domain, name: record.by === 'deletion' ? name : null }),
    remove,
    adopt(domain, name) {
      const former = rows.deleted(name);
      if (former === null) return;
      for (const record of rows.ofDomain(former)) {
        remove(record.recorded);
        write({ ...record, domain });
      }
    },
    prepare: () => runs.write(),
    rebuild() {
      clearRuns(db, CHANGES);
      runs.rebuild();
    },
  };
}
