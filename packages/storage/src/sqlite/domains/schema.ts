import type { SchemaStep } from '../connection.ts';
import { addChecksums } from './add-checksums.ts';
import { addReferrals } from './add-referrals.ts';

/**
 * domains.sqlite, step by step. SQLite does not check what it reads, so all that an answer rests on is under a CRC-32 of
 * ours (column `crc`), or can't be wrong without another one failing.
 *
 * - `domain` holds what results are found and ordered by. `domain_by_revision` is only a way to its rows: whoever takes it
 *   knows how many rows there are to be found, and which.
 * - `ordered` and `stretch` hold, for each field that results can be ordered by, the sorted list of all domains, in
 *   stretches that leave no gap (see order/stretch.ts).
 * - `domain_facts.pages` holds the checksums of a domain's pages (see rows.ts).
 * - `rank` holds the ranks that lists give domains, `referred` how many registrable domains link to a domain; each indexed
 *   or not. `linked` holds what each indexed domain links to, `referral` what sites of subdomains do (see referrals.ts).
 * - `page.id` = `page_text.rowid` = `page_gram.rowid`, and tells the domain's id (see ids.ts).
 * - `page_text` holds the trigrams of each page's index text with their positions, `page_gram` the set of its one- and
 *   two-character grams (see terms.ts). Neither keeps the text.
 * - They are empty where segments hold the texts. They have no checksums.
 * - `block` holds the domains that may not be put.
 * - `state` is one row: what holds the texts, and running sums (see state.ts).
 */
export const DOMAIN_SCHEMA: readonly SchemaStep[] = [
  `CREATE TABLE domain (
     id INTEGER PRIMARY KEY,
     domain TEXT NOT NULL UNIQUE,
     revision INTEGER NOT NULL,
     rank INTEGER NOT NULL,
     visited INTEGER,
     country TEXT,
     language TEXT,
     content_language TEXT
   ) STRICT;
   CREATE INDEX domain_by_rank ON domain (rank, domain);
   CREATE INDEX domain_by_rank_down ON domain (rank DESC, domain);
   CREATE INDEX domain_by_visited ON domain (visited, domain);
   CREATE INDEX domain_by_visited_down ON domain (visited DESC, domain);
   CREATE INDEX domain_by_country ON domain (country, domain);
   CREATE INDEX domain_by_country_down ON domain (country DESC, domain);
   CREATE INDEX domain_by_language ON domain (language, domain);
   CREATE INDEX domain_by_language_down ON domain (language DESC, domain);
   CREATE INDEX domain_by_content_language ON domain (content_language, domain);
   CREATE INDEX domain_by_content_language_down ON domain (content_language DESC, domain);

   CREATE TABLE domain_facts (id INTEGER PRIMARY KEY, facts TEXT NOT NULL) STRICT;

   CREATE TABLE page (
     id INTEGER PRIMARY KEY,
     url TEXT NOT NULL,
     fetched_at INTEGER NOT NULL,
     charset TEXT NOT NULL,
     truncated INTEGER NOT NULL,
     facts TEXT NOT NULL,
     source_bytes INTEGER NOT NULL,
     source BLOB NOT NULL
   ) STRICT;

   CREATE VIRTUAL TABLE page_text USING fts5(
     text, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');
   CREATE VIRTUAL TABLE page_gram USING fts5(
     grams, content='', contentless_delete=1, detail=none, tokenize='ascii');

   CREATE TABLE rank (domain TEXT PRIMARY KEY, rank INTEGER NOT NULL) STRICT, WITHOUT ROWID;

   CREATE TABLE total (
     domains INTEGER NOT NULL,
     pages INTEGER NOT NULL,
     source_bytes INTEGER NOT NULL,
     compressed_bytes INTEGER NOT NULL,
     last_revision INTEGER NOT NULL
   ) STRICT;
   INSERT INTO total VALUES (0, 0, 0, 0, 0);`,
  // The indexes tell revisions, too, by which segments know documents; `text_index` tells what holds the texts, and the
  // revision of its last change.
  `DROP INDEX domain_by_rank;
   DROP INDEX domain_by_rank_down;
   DROP INDEX domain_by_visited;
   DROP INDEX domain_by_visited_down;
   DROP INDEX domain_by_country;
   DROP INDEX domain_by_country_down;
   DROP INDEX domain_by_language;
   DROP INDEX domain_by_language_down;
   DROP INDEX domain_by_content_language;
   DROP INDEX domain_by_content_language_down;
   CREATE INDEX domain_by_domain ON domain (domain, revision);
   CREATE INDEX domain_by_rank ON domain (rank, domain, revision);
   CREATE INDEX domain_by_rank_down ON domain (rank DESC, domain, revision);
   CREATE INDEX domain_by_visited ON domain (visited, domain, revision);
   CREATE INDEX domain_by_visited_down ON domain (visited DESC, domain, revision);
   CREATE INDEX domain_by_country ON domain (country, domain, revision);
   CREATE INDEX domain_by_country_down ON domain (country DESC, domain, revision);
   CREATE INDEX domain_by_language ON domain (language, domain, revision);
   CREATE INDEX domain_by_language_down ON domain (language DESC, domain, revision);
   CREATE INDEX domain_by_content_language ON domain (content_language, domain, revision);
   CREATE INDEX domain_by_content_language_down ON domain (content_language DESC, domain, revision);
   CREATE UNIQUE INDEX domain_by_revision ON domain (revision);

   CREATE TABLE text_index (kind TEXT NOT NULL, sequence INTEGER NOT NULL) STRICT;
   INSERT INTO text_index VALUES ('fts5', 0);`,
  addChecksums,
  addReferrals,
  // `version` is JSON of a PageVersion, null in rows of before; `confirmed` tells when a document was last found to be as it
  // should be: one of another revision than the domain's has nothing to say any more.
  `ALTER TABLE page ADD COLUMN version TEXT;
   CREATE TABLE confirmed (
     domain TEXT PRIMARY KEY,
     revision INTEGER NOT NULL,
     at INTEGER NOT NULL,
     crc INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;`,
  `CREATE TABLE block (
     domain TEXT PRIMARY KEY,
     reason TEXT,
     created_at INTEGER NOT NULL,
     takedown INTEGER NOT NULL,
     crc INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;`,
];
