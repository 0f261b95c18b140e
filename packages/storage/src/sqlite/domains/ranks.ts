import type { DatabaseSync } from 'node:sqlite';
import { referrerRank } from '@sitegrep/site';
import { damagedIndex } from '../failure.ts';
import { type Linked, referralCheck, referredCheck } from './link-rows.ts';
import { type RankedRows, requireRank } from './ranked-rows.ts';
import { allDomains, type DomainRow, rowReader, type RowReader } from './rows.ts';

/**
 * Counts the registrable domains that link to each domain, indexed or not, inside a write transaction.
 *
 * Most sites are registrable domains themselves, and need only their row of table `linked`. Targets of sites of subdomains
 * are counted in table `referral` too, since all sites of a registrable domain are one referrer together.
 */
export interface Referrals {
  /**
   * Records what a domain links to now, and linked to before; null: it has no document. The tables must have the new
   * document when this is called.
   */
  change(domain: string, before: Linked | null, after: Linked | null): void;
  /** Writes the counts that changed, and the ranks that follow from them. */
  write(): void;
  /** Forgets what was not written. */
  discard(): void;
}

/** Approximate maximum number of domains whose counts are held before they are written. */
const MAX_HELD = 50_000;

/** @param onMove called when a stored domain has got another rank */
export function openReferrals(
  db: DatabaseSync,
  rows: RowReader,
  ranked: RankedRows,
  onMove: (row: DomainRow) => void,
): Referrals {
  const sql = {
    setReferral: db.prepare(
      `INSERT INTO referral (registrable, target, documents, crc) VALUES (?, ?, ?, ?)
       ON CONFLICT (registrable, target) DO UPDATE SET documents = excluded.documents, crc = excluded.crc`,
    ),
    dropReferral: db.prepare('DELETE FROM referral WHERE registrable = ? AND target = ?'),
    setReferred: db.prepare(
      `INSERT INTO referred (domain, referrers, crc) VALUES (?, ?, ?)
       ON CONFLICT (domain) DO UPDATE SET referrers = excluded.referrers, crc = excluded.crc`,
    ),
    dropReferred: db.prepare('DELETE FROM referred WHERE domain = ?'),
  };
  /** Number of referrers that each domain gained or lost. */
  const changes = new Map<string, number>();

  function note(target: string, sign: 1 | -1): void {
    changes.set(target, (changes.get(target) ?? 0) + sign);
  }

  function vote(domain: string, registrable: string, targets: readonly string[], sign: 1 | -1): void {
    if (targets.length === 0) return;
    if (domain === registrable) {
      const shared = rows.hasReferrals(registrable);
      for (const target of targets) {
        if (!shared || rows.referrals(registrable, target) === 0) note(target, sign);
      }
      return;
    }
    const otherwise = targetsOf(registrable);
    for (const target of targets) {
      const before = rows.referrals(registrable, target);
      setReferrals(registrable, target, before + sign);
      if (before + before + sign === 1 && !otherwise.has(target)) note(target, sign);
    }
  }

  /** Targets of the site that is a registrable domain itself. */
  function targetsOf(registrable: string): ReadonlySet<string> {
    const row = ranked.find(registrable);
    const linked = row === null ? null : rows.linked(row);
    return new Set(linked?.registrable === registrable ? linked.targets : []);
  }

  function setReferrals(registrable: string, target: string, documents: number): void {
    if (documents < 0) {
      throw damagedIndex(db, `table referral lacks a link of ${registrable} to ${target}`);
    }
    if (documents === 0) sql.dropReferral.run(registrable, target);
    else sql.setReferral.run(registrable, target, documents, referralCheck(registrable, target, documents));
  }

  function setReferrers(domain: string, before: number, after: number): void {
    if (after < 0) throw damagedIndex(db, `table referred lacks referrers of ${domain}`);
    if (after === 0) sql.dropReferred.run(domain);
    else sql.setReferred.run(domain, after, referredCheck(domain, after));
    const [lower, rank] = [referrerRank(before), referrerRank(after)];
    if (rank === lower) return;
    // Most of these domains are not indexed.
    const row = ranked.find(domain);
    if (row === null || rows.rank(domain) > 0) return;
    requireRank(db, row, lower);
    ranked.setRank(row, rank);
    onMove({ ...row, rank });
  }

  function write(): void {
    for (const [domain, change] of [...changes].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (change === 0) continue;
      const before = rows.referrers(domain);
      setReferrers(domain, before, before + change);
    }
    changes.clear();
  }

  return {
    change(domain, before, after) {
      if (changes.size > MAX_HELD) write();
      const same = before !== null && before.registrable === after?.registrable;
      const [gone, come] = [before?.targets ?? [], after?.targets ?? []];
      if (before !== null) vote(domain, before.registrable, same ? without(gone, come) : gone, -1);
      if (after !== null) vote(domain, after.registrable, same ? without(come, gone) : come, 1);
    },
    write,
    discard: () => changes.clear(),
  };
}

function without(targets: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others);
  return targets.filter((target) => !known.has(target));
}

/**
 * Counts all links anew, into the temporary table `vote`, from which `REFERRALS` and `REFERRED` give what tables `referral`
 * and `referred` must hold.
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

/** Compares the counts with what every domain links to. @throws StorageCorrupt if any is wrong, or missing */
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
      throw damagedIndex(
        db,
        `table ${table} does not match what the domains link to: ${JSON.stringify(differing)}`,
      );
    }
  }
  db.exec('DROP TABLE temp.vote');
}
