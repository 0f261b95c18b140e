/**
 * Tables of saved searches.
 *
 * - `search` holds them. `number` is that of a search as long as it is there, `matches` that of its rows in `fulfilled`, which is another
 *   one when it gets other criteria; none is used twice. `since` is the last revision, and `filled_to` the id of a domain, up to which
 *   stored domains are decided; a domain of a later revision was decided by its put.
 * - `fulfilled` holds the searches that a domain fulfils, with the numbers of the pages that do, packed as fulfilled-rows.ts has them; none at
 *   the level `domain`.
 * - `page_hits` holds the literals of searches that the pages of a domain have, packed as hit-rows.ts has them; where a row is missing,
 *   they are looked for anew.
 * - `search_gone` holds the numbers under which rows may be left of searches, or of criteria, that are no more.
 * - `search_event` holds events by their numbers.
 */
export const SEARCHES_SQL = `
    CREATE TABLE search (
      id TEXT PRIMARY KEY,
      number INTEGER NOT NULL,
      matches INTEGER NOT NULL,
      generation INTEGER NOT NULL,
      level TEXT NOT NULL,
      criteria TEXT NOT NULL,
      definition TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      changed_at INTEGER NOT NULL,
      is_filled INTEGER NOT NULL,
      fills INTEGER NOT NULL,
      since INTEGER NOT NULL,
      filled_to INTEGER NOT NULL,
      crc INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX search_by_number ON search (number);
    CREATE TABLE fulfilled (
      search INTEGER NOT NULL,
      domain INTEGER NOT NULL,
      pages BLOB NOT NULL,
      crc INTEGER NOT NULL,
      PRIMARY KEY (search, domain)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX fulfilled_by_domain ON fulfilled (domain);
    CREATE TABLE page_hits (
      domain INTEGER PRIMARY KEY,
      hits BLOB NOT NULL,
      crc INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE search_gone (number INTEGER PRIMARY KEY) STRICT;
    CREATE TABLE search_event (
      number INTEGER PRIMARY KEY,
      search INTEGER NOT NULL,
      domain TEXT NOT NULL,
      revision INTEGER NOT NULL,
      at INTEGER NOT NULL,
      body TEXT NOT NULL,
      crc INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX search_event_by_search ON search_event (search, number);
    CREATE INDEX search_event_by_domain ON search_event (domain);`;
