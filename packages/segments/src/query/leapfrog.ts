import { MAX_CURSORS, MAX_LISTED, type CursorTable } from '../codec/cursor-table.ts';
import type { PositionList } from '../segment/lists.ts';
import { STRIDE, type SearchContext } from './search-context.ts';
import { agreedFrom, type OffsetCursor } from './offset-cursor.ts';
import type { PossibleHitsBuilder } from './possible-hits.ts';
import { END, type PositionCursor } from './position-cursor.ts';
import { RunCursor } from './run-cursor.ts';

/** A list that a term has at an offset from a hit: in which so many positions follow each other. */
export interface Gram {
  readonly positions: PositionList;
  readonly offset: number;
  readonly run: number;
  /** Positions that there are to look at. */
  readonly cost: number;
}

/** What reading a block counts as, beside trying a position. */
const TRIED_BY_BLOCK = 8;

/** What is asked outside of the kernel: what costs least first. */
interface CostedCursor extends OffsetCursor {
  readonly cost: number;
}

/**
 * Where all of some lists agree. Those of plain positions seek on together in the kernel, and what they agree on is asked
 * of the others.
 */
export class Leapfrog {
  readonly #checkpoint: () => void;
  readonly #table: CursorTable;
  readonly #tabled: readonly { readonly cursor: PositionCursor; readonly offset: number }[];
  readonly #others: readonly OffsetCursor[];
  #tried = 0;

  /**
   * Takes the kernel's cursors from the one before.
   *
   * @param grams the rarest first
   */
  constructor(
    { segment: { file }, pool, checkpoint }: SearchContext,
    grams: readonly Gram[],
    unions: readonly CostedCursor[],
  ) {
    this.#checkpoint = checkpoint;
    this.#table = pool.cache.cursors;
    const tabled = grams.filter(({ run }) => run === 1).slice(0, MAX_CURSORS);
    this.#tabled = tabled.map(({ positions, offset }, index) => ({
      cursor: pool.openTabled(index, file, positions),
      offset,
    }));
    this.#table.begin(tabled.map(({ offset }) => offset));
    for (const [index, { cursor }] of this.#tabled.entries()) this.#table.fill(index, cursor.count);
    const others = grams.flatMap((gram): CostedCursor[] => {
      if (tabled.includes(gram)) return [];
      const { positions, offset, run, cost } = gram;
      const cursor = pool.open(file, positions);
      return [{ cursor: run === 1 ? cursor : new RunCursor(cursor, run), offset, cost }];
    });
    this.#others = [...others, ...unions].sort((a, b) => a.cost - b.cost);
  }

  /** The first position from `position` on at which all agree; if there is none before `end`, one from there on. */
  next(position: number, end: number): number {
    let reached = position;
    while (reached < end) {
      const met = this.#tabled.length === 0 ? reached : this.#first(reached, end);
      if (met >= end) return met;
      this.#tick(1);
      reached = agreedFrom(this.#others, met);
      if (reached === met) return met;
    }
    return reached;
  }

  /**
   * Adds positions from one on, not up to `end`, at which all agree: all, unless there are more than `most` places then.
   *
   * @returns a position before which there are no others
   */
  addAll(position: number, end: number, hits: PossibleHitsBuilder, most: number): number {
    let reached = position;
    if (this.#others.length > 0) {
      while (hits.count <= most) {
        reached = this.next(reached, end);
        if (reached >= end) break;
        hits.add(reached++);
      }
      return reached;
    }
    while (reached < end && hits.count <= most) {
      reached = this.#advance(reached, end, MAX_LISTED);
      hits.addAll(this.#table.listed, this.#table.listedCount);
    }
    return reached;
  }

  #first(position: number, end: number): number {
    let reached = position;
    while (reached < end) {
      reached = this.#advance(reached, end, 1);
      if (this.#table.listedCount > 0) return this.#table.listed[0] ?? END;
    }
    return reached;
  }

  /** Leaps until something is listed or the end is reached, or a cursor has got values. */
  #advance(position: number, end: number, most: number): number {
    const table = this.#table;
    const reached = table.advance(position, end, most);
    if (table.missing === null) return reached;
    this.#tick(TRIED_BY_BLOCK);
    const tabled = this.#tabled[table.missing];
    if (tabled === undefined || !tabled.cursor.load(reached + tabled.offset)) return END;
    table.fill(table.missing, tabled.cursor.count);
    return reached;
  }

  #tick(tried: number): void {
    this.#tried += tried;
    if (this.#tried < STRIDE) return;
    this.#tried = 0;
    this.#checkpoint();
  }
}
