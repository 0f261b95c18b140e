import type { DatabaseSync } from 'node:sqlite';
import { ORDER_FIELDS, type OrderField } from '@sitegrep/site';
import { keyFor, listOf } from './key.ts';
import { entryBytes, packChunk, chunkOfEntries, type Entry } from './chunk.ts';
import { TARGET } from './held-chunks.ts';

/**
 * Makes the lists of all fields anew from table `domain`.
 *
 * @param lastChunk number of the last chunk that was ever written
 * @returns that number afterwards
 */
export function buildLists(db: DatabaseSync, lastChunk: number): number {
  db.exec('DELETE FROM ordered; DELETE FROM chunk;');
  const insert = db.prepare('INSERT INTO chunk (number, entries) VALUES (?, ?)');
  const enlist = db.prepare('INSERT INTO ordered (list, low, number) VALUES (?, ?, ?)');
  let number = lastChunk;
  for (const field of ORDER_FIELDS) {
    const list = listOf(field);
    const write = (low: Buffer, high: Buffer | null, entries: readonly Entry[]): void => {
      insert.run(++number, packChunk(list, number, chunkOfEntries(low, high, entries)));
      enlist.run(list, low, number);
    };
    let low: Buffer = Buffer.alloc(0);
    let [entries, size]: [Entry[], number] = [[], 0];
    for (const entry of entriesOf(db, field)) {
      if (size >= TARGET) {
        write(low, entry.key, entries);
        low = entry.key;
        [entries, size] = [[], 0];
      }
      entries.push(entry);
      size += entryBytes(entry);
    }
    write(low, null, entries);
  }
  return number;
}

function* entriesOf(db: DatabaseSync, field: OrderField): Generator<Entry> {
  const statement = db.prepare(
    `SELECT id, revision, domain, ${field} AS value FROM domain ORDER BY ${field} NULLS LAST, domain`,
  );
  for (const { id, revision, domain, value } of statement.iterate()) {
    const known = typeof value === 'string' || typeof value === 'number' ? value : null;
    yield { key: keyFor(field, known, String(domain)), revision: Number(revision), id: Number(id) };
  }
}
