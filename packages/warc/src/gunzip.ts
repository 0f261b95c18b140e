// Decompresses gzip that may be damaged, and says where each member starts. Node's own gunzip loses the bytes before
// damage and does not report members.
import { crc32, createInflateRaw } from 'node:zlib';
import { decompress, startDecompressor } from './decompressor.ts';
import { CompressedBytes, type Damage, type Piece } from './pieces.ts';

/** Output of one round of the decompressor. */
const CHUNK_BYTES = 128 * 1024;

/** Input of one round. The output of a round that meets damage is lost, so a round must not be too large. */
const ROUND_BYTES = 32 * 1024;

/**
 * Decompresses gzip of any number of members (RFC 1952). After damage, and after bytes that belong to no member, it
 * continues at the next member's header, so that a damaged member costs only itself. The last bytes of a member are
 * given out only after its checksum has proved right.
 */
export async function* gunzip(input: AsyncIterable<Buffer>): AsyncGenerator<Piece> {
  const source = new CompressedBytes(input);
  while ((await source.peek(1)).length > 0) {
    const { offset } = source;
    const header = await gzipHeaderLength(source);
    if (header === null) {
      yield { kind: 'gap', offset, problem: 'bytes that are not gzip', atEnd: false };
      source.skip(1);
      await source.skipTo(memberIn, MAGIC_BYTES);
      continue;
    }
    source.skip(header);
    yield { kind: 'member', offset };
    const damage: Damage | null = yield* inflateMember(source);
    if (damage === null) continue;
    yield { kind: 'gap', offset, ...damage };
    // The bytes of a member may look like a header, but this is rare, and costs only another gap.
    await source.skipTo(memberIn, MAGIC_BYTES);
  }
}

const TRUNCATED: Damage = { problem: 'the input ends within a gzip member', atEnd: true };

/** Length of the trailer: checksum and length of the uncompressed bytes. */
const TRAILER_BYTES = 8;

/** Reads the deflate stream and the trailer that follow a header. @returns null if both are intact */
async function* inflateMember(source: CompressedBytes): AsyncGenerator<Piece, Damage | null> {
  const decompressor = startDecompressor(createInflateRaw({ chunkSize: CHUNK_BYTES }));
  let held: Buffer | null = null;
  let checksum = 0;
  let length = 0;
  let damage: Damage | null = null;
  try {
    for (let ended = false; !ended && damage === null;) {
      const bytes = await source.peekSome(ROUND_BYTES);
      const before = decompressor.stream.bytesWritten;
      for await (const chunk of decompress(decompressor, bytes)) {
        if (held !== null) yield { kind: 'bytes', bytes: held };
        held = chunk;
        checksum = crc32(chunk, checksum);
        length += chunk.length;
      }
      if (decompressor.failure !== null) {
        damage =
          bytes.length === 0
            ? TRUNCATED
            : { problem: `damaged gzip: ${decompressor.failure.message}`, atEnd: false };
      } else {
        // The bytes after the deflate stream stay in the source.
        const consumed = decompressor.stream.bytesWritten - before;
        source.skip(consumed);
        ended = bytes.length === 0 || consumed < bytes.length;
      }
    }
  } finally {
    decompressor.stream.destroy();
  }
  if (damage === null) {
    const trailer = await source.peek(TRAILER_BYTES);
    if (trailer.length < TRAILER_BYTES) damage = TRUNCATED;
    else if (trailer.readUInt32LE(0) !== checksum || trailer.readUInt32LE(4) !== length % 2 ** 32) {
      return { problem: 'damaged gzip: incorrect checksum', atEnd: false };
    } else source.skip(TRAILER_BYTES);
  }
  if (held !== null) yield { kind: 'bytes', bytes: held };
  return damage;
}

const MAGIC_BYTES = 4;

function memberIn(bytes: Buffer): number {
  let at = bytes.indexOf(0x1f);
  while (at !== -1 && !isGzip(bytes, at)) at = bytes.indexOf(0x1f, at + 1);
  return at;
}

// The header of a gzip member (RFC 1952, 2.3).
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
async function gzipHeaderLength(source: CompressedBytes): Promise<number | null> {
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
