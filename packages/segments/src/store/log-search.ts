// Searches the documents of a log, which have no index but their filters: what passes its filter is read from its
// beginning, in growing runs, until the answer is known.
import { gramHashes, mayHold } from './filter.ts';
import { HELD, NOT_HELD, UNKNOWN, type KnownTerms } from './known-terms.ts';
import { MAX_RUN_PIECES, PIECE_BYTES } from './log-layout.ts';
import type { LogReader } from './log-reader.ts';
import type { LoggedOperation, LoggedPut, LoggedText } from './operation.ts';

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

export interface LogSearch {
  readonly log: LogReader;
  /** Of the log, as it gave them, in their order. */
  readonly operations: readonly LoggedOperation[];
  /** Of the same log, from search to search. */
  readonly known: KnownTerms;
  readonly terms: LogTerms;
  /** True for the id of a document that was replaced or removed. */
  readonly isDead: (id: number) => boolean;
  /** Is called at least every 256 operations and every 256 KiB read; ends the search by throwing. */
  readonly checkpoint: () => void;
}

/**
 * Ids of the documents that are alive and wanted, ascending. Memory: 256 KiB and the longest term.
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
    scan.findOut(operation.text, at, all);
    if (!all.every(({ known }) => known[at] === HELD)) continue;
    const doubtful = none.filter((term) => mayBeHeld(term, at, operation));
    scan.findOut(operation.text, at, doubtful);
    if (doubtful.every(({ known }) => known[at] !== HELD)) found.push(operation.sequence);
  }
  return found;
}

/** False if a document does not hold a term by what is known, or by its filter. */
function mayBeHeld({ known, hashes }: Term, at: number, { filter }: LoggedPut): boolean {
  if (known[at] === UNKNOWN && !mayHold(filter, hashes)) known[at] = NOT_HELD;
  return known[at] !== NOT_HELD;
}

/** Reads texts, with one buffer for all of them: what was kept of the run before, then the run. */
class TextScan {
  readonly #log: LogReader;
  readonly #checkpoint: () => void;
  /** What is kept of a run, so that a term across its end is found: one byte less than the longest term has. */
  readonly #kept: number;
  #buffer: Buffer | null = null;

  constructor({ log, terms, checkpoint }: LogSearch) {
    this.#log = log;
    this.#checkpoint = checkpoint;
    this.#kept = Math.max(1, ...[...terms.all, ...terms.none].map((term) => term.length)) - 1;
  }

  /** Finds out which of the terms a text holds, of those that are not known. */
  findOut(text: LoggedText, at: number, terms: readonly Term[]): void {
    let open = terms.filter(({ known }) => known[at] === UNKNOWN);
    if (open.length === 0) return;
    for (const run of this.#runs(text)) {
      open = open.filter(({ bytes, known }) => {
        const isHeld = run.includes(bytes);
        if (isHeld) known[at] = HELD;
        return !isHeld;
      });
      if (open.length === 0) return;
    }
    for (const { known } of open) known[at] = NOT_HELD;
  }

  /**
   * The text in runs of 1, 2, 4, … pieces; each one begins with the end of the one before. Nothing is read for a run
   * that is not asked for.
   */
  *#runs(text: LoggedText): Generator<Buffer> {
    const buffer = (this.#buffer ??= Buffer.allocUnsafe(this.#kept + MAX_RUN_PIECES * PIECE_BYTES));
    let kept = 0;
    let count = 1;
    for (
      let piece = 0;
      piece < text.checksums.length;
      piece += count, count = Math.min(count * 2, MAX_RUN_PIECES)
    ) {
      this.#checkpoint();
      const end = kept + this.#log.readPieces(text, piece, count, buffer.subarray(kept));
      yield buffer.subarray(0, end);
      const from = Math.max(0, end - this.#kept);
      buffer.copyWithin(0, from, end);
      kept = end - from;
    }
  }
}

function prepare({ known, operations }: LogSearch, bytes: Uint8Array): Term {
  if (bytes.length === 0 || bytes.includes(0xff))
    throw new RangeError('a term must be UTF-8 and not be empty');
  return { bytes, hashes: gramHashes(bytes), known: known.of(bytes, operations.length) };
}
