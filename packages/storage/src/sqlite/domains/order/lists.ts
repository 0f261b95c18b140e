import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { damagedIndex } from '../../damage.ts';
import { entryAt, firstNotBelow, unpackStretch, type Entry, type Stretch } from './stretch.ts';

/** Where a list may be looked into; see stretch.ts for why nothing of it can be missing unnoticed. */
export interface Lists {
  /** The entry of a key, or null: there is none. */
  find(list: number, key: Buffer): Entry | null;
  /** The entries with `from` ≤ key < `until` that are wanted, ascending; `until` null: to the end. */
  ascending(list: number, from: Buffer, until: Buffer | null, wanted: Wanted): Generator<Entry>;
  /** The same entries, descending. */
  descending(list: number, from: Buffer, until: Buffer | null, wanted: Wanted): Generator<Entry>;
  /** To be called at the start of each transaction. */
  forget(): void;
}

/** Says whether the entry of a stretch at this index is wanted. */
export type Wanted = (stretch: Stretch, index: number) => boolean;

/** Stretches looked through between two looks at whether the search is still wanted. */
const CHECKPOINT_EACH = 64;

export function stretchReader(db: DatabaseSync): {
  /** The stretch that holds a key. */
  holding(list: number, key: Buffer): readonly [number: number, stretch: Stretch];
  /** The stretch that holds the keys right below one; null: the last stretch. */
  below(list: number, key: Buffer | null): readonly [number: number, stretch: Stretch];
  /** A stretch whose number is known. */
  read(list: number, number: number): Stretch;
  /** The number of the stretch that holds a key. */
  numberHolding(list: number, key: Buffer): number;
} {
  const sql = {
    holding: db.prepare('SELECT number FROM ordered WHERE list = ? AND low <= ? ORDER BY low DESC LIMIT 1'),
    below: db.prepare('SELECT number FROM ordered WHERE list = ? AND low < ? ORDER BY low DESC LIMIT 1'),
    last: db.prepare('SELECT number FROM ordered WHERE list = ? ORDER BY low DESC LIMIT 1'),
    stretch: db.prepare('SELECT entries FROM stretch WHERE number = ?'),
  };

  function numberIn(list: number, row: Record<string, SQLOutputValue> | undefined): number {
    const number = row?.['number'];
    if (typeof number !== 'number') throw damagedIndex(db, `order list ${list} lacks a stretch`);
    return number;
  }

  function read(list: number, number: number): Stretch {
    const entries = sql.stretch.get(number)?.['entries'];
    const stretch = entries instanceof Uint8Array ? unpackStretch(list, number, entries) : null;
    if (stretch === null) {
      throw damagedIndex(db, `the checksum of stretch ${number} of order list ${list} is wrong`);
    }
    return stretch;
  }

  const numberHolding = (list: number, key: Buffer): number => numberIn(list, sql.holding.get(list, key));

  return {
    numberHolding,
    read,
    holding(list, key) {
      const number = numberHolding(list, key);
      const stretch = read(list, number);
      if (
        Buffer.compare(stretch.low, key) > 0 ||
        (stretch.high !== null && Buffer.compare(stretch.high, key) <= 0)
      ) {
        throw damagedIndex(db, `order list ${list} has a gap at stretch ${number}`);
      }
      return [number, stretch];
    },
    below(list, key) {
      const number = numberIn(list, key === null ? sql.last.get(list) : sql.below.get(list, key));
      const stretch = read(list, number);
      const reaches = stretch.high === null || (key !== null && Buffer.compare(key, stretch.high) <= 0);
      if (!reaches || (key !== null && Buffer.compare(stretch.low, key) >= 0)) {
        throw damagedIndex(db, `order list ${list} has a gap at stretch ${number}`);
      }
      return [number, stretch];
    },
  };
}

/** @param checkpoint called now and then on a long way, may throw */
export function openLists(db: DatabaseSync, checkpoint: () => void): Lists {
  const stored = stretchReader(db);
  /** The stretch that was looked into last, of each list: the next look is often close by. */
  let recent: (Stretch | undefined)[] = [];
  let passed = 0;

  function step(): void {
    if (++passed % CHECKPOINT_EACH === 0) checkpoint();
  }

  function holding(list: number, key: Buffer): Stretch {
    const known = recent[list];
    if (
      known !== undefined &&
      Buffer.compare(known.low, key) <= 0 &&
      (known.high === null || Buffer.compare(key, known.high) < 0)
    ) {
      return known;
    }
    step();
    const [, found] = stored.holding(list, key);
    recent[list] = found;
    return found;
  }

  function below(list: number, key: Buffer | null): Stretch {
    const known = recent[list];
    if (
      known !== undefined &&
      (key === null ? known.high === null : Buffer.compare(known.low, key) < 0) &&
      (known.high === null || (key !== null && Buffer.compare(key, known.high) <= 0))
    ) {
      return known;
    }
    step();
    const [, found] = stored.below(list, key);
    recent[list] = found;
    return found;
  }

  return {
    find(list, key) {
      const stretch = holding(list, key);
      const index = firstNotBelow(stretch.ids.length, stretch.key, key);
      if (index === stretch.ids.length || Buffer.compare(stretch.key(index), key) !== 0) return null;
      return entryAt(stretch, index);
    },
    *ascending(list, from, until, wanted) {
      for (let at = from; ;) {
        const stretch = holding(list, at);
        const count = stretch.ids.length;
        const ends = until !== null && (stretch.high === null || Buffer.compare(until, stretch.high) <= 0);
        const end = ends && until !== null ? firstNotBelow(count, stretch.key, until) : count;
        for (let index = firstNotBelow(count, stretch.key, at); index < end; index++) {
          if (wanted(stretch, index)) yield entryAt(stretch, index);
        }
        if (ends || stretch.high === null) return;
        at = stretch.high;
      }
    },
    *descending(list, from, until, wanted) {
      for (let at = until; ;) {
        if (at !== null && Buffer.compare(at, from) <= 0) return;
        const stretch = below(list, at);
        const count = stretch.ids.length;
        const begins = Buffer.compare(stretch.low, from) <= 0;
        const first = begins ? firstNotBelow(count, stretch.key, from) : 0;
        const end = at === null ? count : firstNotBelow(count, stretch.key, at);
        for (let index = end - 1; index >= first; index--) {
          if (wanted(stretch, index)) yield entryAt(stretch, index);
        }
        if (begins) return;
        at = stretch.low;
      }
    },
    forget() {
      recent = [];
    },
  };
}
