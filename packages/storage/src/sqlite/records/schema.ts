/**
 * records.sqlite, step by step.
 *
 * A crawl's row holds the counts of its sites' rows; both change in the same transaction. `number` orders crawls by
 * their making. `result` is JSON of a SiteResult; `outcome` repeats its outcome for the indexes. `ended` is the place of a
 * site among those of its crawl that ended: what the crawl's `finished` was once this one was counted.
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
  // The order in which sites ended. Of those before, the time is known, by the clock of then.
  `ALTER TABLE site ADD COLUMN ended INTEGER;
   UPDATE site SET ended = earlier.place FROM (
     SELECT crawl, domain, row_number() OVER (
       PARTITION BY crawl ORDER BY json_extract(result, '$.finishedAt'), domain
     ) AS place FROM site WHERE outcome IS NOT NULL
   ) AS earlier WHERE site.crawl = earlier.crawl AND site.domain = earlier.domain;
   CREATE UNIQUE INDEX site_ended ON site (crawl, ended) WHERE ended IS NOT NULL;`,
  // Timing, spec, source and runs are JSON.
  `CREATE TABLE schedule (
     id TEXT PRIMARY KEY,
     timing TEXT NOT NULL,
     spec TEXT NOT NULL,
     enabled INTEGER NOT NULL,
     created_at INTEGER NOT NULL,
     updated_at INTEGER NOT NULL,
     runs TEXT NOT NULL,
     source TEXT NOT NULL
   ) STRICT, WITHOUT ROWID;`,
  // When it was cancelled; of what it was made; which crawls go on.
  `ALTER TABLE crawl ADD COLUMN cancelled_at INTEGER;
   ALTER TABLE crawl ADD COLUMN fingerprint TEXT;
   CREATE INDEX crawl_open ON crawl (number) WHERE finished_at IS NULL;
   CREATE TABLE crawl_claim (
     key TEXT PRIMARY KEY,
     crawl INTEGER NOT NULL REFERENCES crawl ON DELETE CASCADE
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX crawl_claim_crawl ON crawl_claim (crawl);`,
  // Secrets that were replaced, with their ends: they stay, so that none is ever taken for a new one.
  `ALTER TABLE api_key ADD COLUMN replaced_until INTEGER;
   CREATE TABLE replaced_secret (
     hash TEXT PRIMARY KEY,
     key INTEGER NOT NULL REFERENCES api_key ON DELETE CASCADE,
     ends_at INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX replaced_secret_key ON replaced_secret (key, ends_at);`,
  // Who did what: see audit.ts.
  `CREATE TABLE audit (
     number INTEGER PRIMARY KEY AUTOINCREMENT,
     at INTEGER NOT NULL,
     actor TEXT NOT NULL,
     key_id TEXT,
     key_prefix TEXT,
     action TEXT NOT NULL,
     target TEXT,
     remote_address TEXT,
     request_id TEXT,
     result TEXT,
     status INTEGER
   ) STRICT;
   CREATE INDEX audit_at ON audit (at);
   CREATE INDEX audit_action ON audit (action);
   CREATE INDEX audit_key ON audit (key_id);`,
];
