import type { DatabaseSync } from 'node:sqlite';
import { referrerRank } from '@sitegrep/site';
import { damaged, damagedIndex } from '../damage.ts';
import type { ListChanges } from './order/changes.ts';
import { domainCheck, domainValues, type DomainRow, type RowReader } from './rows.ts';

/** Rows of table `domain` as they are found and ranked, inside a write transaction. */
export interface RankedRows {
  find(domain: string): DomainRow | null;
  /** As `rankBy` says, by the counts that `Referrals` has written. */
  rankOf(domain: string): number;
  setRank(row: DomainRow, rank: number): void;
}

/** What a domain's rank is to be by what is stored: that of a list, else by the number of its referrers. */
export function rankBy(rows: RowReader, domain: string): number {
  const listed = rows.rank(domain);
  return listed === 0 ? referrerRank(rows.referrers(domain)) : listed;
}

/** @throws StorageCorrupt if a row has another rank: one that tells it is lost */
export function requireRank(db: DatabaseSync, { domain, rank }: DomainRow, expected: number): void {
  if (rank === expected) return;
  throw damagedIndex(
    db,
    `${domain} has rank ${rank}, and by tables rank and referred it should be ${expected}`,
  );
}

export function rankedRows(db: DatabaseSync, rows: RowReader, lists: ListChanges): RankedRows {
  const updateRank = db.prepare('UPDATE domain SET rank = ?, crc = ? WHERE id = ?');
  return {
    find(domain) {
      const entry = lists.find(domain);
      if (entry === null) return null;
      const row = rows.domain('id', entry.id);
      if (row.revision !== entry.revision || row.domain !== domain) {
        throw damaged(db, `the row of table domain with id ${entry.id} is not that of ${domain}`);
      }
      return row;
    },
    rankOf: (domain) => rankBy(rows, domain),
    setRank(row, rank) {
      if (row.rank === rank) return;
      const after = { ...row, rank };
      lists.move(row, after, 'domain_rank');
      updateRank.run(rank, domainCheck(domainValues(after)), row.id);
    },
  };
}
