import { parentPort, workerData } from 'node:worker_threads';
import { zstdCompressSync } from 'node:zlib';
import { linkTargets, type DomainDocument } from '@sitegrep/site';
import { gramTokens } from '../../../packages/storage/src/elasticsearch/domains/grams.ts';
import { inTransaction, openDatabase } from '../../../packages/storage/src/sqlite/connection.ts';
import { blockBits, blockSize, regionOf } from '../index/fts5-ids.ts';
import { FTS5_TABLES } from '../index/fts5-index.ts';
import { indexText } from '../index/fts5-terms.ts';
import type { Fts5StoreData } from './fts5-store.ts';

const PAGE_BYTES = 16_384;
/** The leaves that a text goes to are spread over the tables: with fewer pages in memory each is read again. */
const CACHE_BYTES = 64 << 20;

const SCHEMA = `
  CREATE TABLE domain (id INTEGER PRIMARY KEY, domain TEXT NOT NULL UNIQUE, pages INTEGER NOT NULL, facts TEXT NOT NULL) STRICT;
  CREATE INDEX domain_by_rank ON domain (domain, id);
  CREATE TABLE page (id INTEGER PRIMARY KEY, url TEXT NOT NULL, facts TEXT NOT NULL, source BLOB NOT NULL) STRICT;
  CREATE TABLE linked (id INTEGER PRIMARY KEY, targets TEXT NOT NULL) STRICT;
  ${FTS5_TABLES}`;

const { file } = workerData as Fts5StoreData;
const db = openDatabase(file, { pageSize: PAGE_BYTES, cacheBytes: CACHE_BYTES });
db.exec(SCHEMA);
const sql = {
  find: db.prepare('SELECT id, pages FROM domain WHERE domain = ?'),
  lastId: db.prepare('SELECT max(id) AS id FROM domain WHERE id >= ? AND id < ?'),
  insert: db.prepare('INSERT INTO domain VALUES (?, ?, ?, ?)'),
  insertPage: db.prepare('INSERT INTO page VALUES (?, ?, ?, ?)'),
  insertLinked: db.prepare('INSERT INTO linked VALUES (?, ?)'),
  insertText: db.prepare('INSERT INTO page_text (rowid, text) VALUES (?, ?)'),
  insertGrams: db.prepare('INSERT INTO page_gram (rowid, grams) VALUES (?, ?)'),
  remove: db.prepare('DELETE FROM domain WHERE id = ?'),
  removeLinked: db.prepare('DELETE FROM linked WHERE id = ?'),
  removePage: db.prepare('DELETE FROM page WHERE id = ?'),
  removeText: db.prepare('DELETE FROM page_text WHERE rowid = ?'),
  removeGrams: db.prepare('DELETE FROM page_gram WHERE rowid = ?'),
};
// Each change reports a last row id, which FTS5 leaves past 2^53.
for (const statement of Object.values(sql)) statement.setReadBigInts(true);

function remove(id: number, pages: number): void {
  for (let page = id; page < id + pages; page++) {
    sql.removePage.run(page);
    sql.removeText.run(page);
    sql.removeGrams.run(page);
  }
  sql.remove.run(id);
  sql.removeLinked.run(id);
}

function newId(pages: number): number {
  const [first, end] = regionOf(blockBits(pages));
  const last = sql.lastId.get(first, end)?.['id'] ?? first;
  return Number(last) + blockSize(first);
}

function put({ domain, facts, pages }: DomainDocument): void {
  const known = sql.find.get(domain);
  if (known !== undefined) remove(Number(known['id']), Number(known['pages']));
  const id = newId(pages.length);
  sql.insert.run(id, domain, pages.length, JSON.stringify(facts));
  sql.insertLinked.run(id, JSON.stringify([...new Set(linkTargets({ domain, pages }))]));
  for (const [slot, page] of pages.entries()) {
    const text = indexText(page.source);
    sql.insertPage.run(id + slot, page.url, JSON.stringify(page.facts), zstdCompressSync(page.source));
    sql.insertText.run(id + slot, text);
    sql.insertGrams.run(id + slot, gramTokens(text));
  }
}

parentPort?.on('message', (documents: readonly DomainDocument[]) => {
  inTransaction(db, () => documents.forEach(put));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(documents.length);
});
