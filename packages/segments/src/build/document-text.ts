import { SEPARATOR } from '../segment/format.ts';

/** Bytes of a part with its separators: even, so that the next one begins at an even offset. */
export function partBytes(length: number): number {
  return length + 2 + (length & 1);
}

/** Writes a document's parts one behind the other, each with its separators. @returns the address behind them */
export function writeParts(into: Uint8Array, at: number, parts: readonly Uint8Array[]): number {
  let end = at;
  for (const part of parts) {
    into.set(part, end);
    const next = end + partBytes(part.length);
    into.fill(SEPARATOR, end + part.length, next);
    end = next;
  }
  return end;
}
