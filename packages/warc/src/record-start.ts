import { isArcStart, MAX_ARC_LINE_BYTES } from './arc-head.ts';
import type { Peekable } from './pieces.ts';

/** Format of the records that are looked for. In a WARC a line of an ARC is not looked for, because pages may hold one. */
export type RecordFormat = 'warc' | 'arc' | 'unknown';

/** Bytes of the start of a WARC record that are enough to recognise it. */
export const START_BYTES = 'WARC/1'.length;

/** Whether bytes begin with a record of a WARC. */
export function isWarcStart(bytes: Buffer): boolean {
  return /^WARC\/\d/.test(bytes.toString('latin1', 0, START_BYTES));
}

/** Whether bytes begin with a record. A line of an ARC is only recognised as a whole. */
export function isRecordStart(bytes: Buffer): boolean {
  return isWarcStart(bytes) || isArcStart(bytes);
}

/** Whether a record starts `from` bytes after the next one. */
export async function startsAfter(reader: Peekable, from: number): Promise<boolean> {
  const bytes = await reader.peek(from + START_BYTES);
  return isWarcStart(bytes.subarray(from)) || isArcStart(await peekLine(reader, from));
}

const FIRST_LOOK_BYTES = 256;

/** The line that starts `from` bytes after the next one, with its end, or its start if it is too long for an ARC. */
export async function peekLine(reader: Peekable, from = 0): Promise<Buffer> {
  for (let look = FIRST_LOOK_BYTES; ; look *= 4) {
    const bytes = (await reader.peek(from + look)).subarray(from);
    if (look >= MAX_ARC_LINE_BYTES || bytes.length < look || bytes.includes(0x0a)) return bytes;
  }
}

/** Offset of the next line, from `from` on, that starts a record of this format; -1 if there is none. */
export function recordStartIn(bytes: Buffer, from: number, format: RecordFormat): number {
  if (format !== 'warc') return anyStartIn(bytes, from);
  for (let at = bytes.indexOf('\nWARC/', from); at !== -1; at = bytes.indexOf('\nWARC/', at + 1)) {
    if (isWarcStart(bytes.subarray(at + 1))) return at + 1;
  }
  return -1;
}

/** Offset of the first line that begins a record of a WARC anywhere in it, as after a byte order mark; -1 if there is none. */
export function lineWithStartIn(bytes: Buffer): number {
  for (let at = bytes.indexOf('WARC/'); at !== -1; at = bytes.indexOf('WARC/', at + 1)) {
    if (/^WARC\/\d\.\d{1,2}\r?\n/.test(bytes.toString('latin1', at, at + VERSION_LINE_BYTES))) return at;
  }
  return -1;
}

/** Bytes of the longest version line, with its end. */
const VERSION_LINE_BYTES = 'WARC/0.18\r\n'.length;

function anyStartIn(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0x0a, from); at !== -1; at = bytes.indexOf(0x0a, at + 1)) {
    if (isRecordStart(bytes.subarray(at + 1))) return at + 1;
  }
  return -1;
}
