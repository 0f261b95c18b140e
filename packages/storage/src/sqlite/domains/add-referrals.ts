import type { DatabaseSync } from 'node:sqlite';
import { registrableDomain } from '@sitegrep/site';
import { linkedCheck } from './rows.ts';
import { stateReader, writeState } from './state.ts';

const TABLES = `
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
  ) STRICT, WITHOUT ROWID;`;

/** The step of the schema that counts who links to whom. What was put before links to nobody until it is put again. */
export function addReferrals(db: DatabaseSync): void {
  db.exec(TABLES);
  db.function('registrable_domain', { directOnly: true }, (domain) => registrableDomain(String(domain)));
  db.function('linked_crc', { directOnly: true }, (id, revision, registrable) =>
    linkedCheck({ id: Number(id), revision: Number(revision) }, String(registrable), '[]'),
  );
  db.exec(`
    INSERT INTO linked SELECT id, registrable, '[]', linked_crc(id, revision, registrable)
    FROM (SELECT id, revision, registrable_domain(domain) AS registrable FROM domain)`);
  const ranks = Number(db.prepare('SELECT count(*) AS count FROM rank').get()?.['count']);
  writeState(db, { ...stateReader(db)(), ranks });
}
