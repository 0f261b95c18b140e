// Header blocks: of WARC records, and of the answers in them.
import { headEnd, parseFields as readFields, parseHead, type Fields } from '@sitegrep/http';
import type { Peekable } from './pieces.ts';

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
export async function peekHead(reader: Peekable, limit = MAX_HEAD_BYTES): Promise<Buffer | NoHead> {
  const max = Math.min(limit, MAX_HEAD_BYTES);
  for (let look = Math.min(FIRST_LOOK_BYTES, max); ; look = Math.min(look * 4, max)) {
    const bytes = await reader.peek(look);
    const end = headEnd(bytes);
    if (end !== -1) return bytes.subarray(0, end);
    if (bytes.length < look) return 'stopped';
    if (look === max) return 'too_long';
  }
}

/** Header fields of a record without its first line, in order, names in lower case. */
export function parseFields(block: string): Fields {
  return lowerCased(readFields(block, (written) => written.trim()));
}

/** The last value of a field that is not empty, null if there is none. */
export function lastField(fields: Fields, name: string): string | null {
  return fields.findLast((field) => field[0] === name && field[1] !== '')?.[1] ?? null;
}

/** Status and header fields of a stored HTTP answer, names in lower case. */
export interface HttpHead {
  readonly status: number;
  readonly headers: Fields;
}

/** @param bytes status line to empty line */
export function parseHttpHead(bytes: Buffer): HttpHead | null {
  const head = parseHead(bytes);
  return head === null ? null : { status: head.status, headers: lowerCased(head.fields) };
}

function lowerCased(fields: Fields): Fields {
  return fields.map(([name, value]) => [name.toLowerCase(), value]);
}
