import { STORED_VERSIONS } from '../../stored-versions.ts';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { comparisonOf, ORDER_FIELDS } from '@sitegrep/site';
import { ensureSchema, openDatabase, requireSchema, type Schema } from '../connection.ts';
import { isWritable, openToRead, type ReadDatabase, requireReadable } from '../reading.ts';
import type { DatabaseSync } from 'node:sqlite';
import { markFile, readMark, requireCommits } from '../commit-mark.ts';
import { FULL_TEXT_SQL } from './full-text/schema.ts';
import { SEARCHES_SQL } from './searches/schema.ts';
import { buildLists } from './order/build.ts';
import { EMPTY_STATE, requireBuilt, stateReader, writeState } from './state.ts';

/** Types of columns by how their values compare. */
const COLUMN_TYPES = { text: 'TEXT', integer: 'INTEGER', time: 'INTEGER' } as const;

const ORDER_COLUMNS = ORDER_FIELDS.map((field) => `${field} ${COLUMN_TYPES[comparisonOf(field)]},`);

/**
 * domains.sqlite. SQLite does not check what it reads, so everything that an answer rests on is under a CRC-32 of ours
 * (column `crc`), or can't be wrong without another check failing.
 *
 * - `domain` holds what results are found and ordered by: a column for each field that they can be ordered by. `domain_by_revision` is only an access path to its rows: its
 *   readers know how many rows there are to be found, and which.
 * - `ordered` and `chunk` hold, for each field that results can be ordered by, the sorted list of all domains, in
 *   chunks that leave no gap (see order/chunk.ts).
 * - `label` holds the labels of each document by its revision. `label_run`, `label_chunk` and `label_list` hold the lists of
 *   documents by label, in runs that cover a range of revisions each (see labels/).
 * - `change` holds what changed at domains, a record for each domain and time, under numbers that rise with each that is written.
 *   `name` is null unless it is the deletion of a domain. `change_run`, `change_chunk` and `change_list` hold the lists of
 *   records by label, as those of documents (see changes/); `change_gone` the records of these that were removed since.
 * - `domain_facts.pages` holds the numbers of a domain's pages (see document-rows.ts).
 * - `page` holds pages by their numbers. A row stays as it is until the page goes or another version of it comes, under another
 *   number. `version` is JSON of a PageVersion. `rendered` is null if the page was not rendered. `full_bytes` and what follows
 *   describe its screenshot; they are 0 if it has none.
 * - `screenshot` holds the images of a screenshot under the number of its page, whose row has their checksums.
 * - `past` holds what is known of the versions of a page, also of one that is gone; `version` the sources of versions, each packed
 *   against the one after it; `seen` when versions were seen, by their numbers in the index of the past (see versions/).
 * - `history` holds the visits of a domain and the labels that they showed (see history-rows.ts).
 * - `held` holds the labels that a domain has though its document lacks them, by kind (see held-rows.ts).
 * - `gone` holds the ids of domains that were deleted, by the revision of the deletion: so a reader of what is new learns of it.
 * - `rank` holds the ranks that lists give domains, `referred` how many registrable domains link to a domain, indexed or
 *   not. `linked` holds what each indexed domain links to, `referral` what sites of subdomains link to (see referrals.ts).
 * - `confirmed` holds when a document was last found unchanged. A row of another revision than the domain's is void.
 * - `block` holds the domains that may not be put.
 * - `list` holds the lists of domains that users keep, `list_chunk` their names, sorted, some thousands a row (see lists/).
 * - The tables of saved searches are described in searches/schema.ts.
 * - The tables of full text are described in full-text/schema.ts.
 * - `state` is one row: running sums, and what the segments must have (see state.ts).
 */
export const DOMAIN_SCHEMA: Schema = {
  version: STORED_VERSIONS.sqlite.domains,
  sql: `
    CREATE TABLE domain (
      id INTEGER PRIMARY KEY,
      revision INTEGER NOT NULL,
      ${ORDER_COLUMNS.join('\n      ')}
      crc INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX domain_by_revision ON domain (revision);

    CREATE TABLE domain_facts (
      id INTEGER PRIMARY KEY,
      facts TEXT NOT NULL,
      crc INTEGER NOT NULL,
      pages BLOB NOT NULL
    ) STRICT;
    CREATE TABLE history (
      domain INTEGER PRIMARY KEY,
      body BLOB NOT NULL,
      crc INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE held (
      kind INTEGER NOT NULL,
      label BLOB NOT NULL,
      domain INTEGER NOT NULL,
      crc INTEGER NOT NULL,
      PRIMARY KEY (kind, label, domain)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX held_by_domain ON held (domain);
    CREATE TABLE past (
      domain INTEGER NOT NULL,
      url TEXT NOT NULL,
      body BLOB NOT NULL,
      crc INTEGER NOT NULL,
      PRIMARY KEY (domain, url)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE version (
      id INTEGER PRIMARY KEY,
      domain INTEGER NOT NULL,
      packed BLOB NOT NULL,
      crc INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE seen (
      number INTEGER PRIMARY KEY,
      id INTEGER NOT NULL,
      domain INTEGER NOT NULL,
      url TEXT NOT NULL,
      first_seen INTEGER NOT NULL,
      last_seen INTEGER,
      texts INTEGER NOT NULL,
      crc INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX seen_by_id ON seen (id);
    CREATE TABLE gone (revision INTEGER PRIMARY KEY, id INTEGER NOT NULL) STRICT;

    CREATE TABLE page (
      id INTEGER PRIMARY KEY,
      domain INTEGER NOT NULL,
      crc INTEGER NOT NULL,
      url TEXT NOT NULL,
      fetched_at INTEGER NOT NULL,
      charset TEXT NOT NULL,
      truncated INTEGER NOT NULL,
      facts_bytes INTEGER NOT NULL,
      facts BLOB NOT NULL,
      version TEXT,
      source_bytes INTEGER NOT NULL,
      source BLOB NOT NULL,
      full_bytes INTEGER NOT NULL,
      full_crc INTEGER NOT NULL,
      thumbnail_bytes INTEGER NOT NULL,
      thumbnail_crc INTEGER NOT NULL,
      rendered_truncated INTEGER NOT NULL,
      rendered_bytes INTEGER NOT NULL,
      rendered BLOB,
      texts INTEGER NOT NULL,
      answers_bytes INTEGER NOT NULL,
      answers BLOB
    ) STRICT;
    CREATE TABLE screenshot (
      id INTEGER PRIMARY KEY,
      thumbnail BLOB NOT NULL,
      "full" BLOB NOT NULL
    ) STRICT;

    CREATE TABLE ordered (
      list INTEGER NOT NULL,
      low BLOB NOT NULL,
      number INTEGER NOT NULL,
      PRIMARY KEY (list, low)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE chunk (number INTEGER PRIMARY KEY, entries BLOB NOT NULL) STRICT;

    CREATE TABLE label (revision INTEGER PRIMARY KEY, body TEXT NOT NULL, crc INTEGER NOT NULL) STRICT;
    CREATE TABLE label_run (
      first INTEGER PRIMARY KEY,
      last INTEGER NOT NULL,
      number INTEGER NOT NULL,
      numbers BLOB NOT NULL,
      crc INTEGER NOT NULL,
      items INTEGER NOT NULL,
      alive INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE label_chunk (
      run INTEGER NOT NULL,
      kind INTEGER NOT NULL,
      low BLOB NOT NULL,
      number INTEGER NOT NULL,
      PRIMARY KEY (run, kind, low)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE label_list (number INTEGER PRIMARY KEY, lists BLOB NOT NULL) STRICT;

    CREATE TABLE change (
      number INTEGER PRIMARY KEY,
      domain INTEGER NOT NULL,
      at INTEGER NOT NULL,
      reason INTEGER NOT NULL,
      name TEXT,
      body TEXT NOT NULL,
      crc INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX change_by_domain ON change (domain, at);
    CREATE UNIQUE INDEX change_by_name ON change (name) WHERE name IS NOT NULL;
    CREATE TABLE change_gone (
      removal INTEGER PRIMARY KEY,
      number INTEGER NOT NULL,
      crc INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX change_gone_by_number ON change_gone (number);
    CREATE TABLE change_run (
      first INTEGER PRIMARY KEY,
      last INTEGER NOT NULL,
      number INTEGER NOT NULL,
      numbers BLOB NOT NULL,
      crc INTEGER NOT NULL,
      items INTEGER NOT NULL,
      alive INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE change_chunk (
      run INTEGER NOT NULL,
      kind INTEGER NOT NULL,
      low BLOB NOT NULL,
      number INTEGER NOT NULL,
      PRIMARY KEY (run, kind, low)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE change_list (number INTEGER PRIMARY KEY, lists BLOB NOT NULL) STRICT;

    CREATE TABLE rank (
      domain TEXT PRIMARY KEY,
      rank INTEGER NOT NULL,
      crc INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE linked (
      id INTEGER PRIMARY KEY,
      registrable TEXT NOT NULL,
      targets TEXT NOT NULL,
      crc INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE referral (
      registrable TEXT NOT NULL,
      target TEXT NOT NULL,
      documents INTEGER NOT NULL,
      crc INTEGER NOT NULL,
      PRIMARY KEY (registrable, target)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE referred (
      domain TEXT PRIMARY KEY,
      referrers INTEGER NOT NULL,
      crc INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE confirmed (
      domain TEXT PRIMARY KEY,
      revision INTEGER NOT NULL,
      at INTEGER NOT NULL,
      crc INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE block (
      domain TEXT PRIMARY KEY,
      reason TEXT,
      created_at INTEGER NOT NULL,
      takedown INTEGER NOT NULL,
      crc INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE list (
      id TEXT PRIMARY KEY,
      number INTEGER NOT NULL,
      domains INTEGER NOT NULL,
      chunks INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      changed_at INTEGER NOT NULL,
      crc INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE list_chunk (
      list INTEGER NOT NULL,
      number INTEGER NOT NULL,
      first TEXT NOT NULL,
      names BLOB NOT NULL,
      crc INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX list_chunk_by_list ON list_chunk (list, number, first);
    ${SEARCHES_SQL}
    ${FULL_TEXT_SQL}
    CREATE TABLE state (body TEXT NOT NULL, crc INTEGER NOT NULL) STRICT;`,
};

/** Page cache of the writer, in bytes: facts and sources go to the same few pages. */
const CACHE_BYTES = 24 << 20;

/**
 * Opens, or makes, domains.sqlite, and sees that it has all that was ever acknowledged.
 *
 * @throws StorageCorrupt, StorageMisconfigured; errors of SQLite
 */
export function openDomains(file: string): DatabaseSync {
  // Read before the database: another process may be writing, and marks each commit after it.
  const marked = readMark(file);
  const db = openDatabase(file, CACHE_BYTES);
  try {
    ensureDomainSchema(db, file);
    requireCommits(file, marked, stateReader(db)().commits);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Opens domains.sqlite where this process may not write, with the checks that a writer makes.
 *
 * @throws StorageCorrupt; StorageMisconfigured, also if a rebuild was interrupted; errors of SQLite
 */
export function openDomainsToRead(file: string, cacheBytes: number): ReadDatabase {
  for (const path of [file, markFile(file)]) if (existsSync(path)) requireReadable(path);
  const marked = readMark(file);
  const opened = openToRead(file, { cacheBytes });
  try {
    requireSchema(opened.db, file, DOMAIN_SCHEMA);
    const state = stateReader(opened.db)();
    requireCommits(file, marked, state.commits);
    requireBuilt(state);
    return opened;
  } catch (error) {
    opened.db.close();
    throw error;
  }
}

/**
 * Opens domains.sqlite of a folder as a whole is looked after: to write it, or only to read it where this process may not write.
 *
 * @throws StorageCorrupt, StorageMisconfigured; errors of SQLite
 */
export function openDomainsFor(file: string): ReadDatabase {
  if (!isWritable(dirname(file))) return openDomainsToRead(file, CACHE_BYTES);
  return { db: openDomains(file), requireUnchanged: () => undefined };
}

export function ensureDomainSchema(db: DatabaseSync, file: string): void {
  ensureSchema(db, file, DOMAIN_SCHEMA, () => {
    writeState(db, { ...EMPTY_STATE, lastChunk: buildLists(db, 0) });
  });
}
