import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { rounded } from '../harness/figures.ts';
import type { FolderBytes } from './folder-bytes.ts';

/** Size of the memory of what changed, in a data folder. */
interface ChangeBytes {
  /** Records of changes. */
  readonly records: number;
  /** Histories of domains. */
  readonly histories: number;
  /** Bytes of the tables of records, of their lists and of what is gone, and of the tables of histories. */
  readonly changeBytes: number;
  readonly historyBytes: number;
  /** Null: there are none. */
  readonly bytesARecord: number | null;
  readonly bytesAHistory: number | null;
}

/** Measures a data folder that nobody writes to. @param bytes of its parts */
export function changeBytes(dataDir: string, bytes: FolderBytes): ChangeBytes {
  const database = new DatabaseSync(join(dataDir, 'domains.sqlite'), { readOnly: true });
  const rowsOf = (table: 'change' | 'history'): number =>
    Number(database.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.['count']);
  const [records, histories] = [rowsOf('change'), rowsOf('history')];
  database.close();
  const sizeOf = (name: RegExp): number =>
    Object.entries(bytes).reduce((sum, [part, size]) => sum + (name.test(part) ? size : 0), 0);
  const [changes, history] = [sizeOf(/^domains\.change/), sizeOf(/^domains\.history/)];
  return {
    records,
    histories,
    changeBytes: changes,
    historyBytes: history,
    bytesARecord: records === 0 ? null : rounded(changes / records),
    bytesAHistory: histories === 0 ? null : rounded(history / histories),
  };
}

/** Domains that have a history, at most so many, evenly from all of them. */
export function domainsIn(dataDir: string, most: number): readonly string[] {
  const database = new DatabaseSync(join(dataDir, 'domains.sqlite'), { readOnly: true });
  const rows = database
    .prepare('SELECT d.domain FROM domain d JOIN history h ON h.domain = d.id ORDER BY d.id')
    .all();
  database.close();
  const step = Math.max(1, Math.ceil(rows.length / most));
  return rows.filter((_, at) => at % step === 0).map(({ domain }) => String(domain));
}
