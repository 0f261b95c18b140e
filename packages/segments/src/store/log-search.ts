// Searches the documents of a log, which have no index but their filters: a text that passes its filter is searched
// from its beginning until the answer is known, be it in ranges of a zone alone.
import { LRUCache } from 'lru-cache';
import { GRANULE_BYTES } from '../segment/format.ts';
import type { SoughtTerm } from '../query/term.ts';
import { rangesOf, type RangeCursor } from '../segment/zones.ts';
import { gramHashes, mayHold } from './log-filter.ts';
import type { LoggedOperation, LoggedPut } from './log-format.ts';
import type { LogTexts } from './log-reader.ts';

/** Maximum operations that are skipped between two checkpoints. */
const OPERATIONS_PER_CHECKPOINT = 256;

/**
 * Criteria: a document matches if it holds each term of `all` and none of `none`. A term has one byte or more, none
 * of them 0xFF.
 */
export interface LogTerms {
  readonly all: readonly SoughtTerm[];
  readonly none: readonly SoughtTerm[];
}

interface Term extends SoughtTerm {
  readonly hashes: Uint32Array;
  /** Answers by index of the operation. */
  readonly known: Uint8Array;
}

interface LogSearch {
  readonly texts: LogTexts;
  /** Operations of a log, as it gave them, in their order. */
  readonly operations: readonly LoggedOperation[];
  /** Answers of earlier searches of the same log. */
  readonly known: KnownTerms;
  readonly terms: LogTerms;
  /** False for a document that was replaced or removed, or that is not sought. */
  readonly isSearched: (put: LoggedPut) => boolean;
  /** Called at least every 256 operations and every 16 KiB of a text; ends the search by throwing. */
  readonly checkpoint: () => void;
}

/**
 * Ids, ascending, of the live documents that match. Memory: twice the longest term.
 * @throws RangeError if a term has no byte or one that is 0xFF; SegmentsCorrupt
 */
export function searchLog(search: LogSearch): number[] {
  const { operations, terms, isSearched, checkpoint } = search;
  const prepared = (term: SoughtTerm): Term => prepare(search, term);
  const all = terms.all.map(prepared);
  const none = terms.none.map(prepared);
  const scan = new TextScan(search);
  const found: number[] = [];
  for (let at = 0; at < operations.length; at++) {
    if (at % OPERATIONS_PER_CHECKPOINT === 0) checkpoint();
    const operation = operations[at];
    if (operation === undefined || operation.kind === 'remove' || !isSearched(operation)) continue;
    if (!all.every((term) => mayBeHeld(term, at, operation))) continue;
    scan.findOut(operation, at, all);
    if (!all.every(({ known }) => known[at] === HELD)) continue;
    const doubtful = none.filter((term) => mayBeHeld(term, at, operation));
    scan.findOut(operation, at, doubtful);
    if (doubtful.every(({ known }) => known[at] !== HELD)) found.push(operation.sequence);
  }
  return found;
}

/** Whether a document may hold a term, by earlier answers and by its filter. */
function mayBeHeld({ known, hashes }: Term, at: number, { filter }: LoggedPut): boolean {
  if (known[at] === UNKNOWN && !mayHold(filter, hashes)) known[at] = NOT_HELD;
  return known[at] !== NOT_HELD;
}

/** Searches texts, granule by granule. */
class TextScan {
  readonly #texts: LogTexts;
  readonly #checkpoint: () => void;
  /** Bytes of the longest term less one: so many of a granule may belong to a term that ends in the next one. */
  readonly #maxOverlap: number;
  /** Last bytes of a granule, followed by the first ones of the next. */
  readonly #seam: Buffer;

  constructor({ texts, terms, checkpoint }: LogSearch) {
    this.#texts = texts;
    this.#checkpoint = checkpoint;
    this.#maxOverlap = Math.max(1, ...[...terms.all, ...terms.none].map(({ bytes }) => bytes.length)) - 1;
    this.#seam = Buffer.allocUnsafe(2 * this.#maxOverlap);
  }

  /** Finds out which of the terms a document holds, of those that are not known. */
  findOut(operation: LoggedPut, at: number, terms: readonly Term[]): void {
    let open = terms.filter(({ known }) => known[at] === UNKNOWN);
    const ranges = rangesOfTerms(open, operation);
    let before = 0;
    for (let from = 0; from < operation.text.bytes && open.length > 0; from += GRANULE_BYTES) {
      this.#checkpoint();
      const granule = this.#texts.granule(operation, from);
      const seam = this.#seam.subarray(0, before + granule.copy(this.#seam, before, 0, this.#maxOverlap));
      open = open.filter((term) => {
        const { bytes, known } = term;
        const ofZone = ranges.get(term);
        const isHeld =
          ofZone === undefined
            ? granule.includes(bytes) || (before > 0 && seam.includes(bytes))
            : (before > 0 && ofZone.holds(seam, from - before)) || ofZone.holds(granule, from);
        if (!isHeld && ofZone?.isOver !== true) return true;
        known[at] = isHeld ? HELD : NOT_HELD;
        return false;
      });
      before = this.#moveEnd(seam, granule);
    }
    for (const { known } of open) known[at] = NOT_HELD;
  }

  /**
   * Moves the last bytes of the seam and the granule, whose first bytes it holds, to the start of the seam. @returns
   * how many
   */
  #moveEnd(seam: Buffer, granule: Buffer): number {
    if (granule.length >= this.#maxOverlap)
      return granule.copy(this.#seam, 0, granule.length - this.#maxOverlap);
    const from = Math.max(0, seam.length - this.#maxOverlap);
    return seam.copy(this.#seam, 0, from);
  }
}

/** Ranges of the terms that have to stand in a zone. */
function rangesOfTerms(terms: readonly Term[], { zones }: LoggedPut): ReadonlyMap<Term, TermInRanges> {
  const ranges = new Map<Term, TermInRanges>();
  for (const term of terms)
    if (term.zone !== null) ranges.set(term, new TermInRanges(term.bytes, rangesOf(zones, term.zone)));
  return ranges;
}

/** Looks for a term in the ranges of a zone, in pieces of a text that come one after another. */
class TermInRanges {
  readonly #bytes: Uint8Array;
  readonly #ranges: RangeCursor | null;
  #hasRange: boolean;

  /** @param ranges null: there are none */
  constructor(bytes: Uint8Array, ranges: RangeCursor | null) {
    this.#bytes = bytes;
    this.#ranges = ranges;
    this.#hasRange = ranges?.next() === true;
  }

  /** True if no range is left. */
  get isOver(): boolean {
    return !this.#hasRange;
  }

  /**
   * Tells whether a piece holds the term in a range. The search skips from the term to the next range that may hold it, and from a
   * range to where the term comes next.
   *
   * @param offset of the piece in the text; pieces may overlap
   */
  holds(piece: Buffer, offset: number): boolean {
    const ranges = this.#ranges;
    if (ranges === null) return false;
    const { length } = this.#bytes;
    let at = piece.indexOf(this.#bytes);
    while (at !== -1) {
      while (this.#hasRange && ranges.end < offset + at + length) this.#hasRange = ranges.next();
      if (!this.#hasRange) return false;
      if (ranges.start <= offset + at) return true;
      at = piece.indexOf(this.#bytes, Math.max(at + 1, ranges.start - offset));
    }
    return false;
  }
}

function prepare({ known, operations }: LogSearch, { bytes, zone }: SoughtTerm): Term {
  if (bytes.length === 0 || bytes.includes(0xff))
    throw new RangeError('a term must be UTF-8 and not be empty');
  const term = { bytes, zone };
  return { ...term, hashes: gramHashes(bytes), known: known.of(term, operations.length) };
}

/** Answers for a term in a document. */
const UNKNOWN = 0;
const HELD = 1;
const NOT_HELD = 2;

/** Approximate bytes of an entry besides its documents. */
const ENTRY_BYTES = 200;

/**
 * Stores in which documents of a log a term was found, and in which not, by their index in the log: a text is
 * searched once for each term, whatever other terms a search has. The least recently used terms are dropped first.
 */
export class KnownTerms {
  readonly #known: LRUCache<string, Uint8Array>;

  constructor(maxBytes: number) {
    this.#known = new LRUCache({
      // No entry fits into a byte: without memory, nothing is kept.
      maxSize: Math.max(1, maxBytes),
      sizeCalculation: (known, key) => key.length + known.length + ENTRY_BYTES,
    });
  }

  /** Answers for a term in so many documents; may be added to until the next call for the same term. */
  of({ bytes, zone }: SoughtTerm, documents: number): Uint8Array {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    const key = zone === null ? text : `${text}\xff${zone}`;
    const before = this.#known.get(key);
    if (before !== undefined && before.length >= documents) return before;
    const known = grown(before, documents);
    this.#known.set(key, known);
    return known;
  }
}

function grown(before: Uint8Array | undefined, documents: number): Uint8Array {
  const known = new Uint8Array(2 * documents);
  if (before !== undefined) known.set(before);
  return known;
}
