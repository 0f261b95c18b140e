// Searches the documents of a log, which have no index but their filters: what passes its filter is read from its
// beginning, in growing runs, until the answer is known.
import { gramHashes, mayHold } from './filter.ts';
import { MAX_RUN_PIECES, PIECE_BYTES } from './log-layout.ts';
import type { LogReader } from './log-reader.ts';
import type { LoggedOperation, LoggedText } from './operation.ts';

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
}

/**
 * Ids of the documents that are alive and wanted, ascending. Memory: 256 KiB and the longest term.
 * @param operations of `log`, as it gave them, in their order
 * @param isDead true for the id of a document that was replaced or removed
 * @param checkpoint called at least every 256 operations and every 256 KiB read; ends the search by throwing
 * @throws RangeError if a term has no byte or one that is 0xFF; SegmentsCorrupt
 */
export function searchLog(
  log: LogReader,
  operations: Iterable<LoggedOperation>,
  terms: LogTerms,
  isDead: (id: number) => boolean,
  checkpoint: () => void,
): number[] {
  const all = terms.all.map(prepare);
  const none = terms.none.map(prepare);
  const scan = new TextScan(log, [...terms.all, ...terms.none], checkpoint);
  const found: number[] = [];
  let passed = 0;
  for (const operation of operations) {
    if (passed++ % OPERATIONS_PER_CHECKPOINT === 0) checkpoint();
    if (operation.kind === 'remove' || isDead(operation.sequence)) continue;
    const { filter, text } = operation;
    if (!all.every((term) => mayHold(filter, term.hashes))) continue;
    const excluded = none.filter((term) => mayHold(filter, term.hashes));
    if (scan.isWanted(text, bytesOf(all), bytesOf(excluded))) found.push(operation.sequence);
  }
  return found;
}

/** Reads texts, with one buffer for all of them: what was kept of the run before, then the run. */
class TextScan {
  readonly #log: LogReader;
  readonly #checkpoint: () => void;
  /** What is kept of a run, so that a term across its end is found: one byte less than the longest term has. */
  readonly #kept: number;
  #buffer: Buffer | null = null;

  constructor(log: LogReader, terms: readonly Uint8Array[], checkpoint: () => void) {
    this.#log = log;
    this.#checkpoint = checkpoint;
    this.#kept = Math.max(1, ...terms.map((term) => term.length)) - 1;
  }

  isWanted(text: LoggedText, all: readonly Uint8Array[], none: readonly Uint8Array[]): boolean {
    if (all.length === 0 && none.length === 0) return true;
    let missing = all;
    for (const run of this.#runs(text)) {
      if (none.some((term) => run.includes(term))) return false;
      missing = missing.filter((term) => !run.includes(term));
      if (missing.length === 0 && none.length === 0) return true;
    }
    return missing.length === 0;
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

function prepare(bytes: Uint8Array): Term {
  if (bytes.length === 0 || bytes.includes(0xff))
    throw new RangeError('a term must be UTF-8 and not be empty');
  return { bytes, hashes: gramHashes(bytes) };
}

function bytesOf(terms: readonly Term[]): readonly Uint8Array[] {
  return terms.map((term) => term.bytes);
}
