// Header blocks: of WARC records, and of the answers in them.
import type { ByteReader } from './byte-reader.ts';

/** A `Name: value` line of a header block. */
export type Field = readonly [name: string, value: string];
export type Fields = readonly Field[];

/** Bound of a WARC or HTTP header block. */
export const MAX_HEAD_BYTES = 256 * 1024;
const FIRST_LOOK_BYTES = 4096;

/** Why there is no header block: a stop comes before its empty line, or it is longer than allowed. */
export type NoHead = 'stopped' | 'too_long';

/**
 * The bytes up to and with the next empty line, which stay in the reader.
 *
 * @param limit bytes that may belong to the head
 */
export async function peekHead(reader: ByteReader, limit = MAX_HEAD_BYTES): Promise<Buffer | NoHead> {
  const max = Math.min(limit, MAX_HEAD_BYTES);
  for (let look = Math.min(FIRST_LOOK_BYTES, max); ; look = Math.min(look * 4, max)) {
    const bytes = await reader.peek(look);
    const end = headEnd(bytes);
    if (end !== -1) return bytes.subarray(0, end);
    if (bytes.length < look) return 'stopped';
    if (look === max) return 'too_long';
  }
}

/** Offset after the empty line that ends a header block; -1 if it is not in `bytes`. Lines end in CRLF or LF. */
function headEnd(bytes: Buffer): number {
  for (let at = bytes.indexOf(0x0a); at !== -1; at = bytes.indexOf(0x0a, at + 1)) {
    if (bytes[at + 1] === 0x0a) return at + 2;
    if (bytes[at + 1] === 0x0d && bytes[at + 2] === 0x0a) return at + 3;
  }
  return -1;
}

/** Lines without their ends, including the empty one at the end. */
export function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/);
}

/**
 * Header fields of these lines, in order, names in lower case. A line that begins with white space continues the one
 * before; a line without a colon or a name is ignored, as browsers do.
 */
export function parseFields(lines: readonly string[]): Fields {
  const fields: [name: string, value: string][] = [];
  for (const line of lines) {
    const last = fields.at(-1);
    if (/^[ \t]/.test(line)) {
      if (last !== undefined) last[1] = `${last[1]} ${line.trim()}`.trim();
      continue;
    }
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    if (name !== '') fields.push([name, line.slice(colon + 1).trim()]);
  }
  return fields;
}

/** The last value of a field that is not empty, null if there is none. */
export function lastField(fields: Fields, name: string): string | null {
  return fields.findLast((field) => field[0] === name && field[1] !== '')?.[1] ?? null;
}

/** Status and header fields of a stored HTTP answer. */
export interface HttpHead {
  /** Status, 100–599. */
  readonly status: number;
  readonly headers: Fields;
}

/**
 * Reads as tolerantly as browsers do: any version, any reason or none, lines that end in LF, lines that are no fields.
 *
 * @param bytes status line to empty line; header values are taken as ISO 8859-1
 * @returns null if there is no status line
 */
export function parseHttpHead(bytes: Buffer): HttpHead | null {
  const [statusLine = '', ...rest] = linesOf(bytes.toString('latin1').replace(/^[\r\n]+/, ''));
  const status = Number(/^HTTP\/\d+(?:\.\d+)?[ \t]+([1-5]\d\d)(?!\d)/i.exec(statusLine)?.[1] ?? 0);
  return status === 0 ? null : { status, headers: parseFields(rest) };
}
