import type { DatabaseSync } from 'node:sqlite';
import { damagedIndex } from '../damage.ts';
import { allDomains, referralCheck, referredCheck, rowReader } from './rows.ts';

/**
 * Counts anew who links to whom, into the temporary tables `counted_referral` and `counted_referred`, of the form of
 * `referral` and `referred`.
 *
 * @throws StorageCorrupt if what a domain links to is not what was written
 */
function recount(db: DatabaseSync): void {
  db.exec(`
    DROP TABLE IF EXISTS temp.vote;
    CREATE TEMP TABLE vote (
      target TEXT NOT NULL,
      registrable TEXT NOT NULL,
      documents INTEGER NOT NULL,
      PRIMARY KEY (target, registrable)
    ) STRICT, WITHOUT ROWID;`);
  const rows = rowReader(db);
  const vote = db.prepare(
    `INSERT INTO temp.vote (target, registrable, documents) VALUES (?, ?, ?)
     ON CONFLICT (target, registrable) DO UPDATE SET documents = documents + excluded.documents`,
  );
  for (const row of allDomains(db)) {
    const { registrable, targets } = rows.linked(row);
    for (const target of targets) vote.run(target, registrable, row.domain === registrable ? 0 : 1);
  }
  db.function('referral_crc', { directOnly: true }, (registrable, target, documents) =>
    referralCheck(String(registrable), String(target), Number(documents)),
  );
  db.function('referred_crc', { directOnly: true }, (domain, referrers) =>
    referredCheck(String(domain), Number(referrers)),
  );
}

const REFERRALS = `SELECT registrable, target, documents, referral_crc(registrable, target, documents)
  FROM temp.vote WHERE documents > 0`;
const REFERRED = `SELECT domain, referrers, referred_crc(domain, referrers)
  FROM (SELECT target AS domain, count(*) AS referrers FROM temp.vote GROUP BY target)`;

/** Makes the counts anew, inside a write transaction. @throws StorageCorrupt */
export function rebuildReferrals(db: DatabaseSync): void {
  recount(db);
  db.exec(`
    DELETE FROM referral;
    DELETE FROM referred;
    INSERT INTO referral (registrable, target, documents, crc) ${REFERRALS} ORDER BY registrable, target;
    INSERT INTO referred (domain, referrers, crc) ${REFERRED} ORDER BY domain;
    DROP TABLE temp.vote;`);
}

/** Holds the counts against what every domain links to. @throws StorageCorrupt if any is wrong, or missing */
export function verifyReferrals(db: DatabaseSync): void {
  recount(db);
  const checks = [
    ['referral', 'registrable, target, documents, crc', REFERRALS],
    ['referred', 'domain, referrers, crc', REFERRED],
  ] as const;
  for (const [table, columns, counted] of checks) {
    const stored = `SELECT ${columns} FROM ${table}`;
    const differing = db
      .prepare(
        `SELECT * FROM (${stored} EXCEPT ${counted}) UNION ALL SELECT * FROM (${counted} EXCEPT ${stored})`,
      )
      .get();
    if (differing !== undefined) {
      throw damagedIndex(db, `table ${table} has not what the domains link to: ${JSON.stringify(differing)}`);
    }
  }
  db.exec('DROP TABLE temp.vote');
}
