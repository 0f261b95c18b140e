// Decompresses gzip that may be damaged, and says where each member starts. Node's own gunzip loses the bytes before
// damage and does not report members.
import { crc32, createInflateRaw } from 'node:zlib';
import { gzipHeaderLength, isGzip } from '@sitegrep/http';
import { decompress, startDecompressor } from './decompressor.ts';
import { MemberBound } from './member-bound.ts';
import { CompressedBytes, type Damage, type Piece } from './pieces.ts';

/** Output of one round of the decompressor. */
const CHUNK_BYTES = 128 * 1024;

/** Input of one round. The output of a round that meets damage is lost, so a round must not be too large. */
const ROUND_BYTES = 32 * 1024;

/**
 * Decompresses gzip of any number of members (RFC 1952). After damage, and after bytes that belong to no member, it
 * continues at the next member's header, so that a damaged member costs only itself. The last bytes of a member are
 * given out only after its checksum has proved right.
 *
 * @throws NotWarcError if too many members have next to no content
 */
export async function* gunzip(input: AsyncIterable<Buffer>): AsyncGenerator<Piece> {
  const source = new CompressedBytes(input);
  const bound = new MemberBound('gzip members');
  while ((await source.peek(1)).length > 0) {
    const { offset } = source;
    const header = await gzipHeaderLength(source);
    if (header === null) {
      yield { kind: 'gap', offset, problem: 'bytes that are not gzip', atEnd: false };
      source.skip(1);
      await source.skipTo(memberIn, MAGIC_BYTES);
      continue;
    }
    bound.begin(offset);
    source.skip(header);
    yield { kind: 'member', offset };
    const damage: Damage | null = yield* inflateMember(source, bound);
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
async function* inflateMember(
  source: CompressedBytes,
  bound: MemberBound,
): AsyncGenerator<Piece, Damage | null> {
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
  bound.add(length);
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

/** Offset of what may be the start of a member; -1 if there is none. */
export function memberIn(bytes: Buffer): number {
  let at = bytes.indexOf(0x1f);
  while (at !== -1 && !isGzip(bytes, at)) at = bytes.indexOf(0x1f, at + 1);
  return at;
}
