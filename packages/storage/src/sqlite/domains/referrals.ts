import type { DatabaseSync } from 'node:sqlite';
import { referrerRank } from '@sitegrep/site';
import { damagedIndex } from '../damage.ts';
import { requireRank, type RankedRows } from './ranked-rows.ts';
import { referralCheck, referredCheck, type Linked, type RowReader } from './rows.ts';

/**
 * Counts the registrable domains that link to each domain, indexed or not, inside a write transaction.
 *
 * Most sites bear the name of their registrable domain, and need nothing but their row of table `linked` for it. What
 * sites of subdomains link to is counted in table `referral`, too, since they are one referrer together, with the former.
 */
export interface Referrals {
  /**
   * Takes note of what a domain links to, in place of what it did; null: it has no document. The tables have the new one
   * when this is called.
   */
  change(domain: string, before: Linked | null, after: Linked | null): void;
  /** Writes the counts that changed, and the ranks that follow from them. */
  write(): void;
  /** Forgets what was not written. */
  discard(): void;
}

/** Domains whose counts are held before they are written, at most, about. */
const MAX_HELD = 50_000;

export function openReferrals(db: DatabaseSync, rows: RowReader, ranked: RankedRows): Referrals {
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
  /** Referrers that a domain won, or lost. */
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

  /** What the site links to that bears the name of a registrable domain. */
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
    // Most are not indexed.
    const row = ranked.find(domain);
    if (row === null || rows.rank(domain) > 0) return;
    requireRank(db, row, lower);
    ranked.setRank(row, rank);
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
