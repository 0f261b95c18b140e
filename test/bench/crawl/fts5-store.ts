// Documents in one SQLite file with FTS5 for their texts, written by a thread of its own: an answer is durable.
import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { zstdCompressSync } from 'node:zlib';
import { linkTargets, type DomainDocument } from '@sitegrep/site';
import { gramTokens } from '../../../packages/storage/src/elasticsearch/domains/grams.ts';
import { inTransaction, openDatabase } from '../../../packages/storage/src/sqlite/connection.ts';
import { blockBits, blockSize, regionOf } from '../index/fts5-ids.ts';
import { FTS5_TABLES } from '../index/fts5-index.ts';
import { indexText } from '../index/fts5-terms.ts';

/** The leaves that a text goes to are spread over the tables: with fewer pages in memory each is read again. */
const CACHE_BYTES = 64 << 20;

const SCHEMA = `
  CREATE TABLE domain (id INTEGER PRIMARY KEY, domain TEXT NOT NULL UNIQUE, pages INTEGER NOT NULL, facts TEXT NOT NULL) STRICT;
  CREATE INDEX domain_by_rank ON domain (domain, id);
  CREATE TABLE page (id INTEGER PRIMARY KEY, url TEXT NOT NULL, facts TEXT NOT NULL, source BLOB NOT NULL) STRICT;
  CREATE TABLE linked (id INTEGER PRIMARY KEY, targets TEXT NOT NULL) STRICT;
  ${FTS5_TABLES}`;

/** Documents of one transaction at most. */
const MAX_DOCUMENTS = 32;

/** Puts documents as they come; those that arrive while the writer is busy share a transaction, as in the worker. */
export class Fts5Store {
  readonly #thread: Worker;
  #pending: DomainDocument[] = [];
  #writing: Promise<void> | null = null;

  constructor(file: string) {
    this.#thread = new Worker(new URL(import.meta.url), { workerData: file });
  }

  /** Resolves at once, unless a full batch is pending. */
  async put(document: DomainDocument): Promise<void> {
    while (this.#pending.length >= MAX_DOCUMENTS) await this.#writing;
    this.#pending.push(document);
    this.#writing ??= this.#write();
  }

  /** Closes when all are durable. */
  async close(): Promise<void> {
    while (this.#writing !== null) await this.#writing;
    await this.#thread.terminate();
  }

  async #write(): Promise<void> {
    while (this.#pending.length > 0) {
      const written = once(this.#thread, 'message');
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      this.#thread.postMessage(this.#pending);
      this.#pending = [];
      await written;
    }
    this.#writing = null;
  }
}

if (!isMainThread) write(String(workerData));

/** The thread: each message is a transaction. */
function write(file: string): void {
  const db = openDatabase(file, CACHE_BYTES);
  db.exec(SCHEMA);
  const sql = {
    find: db.prepare('SELECT id, pages FROM domain WHERE domain = ?'),
    lastId: db.prepare('SELECT max(id) AS id FROM domain WHERE id >= ? AND id < ?'),
    insert: db.prepare('INSERT INTO domain VALUES (?, ?, ?, ?)'),
    insertPage: db.prepare('INSERT INTO page VALUES (?, ?, ?, ?)'),
    insertLinked: db.prepare('INSERT INTO linked VALUES (?, ?)'),
    insertText: db.prepare('INSERT INTO page_text (rowid, text) VALUES (?, ?)'),
    insertGrams: db.prepare('INSERT INTO page_gram (rowid, grams) VALUES (?, ?)'),
  };
  // Each change reports a last row id, which FTS5 leaves past 2^53.
  for (const statement of Object.values(sql)) statement.setReadBigInts(true);

  const newId = (pages: number): number => {
    const [first, end] = regionOf(blockBits(pages));
    const last = sql.lastId.get(first, end)?.['id'] ?? first;
    return Number(last) + blockSize(first);
  };
  const put = ({ domain, facts, pages }: DomainDocument): void => {
    // Every domain of the benchmark is crawled once; a store has to look nonetheless.
    if (sql.find.get(domain) !== undefined) throw new Error(`${domain} was crawled before`);
    const id = newId(pages.length);
    sql.insert.run(id, domain, pages.length, JSON.stringify(facts));
    sql.insertLinked.run(id, JSON.stringify([...new Set(linkTargets({ domain, pages }))]));
    for (const [slot, page] of pages.entries()) {
      const text = indexText(page.source);
      sql.insertPage.run(id + slot, page.url, JSON.stringify(page.facts), zstdCompressSync(page.source));
      sql.insertText.run(id + slot, text);
      sql.insertGrams.run(id + slot, gramTokens(text));
    }
  };
  parentPort?.on('message', (documents: readonly DomainDocument[]) => {
    inTransaction(db, () => documents.forEach(put));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort?.postMessage(documents.length);
  });
}
