// What a log keeps: the operations on documents, in the order of their sequence numbers.
import { isUtf8 } from 'node:buffer';

/**
 * A document is stored, or one is removed. `sequence` is an integer from 1 to 2^53 - 1, larger than that of every
 * operation before; it is the id of the document that is put. `replaces` and `removes` are ids of earlier documents.
 * A part holds folded UTF-8, so no byte 0xFF; a match never spans two parts.
 */
export type Operation =
  | {
      readonly kind: 'put';
      readonly sequence: number;
      readonly replaces: number | null;
      readonly parts: readonly Uint8Array[];
    }
  | { readonly kind: 'remove'; readonly sequence: number; readonly removes: number };

/** An operation as a log holds it. */
export type LoggedOperation = LoggedPut | LoggedRemoval;

export interface LoggedPut {
  readonly kind: 'put';
  readonly sequence: number;
  readonly replaces: number | null;
  /** Which terms the document may hold: see filter.ts. */
  readonly filter: Uint8Array;
  readonly text: LoggedText;
}

interface LoggedRemoval {
  readonly kind: 'remove';
  readonly sequence: number;
  readonly removes: number;
}

/** Where a document's text stands in the log's file, in bytes, and the CRC-32 of each of its pieces (16 KiB). */
export interface LoggedText {
  readonly position: number;
  readonly bytes: number;
  readonly checksums: Uint32Array;
}

/** @throws RangeError if an operation is none, or does not come after `last`, the sequence number before it */
export function checkOperation(operation: Operation, last: number): void {
  const { sequence } = operation;
  if (!Number.isSafeInteger(sequence) || sequence <= last)
    throw new RangeError(`sequence must be an integer above ${last} and below 2^53, but is ${sequence}`);
  const earlier = operation.kind === 'put' ? operation.replaces : operation.removes;
  if (earlier !== null && !(Number.isSafeInteger(earlier) && earlier > 0 && earlier < sequence)) {
    const field = operation.kind === 'put' ? 'replaces' : 'removes';
    throw new RangeError(`${field} must be the id of a document before ${sequence}, but is ${earlier}`);
  }
  if (operation.kind === 'put' && !operation.parts.every((part) => isUtf8(part)))
    throw new RangeError(`parts of document ${sequence} must be UTF-8, but one is not`);
}
