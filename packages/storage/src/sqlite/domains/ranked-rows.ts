import type { DatabaseSync } from 'node:sqlite';
import { referrerRank } from '@sitegrep/site';
import type { DomainRank } from '../../domains.ts';
import { damaged, damagedIndex } from '../failure.ts';
import type { ListChanges } from './order/changes.ts';
import { rankCheck } from './rank-rows.ts';
import { domainCheck, type DomainRow, domainValues, type RowReader } from './rows.ts';
import type { StateKeeper } from './state.ts';

/** Rows of table `domain` as they are found and ranked, inside a write transaction. */
export interface RankedRows {
  find(domain: string): DomainRow | null;
  /** The rank that `rankBy` gives, from the counts that `Referrals` has written. */
  rankOf(domain: string): number;
  setRank(row: DomainRow, rank: number): void;
  /** Gives a domain the rank of a list; 0: no list gives it one any more. @returns whether a stored domain has got another rank */
  setListed(listed: DomainRank): boolean;
}

/** The rank that a domain must have: that of a list, else the one that follows from the number of its referrers. */
export function rankBy(rows: RowReader, domain: string): number {
  const listed = rows.rank(domain);
  return listed === 0 ? referrerRank(rows.referrers(domain)) : listed;
}

/** @throws StorageCorrupt if a row has another rank: then a row of table rank or referred is lost */
export function requireRank(db: DatabaseSync, { domain, rank }: DomainRow, expected: number): void {
  if (rank === expected) return;
  throw damagedIndex(
    db,
    `${domain} has rank ${rank}, and by tables rank and referred it should be ${expected}`,
  );
}

export function rankedRows(
  db: DatabaseSync,
  rows: RowReader,
  lists: ListChanges,
  state: StateKeeper,
): RankedRows {
  const sql = {
    update: db.prepare('UPDATE domain SET rank = ?, crc = ? WHERE id = ?'),
    list: db.prepare(
      `INSERT INTO rank (domain, rank, crc) VALUES (?, ?, ?)
       ON CONFLICT (domain) DO UPDATE SET rank = excluded.rank, crc = excluded.crc`,
    ),
    unlist: db.prepare('DELETE FROM rank WHERE domain = ?'),
  };

  function find(domain: string): DomainRow | null {
    const entry = lists.find(domain);
    if (entry === null) return null;
    const row = rows.domain('id', entry.id);
    if (row.revision !== entry.revision || row.domain !== domain) {
      throw damaged(db, `the row of table domain with id ${entry.id} is not that of ${domain}`);
    }
    return row;
  }

  function setRank(row: DomainRow, rank: number): void {
    if (row.rank === rank) return;
    const after = { ...row, rank };
    lists.move(row, after, 'rank');
    sql.update.run(rank, domainCheck(domainValues(after)), row.id);
  }

  return {
    find,
    rankOf: (domain) => rankBy(rows, domain),
    setRank,
    setListed({ domain, rank }) {
      // If the domain is not indexed, nothing else changes, but the commit must be counted.
      const known = rows.rank(domain) === 0 ? 0 : 1;
      state.change({ ranks: state.get().ranks - known + (rank === 0 ? 0 : 1) });
      if (rank === 0) sql.unlist.run(domain);
      else sql.list.run(domain, rank, rankCheck(domain, rank));
      const row = find(domain);
      if (row === null) return false;
      const now = rankBy(rows, domain);
      setRank(row, now);
      return now !== row.rank;
    },
  };
}
