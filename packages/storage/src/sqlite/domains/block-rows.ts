import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { selfAndParents } from '@sitegrep/site';
import type { DomainBlock, NewBlock } from '../../domains.ts';
import { damaged } from '../failure.ts';
import type { StateKeeper } from './state.ts';

/** Reads rows of table `block`; each is compared with its checksum. */
export interface BlockReader {
  get(domain: string): DomainBlock | null;
  covering(domain: string): DomainBlock | null;
  /** The next blocks after a domain, in code point order. */
  following(after: string, limit: number): readonly DomainBlock[];
}

/** Changes table `block`, inside a write transaction. */
export interface BlockWriter {
  /** Makes a block, or changes the existing one, which stays a takedown if it is one. */
  set(block: NewBlock, takedown: boolean): DomainBlock;
  remove(domain: string): DomainBlock | null;
}

const COLUMNS = 'domain, reason, created_at, takedown, crc';

export function blockReader(db: DatabaseSync): BlockReader {
  const sql = {
    get: db.prepare(`SELECT ${COLUMNS} FROM block WHERE domain = ?`),
    following: db.prepare(`SELECT ${COLUMNS} FROM block WHERE domain > ? ORDER BY domain LIMIT ?`),
  };

  function blockOf(row: Readonly<Record<string, SQLOutputValue>>): DomainBlock {
    const block: DomainBlock = {
      domain: String(row['domain']),
      reason: typeof row['reason'] === 'string' ? row['reason'] : null,
      createdAt: Number(row['created_at']),
      takedown: row['takedown'] === 1,
    };
    if (blockCheck(block) !== row['crc']) {
      throw damaged(db, `the checksum of the block of ${block.domain} in table block is wrong`);
    }
    return block;
  }

  function get(domain: string): DomainBlock | null {
    const row = sql.get.get(domain);
    return row === undefined ? null : blockOf(row);
  }

  return {
    get,
    covering(domain) {
      for (const one of selfAndParents(domain)) {
        const block = get(one);
        if (block !== null) return block;
      }
      return null;
    },
    following: (after, limit) => sql.following.all(after, limit).map(blockOf),
  };
}

export function blockWriter(db: DatabaseSync, rows: BlockReader, state: StateKeeper): BlockWriter {
  const sql = {
    set: db.prepare(`INSERT OR REPLACE INTO block (${COLUMNS}) VALUES (?, ?, ?, ?, ?)`),
    remove: db.prepare('DELETE FROM block WHERE domain = ?'),
  };
  return {
    set({ domain, reason, at }, takedown) {
      const existing = rows.get(domain);
      const block: DomainBlock = {
        domain,
        reason: reason?.toWellFormed() ?? existing?.reason ?? null,
        createdAt: existing?.createdAt ?? at,
        takedown: takedown || existing?.takedown === true,
      };
      // Nothing else changes, but the commit must be counted.
      state.change({});
      sql.set.run(domain, block.reason, block.createdAt, block.takedown ? 1 : 0, blockCheck(block));
      return block;
    },
    remove(domain) {
      const existing = rows.get(domain);
      if (existing === null) return null;
      state.change({});
      sql.remove.run(domain);
      return existing;
    },
  };
}

function blockCheck({ domain, reason, createdAt, takedown }: DomainBlock): number {
  return crc32(JSON.stringify(['block', domain, reason, createdAt, takedown]));
}
