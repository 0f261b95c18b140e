/**
 * Tables of records.sqlite, with the columns of each: crawls, schedules, keys, the audit log, the sizes of days, what processes
 * measured, the run that analyses pages again, the import from Common Crawl, fingerprints, and the deliveries and reports of
 * saved searches.
 *
 * - `crawl.number` orders crawls by their creation. A crawl's row holds the counts of its sites' rows; both change in the
 *   same transaction. `appended_at`: when sites were last added. `fingerprint`: of what was submitted. `first_entries` is JSON.
 * - `crawl_timeline`: JSON of a CrawlTimeline.
 * - `site.result` is JSON of a SiteResult; `outcome` repeats its outcome for the indexes. `ended` is the site's number among
 *   those of its crawl that ended: the crawl's `finished` after this one was counted.
 * - `removed_crawl`: crawls that are gone and whose sites are removed in pieces; their rows in `site` have no crawl.
 * - `crawl_key`: idempotency keys of submissions.
 * - `schedule`: timing, spec, source and runs are JSON.
 * - `replaced_secret`: they stay when they have ended, so that none is ever taken for a new one.
 * - `session`: those that ended are removed when the key gets another one.
 * - `audit`: see audit-rows.ts; `size`: see size-rows.ts.
 * - `reanalysis` is one row at most: JSON of a Reanalysis.
 * - `commoncrawl` is one row at most: JSON of a CommonCrawlImport; `commoncrawl_part`: its parts.
 * - `delivery`: content and answers are JSON; `told`: how far each destination was told, `switched_off` JSON of why nothing is
 *   sent to it.
 * - `report_state`, `report`: JSON of a ReportState, and of a SearchReport with what lists go by; `report_part`: bytes of its file.
 * - `fingerprint_state` is one row at most, JSON of a FingerprintState; `fingerprint_set`: the public set that it names.
 * - `commit_count` is one row: the number of transactions that changed anything (see record-commits.ts).
 * - `crc`: checksum of the row, see checked-rows.ts.
 */
export const TABLES = {
  crawl: {
    number: 'INTEGER PRIMARY KEY AUTOINCREMENT',
    id: 'TEXT NOT NULL UNIQUE',
    state: 'TEXT NOT NULL',
    sealed: 'INTEGER NOT NULL DEFAULT 0',
    spec: 'TEXT NOT NULL',
    created_at: 'INTEGER NOT NULL',
    appended_at: 'INTEGER NOT NULL',
    started_at: 'INTEGER',
    cancelled_at: 'INTEGER',
    finished_at: 'INTEGER',
    total: 'INTEGER NOT NULL DEFAULT 0',
    running: 'INTEGER NOT NULL DEFAULT 0',
    finished: 'INTEGER NOT NULL DEFAULT 0',
    pages: 'INTEGER NOT NULL DEFAULT 0',
    bytes: 'INTEGER NOT NULL DEFAULT 0',
    rejected: `TEXT NOT NULL DEFAULT '{"count":0,"reasons":{},"samples":[]}'`,
    fingerprint: 'TEXT',
    first_entries: `TEXT NOT NULL DEFAULT '[]'`,
  },
  crawl_timeline: {
    crawl: 'INTEGER PRIMARY KEY REFERENCES crawl ON DELETE CASCADE',
    body: 'TEXT NOT NULL',
  },
  removed_crawl: {
    crawl: 'INTEGER PRIMARY KEY',
  },
  crawl_outcome: {
    crawl: 'INTEGER NOT NULL REFERENCES crawl ON DELETE CASCADE',
    outcome: 'TEXT NOT NULL',
    count: 'INTEGER NOT NULL',
  },
  crawl_key: {
    key: 'TEXT PRIMARY KEY',
    crawl: 'INTEGER NOT NULL REFERENCES crawl ON DELETE CASCADE',
  },
  site: {
    crawl: 'INTEGER NOT NULL',
    domain: 'TEXT NOT NULL',
    urls: 'TEXT NOT NULL',
    started_at: 'INTEGER',
    outcome: 'TEXT',
    result: 'TEXT',
    ended: 'INTEGER',
  },
  schedule: {
    id: 'TEXT PRIMARY KEY',
    timing: 'TEXT NOT NULL',
    spec: 'TEXT NOT NULL',
    enabled: 'INTEGER NOT NULL',
    created_at: 'INTEGER NOT NULL',
    updated_at: 'INTEGER NOT NULL',
    runs: 'TEXT NOT NULL',
    source: 'TEXT NOT NULL',
  },
  api_key: {
    number: 'INTEGER PRIMARY KEY AUTOINCREMENT',
    id: 'TEXT NOT NULL UNIQUE',
    name: 'TEXT NOT NULL',
    prefix: 'TEXT NOT NULL',
    hash: 'TEXT NOT NULL UNIQUE',
    scopes: 'TEXT NOT NULL',
    rate_limit_per_minute: 'INTEGER',
    expires_at: 'INTEGER',
    created_at: 'INTEGER NOT NULL',
    replaced_until: 'INTEGER',
    last_used_at: 'INTEGER',
    revoked_at: 'INTEGER',
  },
  replaced_secret: {
    hash: 'TEXT PRIMARY KEY',
    key: 'INTEGER NOT NULL REFERENCES api_key ON DELETE CASCADE',
    ends_at: 'INTEGER NOT NULL',
  },
  session: {
    number: 'INTEGER PRIMARY KEY AUTOINCREMENT',
    id: 'TEXT NOT NULL UNIQUE',
    hash: 'TEXT NOT NULL UNIQUE',
    key: 'INTEGER NOT NULL REFERENCES api_key ON DELETE CASCADE',
    created_at: 'INTEGER NOT NULL',
    ends_at: 'INTEGER NOT NULL',
  },
  secret: {
    name: 'TEXT PRIMARY KEY',
    value: 'BLOB NOT NULL',
  },
  audit: {
    number: 'INTEGER PRIMARY KEY AUTOINCREMENT',
    at: 'INTEGER NOT NULL',
    actor: 'TEXT NOT NULL',
    key_id: 'TEXT',
    key_prefix: 'TEXT',
    session_id: 'TEXT',
    action: 'TEXT NOT NULL',
    target: 'TEXT',
    remote_address: 'TEXT',
    request_id: 'TEXT',
    result: 'TEXT',
    status: 'INTEGER',
  },
  size: {
    day: 'TEXT PRIMARY KEY',
    at: 'INTEGER NOT NULL',
    domains: 'INTEGER NOT NULL',
    pages: 'INTEGER NOT NULL',
    source_bytes: 'INTEGER NOT NULL',
    total_bytes: 'INTEGER NOT NULL',
  },
  measured_hour: {
    process: 'TEXT NOT NULL',
    hour: 'INTEGER NOT NULL',
    body: 'TEXT NOT NULL',
  },
  reanalysis: {
    number: 'INTEGER PRIMARY KEY',
    body: 'TEXT NOT NULL',
  },
  commoncrawl: {
    number: 'INTEGER PRIMARY KEY',
    body: 'TEXT NOT NULL',
  },
  commoncrawl_part: {
    import: 'TEXT NOT NULL',
    name: 'TEXT NOT NULL',
    body: 'BLOB NOT NULL',
  },
  delivery: {
    number: 'INTEGER PRIMARY KEY AUTOINCREMENT',
    id: 'TEXT NOT NULL UNIQUE',
    search: 'TEXT NOT NULL',
    destination: 'TEXT NOT NULL',
    content: 'TEXT NOT NULL',
    created_at: 'INTEGER NOT NULL',
    due: 'INTEGER NOT NULL',
    state: 'TEXT NOT NULL',
    attempts: 'INTEGER NOT NULL DEFAULT 0',
    answers: `TEXT NOT NULL DEFAULT '[]'`,
    ended_at: 'INTEGER',
  },
  told: {
    destination: 'TEXT PRIMARY KEY',
    search: 'TEXT NOT NULL',
    position: 'INTEGER NOT NULL',
    behind: 'INTEGER NOT NULL',
    above: 'INTEGER',
    failures: 'INTEGER NOT NULL',
    switched_off: 'TEXT',
  },
  report_state: {
    search: 'TEXT PRIMARY KEY',
    waits: 'INTEGER NOT NULL',
    body: 'TEXT NOT NULL',
  },
  report: {
    search: 'TEXT NOT NULL',
    number: 'INTEGER NOT NULL',
    ended_at: 'INTEGER NOT NULL',
    bytes: 'INTEGER NOT NULL',
    body: 'TEXT NOT NULL',
  },
  report_part: {
    search: 'TEXT NOT NULL',
    number: 'INTEGER NOT NULL',
    attempt: 'TEXT NOT NULL',
    part: 'INTEGER NOT NULL',
    body: 'BLOB NOT NULL',
  },
  fingerprint_state: {
    number: 'INTEGER PRIMARY KEY',
    body: 'TEXT NOT NULL',
  },
  fingerprint_set: {
    digest: 'TEXT PRIMARY KEY',
    body: 'BLOB NOT NULL',
  },
  commit_count: {
    number: 'INTEGER PRIMARY KEY',
    commits: 'INTEGER NOT NULL',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

export type RecordTable = keyof typeof TABLES;

/** Tables without a row id whose key has several columns. */
const KEYS: Partial<Record<RecordTable, string>> = {
  crawl_outcome: 'crawl, outcome',
  site: 'crawl, domain',
  commoncrawl_part: 'import, name',
  measured_hour: 'process, hour',
  report: 'search, number',
  report_part: 'search, number, attempt, part',
};

/** Statement that makes a table. @param checksum definition of the column with the checksum */
export function tableStatement(table: RecordTable, checksum: string): string {
  const columns = Object.entries(TABLES[table]).map(([column, type]) => `${column} ${type}`);
  const hasRowId = columns.some((column) => column.includes('INTEGER PRIMARY KEY'));
  const key = KEYS[table] === undefined ? [] : [`PRIMARY KEY (${KEYS[table]})`];
  return `CREATE TABLE ${table} (${[...columns, checksum, ...key].join(', ')}) STRICT${hasRowId ? '' : ', WITHOUT ROWID'};`;
}

export const INDEXES = `
  CREATE INDEX crawl_unsealed ON crawl (number) WHERE NOT sealed;
  CREATE INDEX crawl_open ON crawl (number) WHERE finished_at IS NULL;
  CREATE INDEX crawl_finished ON crawl (finished_at) WHERE finished_at IS NOT NULL;
  CREATE TRIGGER crawl_removed AFTER DELETE ON crawl BEGIN
    INSERT INTO removed_crawl VALUES (OLD.number);
  END;
  CREATE INDEX crawl_key_crawl ON crawl_key (crawl);
  CREATE INDEX site_unfinished ON site (crawl, domain) WHERE outcome IS NULL;
  CREATE INDEX site_running ON site (crawl, domain) WHERE outcome IS NULL AND started_at IS NOT NULL;
  CREATE INDEX site_by_outcome ON site (crawl, outcome, domain) WHERE outcome IS NOT NULL;
  CREATE UNIQUE INDEX site_ended ON site (crawl, ended) WHERE ended IS NOT NULL;
  CREATE INDEX replaced_secret_key ON replaced_secret (key, ends_at);
  CREATE INDEX session_key ON session (key, ends_at);
  CREATE INDEX delivery_due ON delivery (due) WHERE state = 'waiting';
  CREATE INDEX delivery_ended ON delivery (ended_at) WHERE ended_at IS NOT NULL;
  CREATE INDEX delivery_search ON delivery (search);
  CREATE INDEX delivery_open ON delivery (search, state) WHERE state <> 'delivered';
  CREATE INDEX delivery_destination ON delivery (destination, state);
  CREATE INDEX told_search ON told (search);
  CREATE INDEX told_behind ON told (position) WHERE behind = 1;
  CREATE INDEX report_state_waits ON report_state (search) WHERE waits = 1;
  CREATE INDEX report_ended ON report (ended_at);
  CREATE INDEX audit_at ON audit (at);
  CREATE INDEX audit_action ON audit (action);
  CREATE INDEX audit_key ON audit (key_id);`;
