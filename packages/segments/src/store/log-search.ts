// Searches the documents of a log, which have no index but their filters: what passes its filter is looked through from its
// beginning until the answer is known.
import { GRANULE_BYTES } from '../segment/format.ts';
import { gramHashes, mayHold } from './log-filter.ts';
import type { LogTexts } from './log-reader.ts';
import type { LoggedOperation, LoggedPut } from './log-format.ts';
import { RecentlyUsed } from '../recently-used.ts';

/** Operations that are passed over between two checkpoints at most. */
const OPERATIONS_PER_CHECKPOINT = 256;

/** A document is wanted if it holds each term of `all` and none of `none`. A term has one byte or more, none of them 0xFF. */
export interface LogTerms {
  readonly all: readonly Uint8Array[];
  readonly none: readonly Uint8Array[];
}

interface Term {
  readonly bytes: Uint8Array;
  readonly hashes: Uint32Array;
  /** By the place of the operation. */
  readonly known: Uint8Array;
}

interface LogSearch {
  readonly texts: LogTexts;
  /** Of a log, as it gave them, in their order. */
  readonly operations: readonly LoggedOperation[];
  /** Of the same log, from search to search. */
  readonly known: KnownTerms;
  readonly terms: LogTerms;
  /** True for the id of a document that was replaced or removed. */
  readonly isDead: (id: number) => boolean;
  /** Is called at least every 256 operations and every 16 KiB of a text; ends the search by throwing. */
  readonly checkpoint: () => void;
}

/**
 * Ids of the documents that are alive and wanted, ascending. Memory: twice the longest term.
 * @throws RangeError if a term has no byte or one that is 0xFF; SegmentsCorrupt
 */
export function searchLog(search: LogSearch): number[] {
  const { operations, terms, isDead, checkpoint } = search;
  const prepared = (bytes: Uint8Array): Term => prepare(search, bytes);
  const all = terms.all.map(prepared);
  const none = terms.none.map(prepared);
  const scan = new TextScan(search);
  const found: number[] = [];
  for (let at = 0; at < operations.length; at++) {
    if (at % OPERATIONS_PER_CHECKPOINT === 0) checkpoint();
    const operation = operations[at];
    if (operation === undefined || operation.kind === 'remove' || isDead(operation.sequence)) continue;
    if (!all.every((term) => mayBeHeld(term, at, operation))) continue;
    scan.findOut(operation, at, all);
    if (!all.every(({ known }) => known[at] === HELD)) continue;
    const doubtful = none.filter((term) => mayBeHeld(term, at, operation));
    scan.findOut(operation, at, doubtful);
    if (doubtful.every(({ known }) => known[at] !== HELD)) found.push(operation.sequence);
  }
  return found;
}

/** False if a document does not hold a term by what is known, or by its filter. */
function mayBeHeld({ known, hashes }: Term, at: number, { filter }: LoggedPut): boolean {
  if (known[at] === UNKNOWN && !mayHold(filter, hashes)) known[at] = NOT_HELD;
  return known[at] !== NOT_HELD;
}

/** Looks through texts, granule by granule. */
class TextScan {
  readonly #texts: LogTexts;
  readonly #checkpoint: () => void;
  /** Bytes of the longest term but one: so many of a granule may belong to a term that ends in the next one. */
  readonly #most: number;
  /** Bytes before the end of a granule, and then some behind it. */
  readonly #seam: Buffer;

  constructor({ texts, terms, checkpoint }: LogSearch) {
    this.#texts = texts;
    this.#checkpoint = checkpoint;
    this.#most = Math.max(1, ...[...terms.all, ...terms.none].map((term) => term.length)) - 1;
    this.#seam = Buffer.allocUnsafe(2 * this.#most);
  }

  /** Finds out which of the terms a document holds, of those that are not known. */
  findOut(operation: LoggedPut, at: number, terms: readonly Term[]): void {
    let open = terms.filter(({ known }) => known[at] === UNKNOWN);
    let before = 0;
    for (let from = 0; from < operation.text.bytes && open.length > 0; from += GRANULE_BYTES) {
      this.#checkpoint();
      const granule = this.#texts.granule(operation, from);
      const seam = this.#seam.subarray(0, before + granule.copy(this.#seam, before, 0, this.#most));
      open = open.filter(({ bytes, known }) => {
        const isHeld = granule.includes(bytes) || (before > 0 && seam.includes(bytes));
        if (isHeld) known[at] = HELD;
        return !isHeld;
      });
      before = this.#keepEnd(seam, granule);
    }
    for (const { known } of open) known[at] = NOT_HELD;
  }

  /** Keeps the last bytes of what a seam and a granule, whose first ones it holds, are together. @returns how many */
  #keepEnd(seam: Buffer, granule: Buffer): number {
    if (granule.length >= this.#most) return granule.copy(this.#seam, 0, granule.length - this.#most);
    const from = Math.max(0, seam.length - this.#most);
    return seam.copy(this.#seam, 0, from);
  }
}

function prepare({ known, operations }: LogSearch, bytes: Uint8Array): Term {
  if (bytes.length === 0 || bytes.includes(0xff))
    throw new RangeError('a term must be UTF-8 and not be empty');
  return { bytes, hashes: gramHashes(bytes), known: known.of(bytes, operations.length) };
}

/** What is known of a term in a document. */
export const UNKNOWN = 0;
const HELD = 1;
const NOT_HELD = 2;

/** What an entry costs besides its documents, about. */
const ENTRY_BYTES = 200;

/**
 * In which documents of a log a term was found, and in which not, by their places in the log: a text is looked through once
 * for each term, in whatever company it is asked for. The terms that were not used for longest make room.
 */
export class KnownTerms {
  readonly #known: RecentlyUsed<Uint8Array>;

  /** @param most bytes */
  constructor(most: number) {
    this.#known = new RecentlyUsed(most, (key, known) => key.length + known.length + ENTRY_BYTES);
  }

  /** What is known of a term in so many documents, to be added to until the next call for the same term. */
  of(term: Uint8Array, documents: number): Uint8Array {
    const key = Buffer.from(term.buffer, term.byteOffset, term.byteLength).toString('latin1');
    const before = this.#known.get(key);
    if (before !== undefined && before.length >= documents) return before;
    const known = grown(before, documents);
    this.#known.keep(key, known);
    return known;
  }
}

function grown(before: Uint8Array | undefined, documents: number): Uint8Array {
  const known = new Uint8Array(2 * documents);
  if (before !== undefined) known.set(before);
  return known;
}
