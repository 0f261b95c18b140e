import type { DatabaseSync } from 'node:sqlite';
import { blockSize } from './ids.ts';
import { buildLists } from './order/build.ts';
import { domainCheck, factsCheck, packSummary, pageCheck, rankCheck, type PageRow } from './rows.ts';
import { EMPTY_STATE, writeState } from './state.ts';

const TABLES = `
  ALTER TABLE domain RENAME TO domain_unchecked;
  CREATE TABLE domain (
    id INTEGER PRIMARY KEY,
    domain TEXT NOT NULL,
    revision INTEGER NOT NULL,
    rank INTEGER NOT NULL,
    visited INTEGER,
    country TEXT,
    language TEXT,
    content_language TEXT,
    crc INTEGER NOT NULL
  ) STRICT;
  ALTER TABLE domain_facts ADD COLUMN crc INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE domain_facts ADD COLUMN pages BLOB NOT NULL DEFAULT x'';
  ALTER TABLE rank ADD COLUMN crc INTEGER NOT NULL DEFAULT 0;
  CREATE TABLE ordered (
    list INTEGER NOT NULL,
    low BLOB NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (list, low)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE stretch (number INTEGER PRIMARY KEY, entries BLOB NOT NULL) STRICT;
  CREATE TABLE state (body TEXT NOT NULL, crc INTEGER NOT NULL) STRICT;`;

/** The step of the schema that puts what is stored under checksums, and makes the order lists in place of indexes. */
export function addChecksums(db: DatabaseSync): void {
  db.exec(TABLES);
  db.function('row_crc', { varargs: true, directOnly: true }, (...values) => domainCheck(values));
  db.exec(`
    INSERT INTO domain SELECT id, domain, revision, rank, visited, country, language, content_language,
      row_crc(id, domain, revision, rank, visited, country, language, content_language) FROM domain_unchecked;
    DROP TABLE domain_unchecked;
    CREATE UNIQUE INDEX domain_by_revision ON domain (revision);`);
  db.function('rank_crc', { directOnly: true }, (domain, rank) => rankCheck(String(domain), Number(rank)));
  db.exec('UPDATE rank SET crc = rank_crc(domain, rank)');
  const { pages, sourceBytes, compressedBytes, domains } = checkPages(db);
  const before = db.prepare('SELECT kind, sequence, last_revision FROM text_index, total').get();
  writeState(db, {
    ...EMPTY_STATE,
    kind: String(before?.['kind']),
    sequence: Number(before?.['sequence']),
    lastRevision: Number(before?.['last_revision']),
    domains,
    pages,
    sourceBytes,
    compressedBytes,
    lastStretch: buildLists(db, 0),
  });
  db.exec('DROP TABLE total; DROP TABLE text_index;');
}

/** Puts facts and pages of all domains under checksums. @returns how much there is */
function checkPages(db: DatabaseSync): {
  readonly domains: number;
  readonly pages: number;
  readonly sourceBytes: number;
  readonly compressedBytes: number;
} {
  const pagesOf = db.prepare('SELECT * FROM page WHERE id >= ? AND id < ? ORDER BY id');
  const update = db.prepare('UPDATE domain_facts SET crc = ?, pages = ? WHERE id = ?');
  const total = { domains: 0, pages: 0, sourceBytes: 0, compressedBytes: 0 };
  const next = db.prepare(
    'SELECT d.id, d.revision, f.facts FROM domain AS d JOIN domain_facts AS f USING (id) WHERE d.id > ? ORDER BY d.id LIMIT 1',
  );
  for (let after = -1; ;) {
    const row = next.get(after);
    if (row === undefined) return total;
    const [id, revision, facts] = [Number(row['id']), Number(row['revision']), String(row['facts'])];
    let [sourceBytes, compressedBytes] = [0, 0];
    const checks = pagesOf.all(id, id + blockSize(id)).map((page) => {
      const source = page['source'];
      if (!(source instanceof Uint8Array)) throw new TypeError('a stored source is not compressed bytes');
      sourceBytes += Number(page['source_bytes']);
      compressedBytes += source.length;
      const values: PageRow = [
        Number(page['id']),
        String(page['url']),
        Number(page['fetched_at']),
        String(page['charset']),
        Number(page['truncated']),
        String(page['facts']),
        Number(page['source_bytes']),
        source,
        null,
      ];
      return pageCheck(values);
    });
    const summary = { sourceBytes, compressedBytes, checks };
    update.run(factsCheck({ id, revision }, facts), packSummary({ id, revision }, summary), id);
    total.domains++;
    total.pages += checks.length;
    total.sourceBytes += sourceBytes;
    total.compressedBytes += compressedBytes;
    after = id;
  }
}
