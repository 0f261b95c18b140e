// Rows of tables `linked`, `referral` and `referred`: what documents link to, and how many link to a domain.
import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { damaged, damagedIndex } from '../failure.ts';
import { arrays, rowOf } from './array-rows.ts';
import type { DocumentRow } from './document-rows.ts';

/** The domains that a domain links to. */
export interface Linked {
  /** Its registrable domain when it was put: lists of public suffixes change. */
  readonly registrable: string;
  /** The targets as `linkTargets` gives them. */
  readonly targets: readonly string[];
}

/** CRC-32 of a row of table `linked`: it is that of this revision. @param targets JSON */
export function linkedCheck(
  { id, revision }: Pick<DocumentRow, 'id' | 'revision'>,
  registrable: string,
  targets: string,
): number {
  return crc32(targets, crc32(JSON.stringify(['linked', id, revision, registrable])));
}

/** CRC-32 of a row of table `referral`. */
export function referralCheck(registrable: string, target: string, documents: number): number {
  return crc32(JSON.stringify([registrable, target, documents]));
}

/** CRC-32 of a row of table `referred`. */
export function referredCheck(domain: string, referrers: number): number {
  return crc32(JSON.stringify(['referred', domain, referrers]));
}

/** Reads rows of links; each is compared with its checksum. */
export interface LinkRows {
  linked(row: DocumentRow): Linked;
  /** How many sites of subdomains of a registrable domain link to a domain. */
  referrals(registrable: string, target: string): number;
  /** Whether any site of a subdomain of a registrable domain links to anything. */
  hasReferrals(registrable: string): boolean;
  /** How many registrable domains link to a domain. */
  referrers(domain: string): number;
}

export function linkRows(db: DatabaseSync): LinkRows {
  const sql = {
    linked: arrays(db.prepare('SELECT registrable, targets, crc FROM linked WHERE id = ?')),
    referrals: arrays(db.prepare('SELECT documents, crc FROM referral WHERE registrable = ? AND target = ?')),
    anyReferral: arrays(db.prepare('SELECT 1 FROM referral WHERE registrable = ? LIMIT 1')),
    referrers: arrays(db.prepare('SELECT referrers, crc FROM referred WHERE domain = ?')),
  };

  return {
    linked(row) {
      const [registrable, targets, crc] = rowOf(sql.linked, row.id) ?? [];
      if (
        typeof registrable !== 'string' ||
        typeof targets !== 'string' ||
        linkedCheck(row, registrable, targets) !== crc
      ) {
        throw damaged(db, `the checksum of the links of ${row.domain} in table linked is wrong`);
      }
      // As `siteFactsIn` says.
      return { registrable, targets: JSON.parse(targets) as readonly string[] };
    },
    referrals(registrable, target) {
      const row = rowOf(sql.referrals, registrable, target);
      if (row === null) return 0;
      const [documents, crc] = row;
      if (typeof documents !== 'number' || referralCheck(registrable, target, documents) !== crc) {
        throw damagedIndex(db, `the checksum of ${registrable} and ${target} in table referral is wrong`);
      }
      return documents;
    },
    hasReferrals: (registrable) => rowOf(sql.anyReferral, registrable) !== null,
    referrers(name) {
      const row = rowOf(sql.referrers, name);
      if (row === null) return 0;
      const [referrers, crc] = row;
      if (typeof referrers !== 'number' || referredCheck(name, referrers) !== crc) {
        throw damagedIndex(db, `the checksum of the referrers of ${name} in table referred is wrong`);
      }
      return referrers;
    },
  };
}
