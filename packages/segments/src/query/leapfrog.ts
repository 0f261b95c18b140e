import { MAX_CURSORS, MAX_LISTED, type CursorTable } from '../codec/cursor-table.ts';
import { u32 } from '../elements.ts';
import type { PositionList } from '../segment/dictionary-entry.ts';
import { agreedFrom, END, RunCursor, type OffsetCursor, type PositionCursor } from './position-cursors.ts';
import { PossibleHitsBuilder, type PossibleHits } from './possible-hits.ts';
import { STRIDE, type SearchContext } from './search-context.ts';
import type { ZoneWindows } from './zone-windows.ts';

/** A list that a term has at an offset from a hit, in which `run` positions follow each other. */
export interface Gram {
  readonly positions: PositionList;
  readonly offset: number;
  readonly run: number;
  /** Number of positions to look at. */
  readonly cost: number;
}

/** Cost of reading a block, in positions that are tried. */
const TRIED_BY_BLOCK = 8;

/** A cursor outside of the kernel; the cheapest one is asked first. */
interface CostedCursor extends OffsetCursor {
  readonly cost: number;
}

/**
 * Finds the positions at which all of some lists agree: a leapfrog join. The lists of plain positions advance
 * together in the kernel; where they agree, the others are checked.
 */
export class Leapfrog {
  readonly #checkpoint: () => void;
  readonly #table: CursorTable;
  readonly #tabled: readonly { readonly cursor: PositionCursor; readonly offset: number }[];
  readonly #others: readonly OffsetCursor[];
  #tried = 0;

  /**
   * Takes the kernel's cursors away from the leapfrog before.
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
   * Adds the positions from `position` to before `end` at which all agree; it may stop when there are more than
   * `maxHits`.
   *
   * @returns a position before which there are no others
   */
  addAll(position: number, end: number, hits: PossibleHitsBuilder, maxHits: number): number {
    let reached = position;
    if (this.#others.length > 0) {
      while (hits.count <= maxHits) {
        reached = this.next(reached, end);
        if (reached >= end) break;
        hits.add(reached++);
      }
      return reached;
    }
    while (reached < end && hits.count <= maxHits) {
      reached = this.#advance(reached, end, MAX_LISTED);
      hits.addAll(this.#table.listed, this.#table.listedCount);
    }
    return reached;
  }

  #first(position: number, end: number): number {
    let reached = position;
    while (reached < end) {
      reached = this.#advance(reached, end, 1);
      if (this.#table.listedCount > 0) return u32(this.#table.listed, 0);
    }
    return reached;
  }

  /** Advances until something is listed, the end is reached, or a cursor has got new values. */
  #advance(position: number, end: number, maxHits: number): number {
    const table = this.#table;
    const reached = table.advance(position, end, maxHits);
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

/** Positions for each document, and for all of them, up to which they are collected. */
const FEW_EACH = 16;
const FEW = 2_048;

/**
 * Finds all positions in some documents, or in windows of them, at which all lists agree.
 *
 * @param documents document ids, ascending
 * @param windows null: all of each document
 * @returns null if they are many
 */
export function possibleHitsOf(
  { segment }: SearchContext,
  lists: Leapfrog,
  documents: Uint32Array,
  windows: ZoneWindows | null,
): PossibleHits | null {
  const hits = new PossibleHitsBuilder();
  const maxHits = FEW + FEW_EACH * documents.length;
  let reached = 0;
  for (const docId of documents) {
    const end = u32(segment.starts, docId + 1);
    const position = Math.max(u32(segment.starts, docId), reached);
    if (position < end)
      reached =
        windows === null
          ? lists.addAll(position, end, hits, maxHits)
          : addWindows(lists, windows, docId, reached, hits, maxHits);
    if (hits.count > maxHits) return null;
    hits.end(docId);
  }
  return hits.build();
}

/** Adds the positions in the windows of a document as `addAll` does, but not those before `reached`. */
function addWindows(
  lists: Leapfrog,
  windows: ZoneWindows,
  docId: number,
  reached: number,
  hits: PossibleHitsBuilder,
  maxHits: number,
): number {
  let next = reached;
  windows.enter(docId);
  while (hits.count <= maxHits && windows.next(next))
    next = lists.addAll(Math.max(next, windows.from), windows.to + 1, hits, maxHits);
  return next;
}
