// The header of a gzip member (RFC 1952, 2.3).
import type { ByteSource } from './byte-source.ts';

const FIXED_BYTES = 10;
const HAS_CHECKSUM = 2;
const HAS_EXTRA = 4;
const HAS_NAME = 8;
const HAS_COMMENT = 16;
const RESERVED_FLAGS = 0xe0;

/** Bound of a complete header: an extra field of full length, a name and a comment. */
const MAX_HEADER_BYTES = 128 * 1024;

/** Whether a member may start at `at`: magic number, the only compression method, no reserved flag. */
export function isGzip(bytes: Buffer, at = 0): boolean {
  return (
    bytes[at] === 0x1f &&
    bytes[at + 1] === 0x8b &&
    bytes[at + 2] === 8 &&
    ((bytes[at + 3] ?? RESERVED_FLAGS) & RESERVED_FLAGS) === 0
  );
}

/** Length of the header that starts here, null if none does. */
export async function gzipHeaderLength(source: ByteSource): Promise<number | null> {
  const start = await source.peek(FIXED_BYTES);
  if (start.length < FIXED_BYTES || !isGzip(start)) return null;
  const flags = start.readUInt8(3);
  if (flags === 0) return FIXED_BYTES;
  const bytes = await source.peek(MAX_HEADER_BYTES);
  let at = FIXED_BYTES;
  if ((flags & HAS_EXTRA) !== 0) {
    if (bytes.length < at + 2) return null;
    at += 2 + bytes.readUInt16LE(at);
  }
  for (const text of [HAS_NAME, HAS_COMMENT]) {
    if ((flags & text) === 0) continue;
    const end = bytes.indexOf(0, at);
    if (end === -1) return null;
    at = end + 1;
  }
  if ((flags & HAS_CHECKSUM) !== 0) at += 2;
  return at <= bytes.length ? at : null;
}
