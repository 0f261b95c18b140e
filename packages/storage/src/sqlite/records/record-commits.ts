// Counts the transactions that change records.sqlite, in the database and in a file beside it: so a database whose log lost
// what was acknowledged is noticed.
import type { DatabaseSync } from 'node:sqlite';
import { openMark } from '../commit-mark.ts';
import { damaged } from '../failure.ts';
import type { Participant } from '../serve.ts';
import { intact } from './checked-rows.ts';

/** Begins the count of a new database. */
export function countFromZero(db: DatabaseSync): void {
  db.exec('INSERT INTO commit_count (commits) VALUES (0)');
}

/** Number of transactions that a database has. @throws StorageCorrupt */
export function commitsOf(db: DatabaseSync): number {
  const row = db.prepare(`SELECT commits FROM commit_count WHERE ${intact('commit_count')}`).get();
  if (typeof row?.['commits'] !== 'number') throw damaged(db, 'table commit_count has no row');
  return row['commits'];
}

/** Counts of a transaction, which are in memory until its end, and written then. */
export type CountsOfTransaction = Pick<Participant, 'prepare' | 'rolledBack'>;

/** Counts the transactions of a connection that change anything. @param file of the database */
export function recordCommits(db: DatabaseSync, file: string, counts?: CountsOfTransaction): Participant {
  const mark = openMark(file, commitsOf(db));
  const sql = {
    changes: db.prepare('SELECT total_changes() AS changes'),
    count: db.prepare('UPDATE commit_count SET commits = commits + 1 RETURNING commits'),
  };
  const changes = (): number => Number(sql.changes.get()?.['changes']);
  let counted = changes();
  let commit: number | null = null;
  return {
    prepare() {
      counts?.prepare();
      if (changes() !== counted) commit = Number(sql.count.get()?.['commits']);
    },
    committed() {
      if (commit === null) return;
      mark.write(commit);
      commit = null;
      counted = changes();
    },
    rolledBack() {
      counts?.rolledBack();
      commit = null;
      counted = changes();
    },
    ready: async () => {},
    close: async () => mark.close(),
  };
}
