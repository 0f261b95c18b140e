// The means by which FTS5 orders results: the rows and the words of each column, in one row of its own that has no checksum.
import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { damagedIndex } from '../../failure.ts';
import type { State } from '../state.ts';

/** Gives the checksum of the means of table `word`, as the current transaction sees them; 0 if there never was a row. */
export function meansChecker(db: DatabaseSync): () => number {
  const sql = db.prepare('SELECT block FROM word_data WHERE id = 1');
  return () => {
    const { block } = sql.get() ?? {};
    return block instanceof Uint8Array ? crc32(block) : 0;
  };
}

/** @throws StorageCorrupt if the means are not what was written */
export function requireMeans(db: DatabaseSync, checksum: number, { wordMeans }: State): void {
  if (checksum !== wordMeans) throw damagedIndex(db, 'the checksum of the means of table word is wrong');
}
