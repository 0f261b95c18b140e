// Rows of tables `rank` and `confirmed`: what is known of domains besides their documents.
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import type { DomainRank, LastVisit } from '../../domains.ts';
import { damaged } from '../failure.ts';
import { arrays, rowOf, rowsOf } from './array-rows.ts';

/** CRC-32 of a row of table `confirmed`. */
export function confirmedCheck(domain: string, { revision, at }: LastVisit): number {
  return crc32(JSON.stringify([domain, revision, at]));
}

/** CRC-32 of a row of table `rank`. */
export function rankCheck(domain: string, rank: number): number {
  return crc32(JSON.stringify([domain, rank]));
}

/** Reads rows of ranks and confirmations; each is compared with its checksum. */
export interface RankRows {
  /** When a document of a domain was last confirmed, which may be one of an earlier revision; null if none was. */
  confirmed(domain: string): LastVisit | null;
  /** The rank that a list gives a domain; 0: no list does. */
  rank(domain: string): number;
  /** Ranks that lists give domains after `after`, in code point order. */
  ranks(after: string, limit: number): readonly DomainRank[];
}

export function rankRows(db: DatabaseSync): RankRows {
  const sql = {
    confirmed: arrays(db.prepare('SELECT revision, at, crc FROM confirmed WHERE domain = ?')),
    rank: arrays(db.prepare('SELECT domain, rank, crc FROM rank WHERE domain = ?')),
    ranks: arrays(db.prepare('SELECT domain, rank, crc FROM rank WHERE domain > ? ORDER BY domain LIMIT ?')),
  };

  function checkedRank([, rank, crc]: readonly SQLOutputValue[], name: string): DomainRank {
    if (typeof rank !== 'number' || rankCheck(name, rank) !== crc) {
      throw damaged(db, `the checksum of the rank of ${name} in table rank is wrong`);
    }
    return { domain: name, rank };
  }

  return {
    confirmed(name) {
      const known = rowOf(sql.confirmed, name);
      if (known === null) return null;
      const [revision, at] = known.map(Number);
      if (revision === undefined || at === undefined || confirmedCheck(name, { revision, at }) !== known[2]) {
        throw damaged(db, `the checksum of the row of ${name} in table confirmed is wrong`);
      }
      return { revision, at };
    },
    rank(name) {
      const known = rowOf(sql.rank, name);
      return known === null ? 0 : checkedRank(known, name).rank;
    },
    ranks: (after, limit) =>
      rowsOf(sql.ranks, after, limit).map((known) => checkedRank(known, String(known[0]))),
  };
}
