// As a data folder stores sources: a column of a table whose database has large pages, with the settings of the product.
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { crc32, zstdDecompressSync } from 'node:zlib';
import { inTransaction, openDatabase } from '../../../packages/storage/src/sqlite/connection.ts';
import { PAGE_BYTES } from '../../../packages/storage/src/sqlite/connection.ts';
import type { SourceStore, StoredPage } from './pages.ts';

export const CACHE_BYTES = 16 << 20;

export function openColumns(folder: string): SourceStore {
  const file = join(folder, 'pages.sqlite');
  const db = openDatabase(file, CACHE_BYTES);
  db.exec(`CREATE TABLE page (
    id INTEGER PRIMARY KEY,
    url TEXT NOT NULL,
    source_bytes INTEGER NOT NULL,
    source BLOB NOT NULL,
    crc INTEGER NOT NULL
  ) STRICT`);
  const write = db.prepare('INSERT OR REPLACE INTO page VALUES (?, ?, ?, ?, ?)');
  const remove = db.prepare('DELETE FROM page WHERE id = ?');
  const find = db.prepare('SELECT source, crc FROM page WHERE id = ?');
  const writeAll = (pages: readonly StoredPage[]): void =>
    inTransaction(db, () => {
      for (const { id, url, bytes, packed } of pages) write.run(id, url, bytes, packed, crc32(packed));
    });
  let backedUp: Uint32Array = new Uint32Array();
  return {
    async put(sites) {
      writeAll(sites.flatMap(({ pages }) => pages));
    },
    async replace(_, pages) {
      writeAll(pages);
    },
    async read(ids) {
      return ids.reduce((sum, id) => sum + unpacked(find.get(id)), 0);
    },
    async compact() {
      // Pages that became free are taken by the next rows.
      checkpoint(db);
    },
    async takeDown(sites) {
      // The product's FAST leaves what was in an overflow page there until the page is used again.
      db.exec('PRAGMA secure_delete = ON');
      inTransaction(db, () => {
        for (const { id } of sites.flatMap(({ pages }) => pages)) remove.run(id);
      });
      checkpoint(db);
      db.exec('PRAGMA secure_delete = FAST');
    },
    async backUp() {
      checkpoint(db);
      const checks = pageChecks(file);
      const changed = checks.filter((check, at) => check !== backedUp[at]).length;
      backedUp = checks;
      return { bytes: statSync(file).size, leastBytes: changed * PAGE_BYTES };
    },
    async bytes() {
      checkpoint(db);
      return statSync(file).size;
    },
    files: () => [file],
    async [Symbol.asyncDispose]() {
      db.close();
    },
  };
}

/** Copies the write-ahead log into the database, so that nothing of what was removed is left in it. */
export function checkpoint(db: DatabaseSync): void {
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}

function unpacked(row: Record<string, unknown> | undefined): number {
  const { source, crc } = row ?? {};
  if (!(source instanceof Uint8Array) || crc32(source) !== crc) throw new Error('a page is damaged');
  return zstdDecompressSync(source).length;
}

/** CRC-32 of each page of a database. */
export function pageChecks(file: string): Uint32Array {
  const handle = openSync(file, 'r');
  const checks = new Uint32Array(statSync(file).size / PAGE_BYTES);
  const page = Buffer.alloc(PAGE_BYTES);
  for (let at = 0; at < checks.length; at++) {
    readSync(handle, page, 0, PAGE_BYTES, at * PAGE_BYTES);
    checks[at] = crc32(page);
  }
  closeSync(handle);
  return checks;
}
