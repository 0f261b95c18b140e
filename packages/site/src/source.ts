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

/** What technology fingerprints are matched against: one page, taken apart. */
export interface TechnologySignals {
  /** Final URL. */
  readonly url: string;
  /** The decoded source. */
  readonly html: string;
  /** Names in lower case; every value received, in order. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  /** From Set-Cookie; names as sent. */
  readonly cookies: Readonly<Record<string, readonly string[]>>;
  /** `src` of each script element as written, in document order. */
  readonly scriptSrc: readonly string[];
  /** Text of each inline script, in document order. */
  readonly scripts: readonly string[];
  /** Content of meta elements by `name` or `property`, in lower case; every value, in order. */
  readonly meta: Readonly<Record<string, readonly string[]>>;
  /** Visible text, one blank between what tags part, other white space as written; at most 1 MiB of characters. */
  readonly text: string;
  /** Content of style elements, joined by line ends; at most 1 MiB of characters. */
  readonly css: string;
  /** The host's robots.txt, at most its first 64 KiB; empty if there is none, or nobody has read it. */
  readonly robots: string;
  /** Organisation and common name of who issued the host's certificate, a blank between; empty if that isn't known. */
  readonly certIssuer: string;
  /** Values of DNS records by type in lower case (`mx`, `txt`); empty where nobody asked for them, as no crawl does. */
  readonly dns: Readonly<Record<string, readonly string[]>>;
  /** Absent if nobody has read `html` as a document; what it tells is only ever a shorter way to the same answer. */
  readonly layout?: SourceLayout;
}

/** Where parts of a document stand in its source. Offsets are in UTF-16 units. */
export interface SourceLayout {
  /** Start of each of `scripts`; -1 for one that isn't there in one piece. */
  readonly scripts: readonly number[];
  /** Start (at `<`) and end (behind `>`) of each start tag, in document order; without those within templates. */
  readonly startTags: Uint32Array;
  /** Of each of `startTags`, the number of that of the element around it; -1 for none. */
  readonly parents: Int32Array;
  /**
   * How many elements were open at once, at most; 257 or more if any were deeper than 256, which are read as if they held
   * nothing, so that `startTags` may differ from a tree's behind them.
   */
  readonly depth: number;
}
