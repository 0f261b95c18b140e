// The means by which FTS5 orders results: the rows and the words of each column, in one row of its own that has no checksum. FTS5 does
// not take the rows off that are deleted of a table without content, so they are taken off here.
import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { damagedIndex } from '../../failure.ts';
import type { State } from '../state.ts';

/** Rows of table `word`, and the words of each of its columns. */
export interface WordSizes {
  readonly rows: number;
  readonly columns: readonly number[];
}

export const NO_SIZES: WordSizes = { rows: 0, columns: [] };

export function joinedSizes(one: WordSizes, other: WordSizes): WordSizes {
  const columns = Array.from(
    { length: Math.max(one.columns.length, other.columns.length) },
    (_, at) => (one.columns[at] ?? 0) + (other.columns[at] ?? 0),
  );
  return { rows: one.rows + other.rows, columns };
}

/** @param sz sizes of the columns of a row, as table `word_docsize` has them */
export function withRow({ rows, columns }: WordSizes, sz: Uint8Array): WordSizes {
  return { rows: rows + 1, columns: numbersIn(sz).map((size, at) => size + (columns[at] ?? 0)) };
}

/** Gives the checksum of the means of table `word`, as the current transaction sees them; 0 if there never was a row. */
export function meansChecker(db: DatabaseSync): () => number {
  const read = meansReader(db);
  return () => {
    const block = read();
    return block === null ? 0 : crc32(block);
  };
}

/** @throws StorageCorrupt if the means are not what was written */
export function requireMeans(db: DatabaseSync, checksum: number, { wordMeans }: State): void {
  if (checksum !== wordMeans) throw damagedIndex(db, 'the checksum of the means of table word is wrong');
}

/** Takes deleted rows off the means of table `word`. FTS5 must have written what it has collected before. */
export function takeOff(db: DatabaseSync, { rows, columns }: WordSizes): void {
  if (rows === 0) return;
  const [all = 0, ...sizes] = numbersIn(meansReader(db)() ?? new Uint8Array());
  const left = [all - rows, ...sizes.map((size, at) => size - (columns[at] ?? 0))];
  if (left.some((number) => number < 0)) throw damagedIndex(db, 'the means of table word are too small');
  // SQLite protects the tables of a virtual table from all but itself.
  db.enableDefensive(false);
  try {
    db.prepare('UPDATE word_data SET block = ? WHERE id = 1').run(Buffer.concat(left.map(varint)));
  } finally {
    db.enableDefensive(true);
  }
}

/** @throws StorageCorrupt if the means are not those of these rows */
export function requireMeansOf(db: DatabaseSync, { rows, columns }: WordSizes): void {
  const means = numbersIn(meansReader(db)() ?? new Uint8Array());
  if (means.length === 0 && rows === 0) return;
  const isSame = means[0] === rows && means.slice(1).every((size, at) => size === (columns[at] ?? 0));
  if (!isSame) throw damagedIndex(db, 'the means of table word are not those of its rows');
}

function meansReader(db: DatabaseSync): () => Uint8Array | null {
  const sql = db.prepare('SELECT block FROM word_data WHERE id = 1');
  return () => {
    const { block } = sql.get() ?? {};
    return block instanceof Uint8Array ? block : null;
  };
}

/** Numbers as SQLite writes them: seven bits a byte, the highest first; the top bit says that more follow. */
function numbersIn(bytes: Uint8Array): readonly number[] {
  const numbers: number[] = [];
  let number = 0;
  for (const byte of bytes) {
    number = number * 0x80 + (byte & 0x7f);
    if (byte >= 0x80) continue;
    numbers.push(number);
    number = 0;
  }
  return numbers;
}

function varint(number: number): Uint8Array {
  const bytes = [number % 0x80];
  for (let rest = Math.floor(number / 0x80); rest > 0; rest = Math.floor(rest / 0x80))
    bytes.unshift((rest % 0x80) | 0x80);
  return Uint8Array.from(bytes);
}
