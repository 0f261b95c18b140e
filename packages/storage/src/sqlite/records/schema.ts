/**
 * records.sqlite, step by step.
 *
 * A crawl's row holds the counts of its sites' rows; both change in the same transaction. `number` orders crawls by
 * their making. `result` is JSON of a SiteResult; `outcome` repeats its outcome for the indexes.
 */
export const RECORD_SCHEMA: readonly string[] = [
  `CREATE TABLE crawl (
     number INTEGER PRIMARY KEY AUTOINCREMENT,
     id TEXT NOT NULL UNIQUE,
     state TEXT NOT NULL,
     sealed INTEGER NOT NULL DEFAULT 0,
     spec TEXT NOT NULL,
     created_at INTEGER NOT NULL,
     started_at INTEGER,
     finished_at INTEGER,
     total INTEGER NOT NULL DEFAULT 0,
     running INTEGER NOT NULL DEFAULT 0,
     finished INTEGER NOT NULL DEFAULT 0,
     pages INTEGER NOT NULL DEFAULT 0,
     bytes INTEGER NOT NULL DEFAULT 0,
     rejected TEXT NOT NULL DEFAULT '{"count":0,"samples":[]}'
   ) STRICT;
   CREATE INDEX crawl_unsealed ON crawl (number) WHERE NOT sealed;

   CREATE TABLE crawl_outcome (
     crawl INTEGER NOT NULL REFERENCES crawl ON DELETE CASCADE,
     outcome TEXT NOT NULL,
     count INTEGER NOT NULL,
     PRIMARY KEY (crawl, outcome)
   ) STRICT, WITHOUT ROWID;

   CREATE TABLE site (
     crawl INTEGER NOT NULL REFERENCES crawl ON DELETE CASCADE,
     domain TEXT NOT NULL,
     urls TEXT NOT NULL,
     started_at INTEGER,
     outcome TEXT,
     result TEXT,
     PRIMARY KEY (crawl, domain)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX site_unfinished ON site (crawl, domain) WHERE outcome IS NULL;
   CREATE INDEX site_by_outcome ON site (crawl, outcome, domain) WHERE outcome IS NOT NULL;

   CREATE TABLE api_key (
     number INTEGER PRIMARY KEY AUTOINCREMENT,
     id TEXT NOT NULL UNIQUE,
     name TEXT NOT NULL,
     prefix TEXT NOT NULL,
     hash TEXT NOT NULL UNIQUE,
     scopes TEXT NOT NULL,
     rate_limit_per_minute INTEGER,
     expires_at INTEGER,
     created_at INTEGER NOT NULL,
     last_used_at INTEGER,
     revoked_at INTEGER
   ) STRICT;

   CREATE TABLE secret (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;`,
  // When sites were last added to a crawl.
  `ALTER TABLE crawl ADD COLUMN appended_at INTEGER NOT NULL DEFAULT 0;`,
];
