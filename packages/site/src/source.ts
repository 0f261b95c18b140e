import { compareCodePoints } from './order.ts';

/** A source in UTF-8, in memory that threads share without copying. */
export interface EncodedSource {
  readonly utf8: Uint8Array;
  /** Length of the text in UTF-16 code units. */
  readonly length: number;
  /**
   * Words of the page that shows this source, with the facts of the same record, as full text takes them, in memory that threads
   * share. Absent: they are made where the page is stored.
   */
  readonly words?: Uint8Array;
  /** Ranges of this source for an index of zones, in memory that threads share. Absent: they are made where the page is stored. */
  readonly zones?: Uint32Array;
}

/** A page's source, as text or encoded. */
export type Source = string | EncodedSource;

/** Encodes a source in memory that threads share. @param text well-formed Unicode @param made as in `EncodedSource` */
export function encodeSource(text: string, made: Pick<EncodedSource, 'words' | 'zones'> = {}): EncodedSource {
  const memory = new SharedArrayBuffer(Buffer.byteLength(text));
  Buffer.from(memory).write(text);
  return { utf8: new Uint8Array(memory), length: text.length, ...made };
}

export function sourceText(source: Source): string {
  return typeof source === 'string' ? source : viewOf(source).toString();
}

/** Length of a source in bytes of UTF-8. */
export function sourceBytes(source: Source): number {
  return typeof source === 'string' ? Buffer.byteLength(source) : source.utf8.length;
}

/** Compares sources by code point. */
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

/** Signals of one page that technology fingerprints are matched with. */
export interface TechnologySignals {
  /** Final URL. */
  readonly url: string;
  /** The decoded source. */
  readonly html: string;
  /** Header fields by name in lower case; every value received, in order. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  /** Cookies of Set-Cookie; names as sent. */
  readonly cookies: Readonly<Record<string, readonly string[]>>;
  /** `src` of each script element as written, in document order. */
  readonly scriptSrc: readonly string[];
  /** Text of each inline script, in document order. */
  readonly scripts: readonly string[];
  /** Addresses from which `scripts` load others, as `loadedAddresses` gives them; absent: not read yet. */
  readonly loaded?: readonly string[];
  /** Content of meta elements by `name` or `property`, in lower case; every value, in order. */
  readonly meta: Readonly<Record<string, readonly string[]>>;
  /**
   * Visible text. One blank separates texts that tags separate; other white space is as written. At most 1 MiB
   * of characters.
   */
  readonly text: string;
  /** Content of style elements, joined by line feeds; at most 1 MiB of characters. */
  readonly css: string;
  /** The host's robots.txt, at most its first 64 KiB; empty if there is none, or if it was not read. */
  readonly robots: string;
  /**
   * Issuer of the host's certificate: organisation and common name, separated by a blank; empty if it is not
   * known.
   */
  readonly certIssuer: string;
  /**
   * Values of DNS records by type in lower case (`mx`, `txt`); empty if they were not requested, as in crawls.
   */
  readonly dns: Readonly<Record<string, readonly string[]>>;
  /**
   * Values of variables of scripts by chain, as `jQuery.fn.jquery`: texts, and numbers and truth values as texts; '' for
   * objects and functions. Empty for pages that were not rendered.
   */
  readonly js: Readonly<Record<string, string>>;
  /** Hosts of the requests that scripts made, each once; empty for pages that were not rendered. */
  readonly xhr: readonly string[];
  /**
   * Layout of `html`; absent if it was not read as a document. It only saves time; results are the same without
   * it.
   */
  readonly layout?: SourceLayout;
}

/** Offsets of parts of a document in its source, in UTF-16 code units. */
export interface SourceLayout {
  /** Start of each of `scripts`; -1 for one that does not occur as one piece. */
  readonly scripts: readonly number[];
  /** Start (at `<`) and end (after `>`) of each start tag, in document order, without those in templates. */
  readonly startTags: Uint32Array;
  /** Index of the parent of each of `startTags`; -1 for none. */
  readonly parents: Int32Array;
  /**
   * Maximum number of elements that were open at once. Above 256, deeper elements are read as if they had no
   * content, so `startTags` may differ from those of a tree.
   */
  readonly depth: number;
}
