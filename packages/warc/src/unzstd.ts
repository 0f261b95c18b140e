// Decompresses zstd as WARC files use it (iipc.github.io/warc-specifications/specifications/warc-zstd): any number of frames,
// a dictionary in a skippable frame at the start, other skippable frames anywhere. Section numbers are those of RFC 8878.
import { constants, createZstdDecompress, zstdDecompressSync } from 'node:zlib';
import { decompress, startDecompressor, type Decompressor } from './decompressor.ts';
import { NotWarcError } from './errors.ts';
import { MemberBound } from './member-bound.ts';
import { CompressedBytes, type Damage, type Piece } from './pieces.ts';

/**
 * Decompresses the frames of an input and says where each one starts. A damaged frame costs only itself. The last bytes of
 * a frame are given out only after its checksum has proved right.
 *
 * @throws NotWarcError if the dictionary, without which no frame can be decompressed, is damaged or too large, or if too many
 * frames have next to no content
 */
export async function* unzstd(input: AsyncIterable<Buffer>): AsyncGenerator<Piece> {
  const source = new CompressedBytes(input);
  const bound = new MemberBound('zstd frames');
  let dictionary: Buffer | null = null;
  let decompressor: Decompressor | null = null;
  try {
    while ((await source.peek(1)).length > 0) {
      const { offset } = source;
      const start = await source.peek(SKIPPABLE_HEADER_BYTES);
      const skippable = skippableSize(start);
      if (skippable !== null || isFrame(start)) bound.begin(offset);
      if (skippable !== null && start.readUInt32LE(0) === DICTIONARY_MAGIC) {
        dictionary = await readDictionary(source, skippable);
        decompressor?.stream.destroy();
        decompressor = null;
      } else if (skippable !== null) {
        if (await skipFrame(source, skippable)) continue;
        yield { kind: 'gap', offset, ...TRUNCATED };
      } else if (isFrame(start)) {
        decompressor ??= open(dictionary);
        yield { kind: 'member', offset };
        const damage: Damage | null = yield* decompressFrame(source, { decompressor, dictionary, bound });
        if (damage === null) continue;
        yield { kind: 'gap', offset, ...damage };
        decompressor.stream.destroy();
        decompressor = null;
        if (source.offset === offset) source.skip(1);
        await source.skipTo(frameIn, MAGIC_BYTES);
      } else {
        yield { kind: 'gap', offset, problem: 'bytes that are not zstd', atEnd: false };
        source.skip(1);
        await source.skipTo(frameIn, MAGIC_BYTES);
      }
    }
  } finally {
    decompressor?.stream.destroy();
  }
}

/** Whether bytes begin a zstd frame or a skippable one. */
export function isZstd(start: Buffer): boolean {
  return isFrame(start) || skippableSize(start) !== null;
}

// Frames (3.1.1) and skippable frames (3.1.2).
const MAGIC = Buffer.from('28b52ffd', 'hex');
const MAGIC_BYTES = 4;
const SKIPPABLE_MAGIC = 0x184d2a50;
const SKIPPABLE_HEADER_BYTES = 8;

/** Magic number of the skippable frame that holds the dictionary (warc-zstd, "Dictionary frame format"). */
const DICTIONARY_MAGIC = 0x184d2a5d;

function isFrame(start: Buffer): boolean {
  return start.subarray(0, MAGIC_BYTES).equals(MAGIC);
}

function frameIn(bytes: Buffer): number {
  return bytes.indexOf(MAGIC);
}

/** Length of the data of a skippable frame that starts here; null if none does. */
function skippableSize(start: Buffer): number | null {
  if (start.length < SKIPPABLE_HEADER_BYTES) return null;
  return start.readUInt32LE(0) >>> 4 === SKIPPABLE_MAGIC >>> 4 ? start.readUInt32LE(4) : null;
}

/** @returns false if the input ends in the frame */
async function skipFrame(source: CompressedBytes, size: number): Promise<boolean> {
  for (let left = SKIPPABLE_HEADER_BYTES + size; left > 0;) {
    const bytes = await source.peekSome(left);
    if (bytes.length === 0) return false;
    source.skip(bytes.length);
    left -= bytes.length;
  }
  return true;
}

/** Maximum bytes of a dictionary, stored or decompressed (warc-zstd, "Window and dictionary limits"). */
const MAX_DICTIONARY_BYTES = 8 * 1024 * 1024;

async function readDictionary(source: CompressedBytes, size: number): Promise<Buffer> {
  if (size > MAX_DICTIONARY_BYTES) throw dictionaryError('is longer than 8 MiB');
  source.skip(SKIPPABLE_HEADER_BYTES);
  const stored = Buffer.from(await source.peek(size));
  if (stored.length < size) throw dictionaryError('is truncated');
  source.skip(size);
  if (!isFrame(stored)) return stored;
  try {
    return zstdDecompressSync(stored, { maxOutputLength: MAX_DICTIONARY_BYTES });
  } catch (error) {
    const isTooLong = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw dictionaryError(isTooLong ? 'is longer than 8 MiB' : `is damaged (${String(error)})`);
  }
}

function dictionaryError(problem: string): NotWarcError {
  return new NotWarcError(`can't be read: the zstd dictionary at its start ${problem}`);
}

/** Largest window, 128 MiB: what the zstd command uses at its highest levels, and the most that it decompresses by default. */
const WINDOW_LOG_MAX = 27;

/** Output of one round of the decompressor. */
const CHUNK_BYTES = 128 * 1024;

function open(dictionary: Buffer | null): Decompressor {
  return startDecompressor(
    createZstdDecompress({
      chunkSize: CHUNK_BYTES,
      params: { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG_MAX },
      ...(dictionary === null ? {} : { dictionary }),
    }),
  );
}

const TRUNCATED: Damage = { problem: 'the input ends within a zstd frame', atEnd: true };

/** Input of one round. The output of a round that meets damage is lost, so a round must not be too large. */
const ROUND_BYTES = 32 * 1024;

interface FrameParts {
  readonly decompressor: Decompressor;
  /** Null: the input has none. */
  readonly dictionary: Buffer | null;
  readonly bound: MemberBound;
}

/** Decompresses the frame at the start of the source. @returns null if it is intact */
async function* decompressFrame(
  source: CompressedBytes,
  { decompressor, dictionary, bound }: FrameParts,
): AsyncGenerator<Piece, Damage | null> {
  const header = frameHeader(await source.peek(MAX_HEADER_BYTES));
  if (header === null)
    return (await source.peek(MAX_HEADER_BYTES)).length < MAX_HEADER_BYTES ? TRUNCATED : DAMAGED;
  let held: Buffer | null = null;
  let damage: Damage | null = null;
  let round = header.length;
  for (let ended = false; !ended && damage === null;) {
    const step: BlockStep = await nextBlock(source, round, header.hasChecksum);
    if (step === 'truncated') damage = TRUNCATED;
    else if (step === 'damaged') damage = DAMAGED;
    else {
      round = step.end;
      ended = step.isLast;
    }
    if (damage === null && !ended && round < ROUND_BYTES) continue;
    // What there is of a truncated block may give some output.
    const bytes = await source.peek(damage === TRUNCATED ? round + MAX_BLOCK_BYTES : round);
    // An empty part would end the stream.
    for await (const chunk of bytes.length === 0 ? [] : decompress(decompressor, bytes)) {
      if (held !== null) yield { kind: 'bytes', bytes: held };
      held = chunk;
      bound.add(chunk.length);
    }
    if (decompressor.failure !== null) {
      const missing = header.needsDictionary && dictionary === null;
      const why = missing
        ? 'it needs a dictionary that the input does not hold'
        : decompressor.failure.message;
      return { problem: `damaged zstd: ${why}`, atEnd: false };
    }
    source.skip(bytes.length);
    round = 0;
  }
  if (held !== null) yield { kind: 'bytes', bytes: held };
  return damage;
}

const DAMAGED: Damage = { problem: 'damaged zstd: invalid frame', atEnd: false };

/** Longest frame header (3.1.1.1). */
const MAX_HEADER_BYTES = 18;

interface FrameHeader {
  readonly length: number;
  readonly hasChecksum: boolean;
  readonly needsDictionary: boolean;
}

/** Reads magic number and frame header (3.1.1.1); null if they are incomplete or use the reserved bit. */
function frameHeader(bytes: Buffer): FrameHeader | null {
  const descriptor = bytes[MAGIC_BYTES];
  if (descriptor === undefined || (descriptor & 0x08) !== 0) return null;
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const dictionaryIdBytes = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const sizeBytes = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >>> 6] ?? 0;
  const length = MAGIC_BYTES + 1 + (isSingleSegment ? 0 : 1) + dictionaryIdBytes + sizeBytes;
  if (length > bytes.length) return null;
  return { length, hasChecksum: (descriptor & 0x04) !== 0, needsDictionary: dictionaryIdBytes > 0 };
}

// Blocks (3.1.1.2): a header of three bytes with the type and the size.
const BLOCK_HEADER_BYTES = 3;
const MAX_BLOCK_BYTES = 128 * 1024;
const RLE_BLOCK = 1;
const RESERVED_BLOCK = 3;
const CHECKSUM_BYTES = 4;

/** End of a block, from the start of the source; that of the last one is after the checksum of its frame. */
type BlockStep = { readonly end: number; readonly isLast: boolean } | 'truncated' | 'damaged';

async function nextBlock(source: CompressedBytes, at: number, hasChecksum: boolean): Promise<BlockStep> {
  const bytes = await source.peek(at + BLOCK_HEADER_BYTES);
  if (bytes.length < at + BLOCK_HEADER_BYTES) return 'truncated';
  const header = bytes.readUIntLE(at, BLOCK_HEADER_BYTES);
  const type = (header >>> 1) & 3;
  const size = header >>> 3;
  if (type === RESERVED_BLOCK || size > MAX_BLOCK_BYTES) return 'damaged';
  const isLast = (header & 1) !== 0;
  const end =
    at + BLOCK_HEADER_BYTES + (type === RLE_BLOCK ? 1 : size) + (isLast && hasChecksum ? CHECKSUM_BYTES : 0);
  return (await source.peek(end)).length < end ? 'truncated' : { end, isLast };
}
