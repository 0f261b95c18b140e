import { compareCodePoints } from './order.ts';

/** A source in UTF-8: where threads hand it to one another its memory is shared, and nothing is copied. */
export interface EncodedSource {
  readonly utf8: Uint8Array;
  /** In UTF-16 units, as that of the text. */
  readonly length: number;
}

/** A page's source, as text or encoded. */
export type Source = string | EncodedSource;

/** Encodes a source in memory that threads share. @param text well-formed */
export function encodeSource(text: string): EncodedSource {
  const memory = new SharedArrayBuffer(Buffer.byteLength(text));
  Buffer.from(memory).write(text);
  return { utf8: new Uint8Array(memory), length: text.length };
}

export function sourceText(source: Source): string {
  return typeof source === 'string' ? source : viewOf(source).toString();
}

/** How long a source is in UTF-8. */
export function sourceBytes(source: Source): number {
  return typeof source === 'string' ? Buffer.byteLength(source) : source.utf8.length;
}

/** By code point. */
export function compareSources(a: Source, b: Source): number {
  if (typeof a === 'string' && typeof b === 'string') return compareCodePoints(a, b);
  return Buffer.compare(bytesOf(a), bytesOf(b));
}

function bytesOf(source: Source): Buffer {
  return typeof source === 'string' ? Buffer.from(source) : viewOf(source);
}

function viewOf({ utf8 }: EncodedSource): Buffer {
  return Buffer.from(utf8.buffer, utf8.byteOffset, utf8.length);
}
