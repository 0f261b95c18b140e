// Which kind of JSON an input is, by its start.
import type { Peekable } from '../pieces.ts';
import { JsonFault, JsonScanner, type JsonReader } from './json-scanner.ts';
import { jsonCharset, startText, type JsonCharset } from './utf8-pieces.ts';

/** An object on each line; objects in a list, or of several lines each; a HAR. */
export type JsonKind = 'lines' | 'items' | 'har';

export interface JsonFormat {
  readonly kind: JsonKind;
  readonly charset: JsonCharset;
}

/** Bytes that are looked at, more of them as long as they do not tell. */
const LOOKS = [512, 64 * 1024, 1024 * 1024];

/** Whether an input begins like JSON: with an object or a list. */
export function isJsonStart(start: Buffer): boolean {
  return /^\ufeff?[\t\n\r ]*[{[]/.test(startText(start));
}

/** @returns null if the input does not begin like JSON */
export async function jsonFormatOf(input: Peekable): Promise<JsonFormat | null> {
  for (const look of LOOKS) {
    const start = await input.peek(look);
    if (!isJsonStart(start)) return null;
    const charset = jsonCharset(start);
    const text = startText(start).trimStart();
    if (text.startsWith('[')) return { kind: 'items', charset };
    const kind = kindOfObject(Buffer.from(text));
    if (kind === 'har') return { kind, charset };
    if (kind === 'other' || start.length < look)
      return { kind: /^\{[\t ]*[\r\n]/.test(text) ? 'items' : 'lines', charset };
  }
  return { kind: 'lines', charset: 'utf-8' };
}

/** Bytes that tell a list of several lines from lines. */
const FEW_BYTES = 4;

/** The format of an input that is said to be lines, of which the first may be broken. A list of several lines is none. */
export async function linesFormatOf(input: Peekable): Promise<JsonFormat> {
  const start = await input.peek(FEW_BYTES);
  const isList = /^\ufeff?\s*\[[\t ]*\r?\n/.test(startText(start));
  return { kind: isList ? 'items' : 'lines', charset: jsonCharset(start) };
}

/** Members of a page. */
const PAGE_MEMBERS: ReadonlySet<string> = new Set(
  'url html body_base64 status headers fetched_at truncated'.split(' '),
);

/** Looks for the member `log`, which an object makes a HAR, among those before the end of the text. */
function kindOfObject(start: Buffer): MemberFinder['kind'] {
  const finder = new MemberFinder();
  try {
    new JsonScanner(finder).scan(start);
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    // What is wrong is told where it is read.
    return finder.kind ?? 'other';
  }
  return finder.kind;
}

class MemberFinder implements JsonReader {
  /** Null as long as it is not known. */
  kind: 'har' | 'other' | null = null;
  #depth = 0;
  #key = '';

  open(isList: boolean): void {
    if (this.#depth === 1 && this.#key === 'log' && !isList) this.kind ??= 'har';
    this.#depth++;
  }

  close(): void {
    if (--this.#depth === 0) this.kind ??= 'other';
  }

  key(name: string): void {
    if (this.#depth !== 1) return;
    this.#key = name;
    if (PAGE_MEMBERS.has(name)) this.kind ??= 'other';
  }

  wanted(): number {
    return 0;
  }

  text(): void {
    // Only names tell.
  }

  word(): void {
    // Only names tell.
  }
}
