// Finds where the block of a record ends: where its length says, or else where the next record begins.
import { isDamagedArcLine } from './arc-head.ts';
import type { ByteReader } from './byte-reader.ts';
import { isWarcStart, peekLine, recordStartIn, START_BYTES, startsAfter } from './record-start.ts';

/** The block of a record, or its first bytes. The reader is left after the block, or at the stop that interrupted it. */
export interface Block {
  readonly bytes: Buffer;
  /** Whether the block has more bytes than those. */
  readonly isLonger: boolean;
  readonly end: BlockEnd;
}

type BlockEnd =
  /** It ends where the length says. */
  | { readonly kind: 'stated' }
  /** It ends elsewhere: at the next record, or at the end of a compressed member. `missing` is negative if the length was too small. */
  | { readonly kind: 'found'; readonly missing: number }
  /** It ends somewhere after the stated end: the next record must be looked for. */
  | { readonly kind: 'unknown' }
  /** The input ends first. */
  | { readonly kind: 'clipped' }
  | { readonly kind: 'damaged'; readonly problem: string };

/** Bytes at the end of a block in which the next record is looked for, if the block does not end where its length says. */
const TAIL_BYTES = 4096;

/** Bytes by which the length of a block may be too small. */
const MAX_EXTENSION_BYTES = 1024 * 1024;

const FIRST_EXTENSION_BYTES = 4096;

/**
 * Reads a block, or what is left of it.
 *
 * @param length bytes of the block by its record's header
 * @param wanted number of its bytes to be returned
 */
export async function readBlock(
  reader: ByteReader,
  length: number,
  wanted: number,
  format: 'warc' | 'arc',
): Promise<Block> {
  const held = Math.min(length, wanted);
  const bytes = await reader.take(held);
  const beyond = length - held;
  if (bytes.length === held) {
    const far = Math.max(0, beyond - TAIL_BYTES);
    const skipped = await reader.skip(far);
    const tail = beyond - far;
    if (skipped === far && (await endsAfter(reader, tail, bytes.at(-1), format))) {
      await reader.skip(tail);
      return { bytes, isLonger: beyond > 0, end: { kind: 'stated' } };
    }
    if (beyond > 0) {
      const missing = beyond - skipped;
      const end =
        skipped === far ? await endInTail(reader, tail, format) : interruption(reader, missing, bytes);
      return { bytes, isLonger: true, end };
    }
  }
  const next = await startWithin(reader, bytes, format);
  if (next !== -1) {
    reader.putBack(bytes.subarray(next));
    const found = withoutLineEnds(bytes.subarray(0, next), format);
    return { bytes: found, isLonger: false, end: { kind: 'found', missing: length - next } };
  }
  if (bytes.length < length) {
    const end = interruption(reader, length - bytes.length, bytes);
    const isWhole = end.kind === 'found';
    return { bytes: isWhole ? withoutLineEnds(bytes, format) : bytes, isLonger: false, end };
  }
  return wanted === 0
    ? { bytes, isLonger: false, end: { kind: 'unknown' } }
    : extended(reader, bytes, format);
}

/**
 * Whether a block ends after `tail` bytes: empty lines follow, or a record, or nothing. In a WARC two line ends are enough
 * (what follows them is junk between records); a single one could be in the middle of a page.
 *
 * @param before the byte before those, if there is one
 */
async function endsAfter(
  reader: ByteReader,
  tail: number,
  before: number | undefined,
  format: 'warc' | 'arc',
): Promise<boolean> {
  const near = await reader.peek(tail + 4);
  if (near.length < tail) return false;
  if (format === 'warc' && /^(?:\r?\n){2}/.test(near.toString('latin1', tail))) return true;
  const seen = await reader.peek(tail + LINE_ENDS_BYTES);
  const after = seen.toString('latin1', tail);
  const lineEnds = /^[\r\n]*/.exec(after)?.[0].length ?? 0;
  if (lineEnds === after.length) return lineEnds < LINE_ENDS_BYTES;
  // The rest of a line of an ARC may look like a line.
  const last = tail + lineEnds === 0 ? before : seen[tail + lineEnds - 1];
  if (format === 'arc' && last !== 0x0a) return false;
  if (format === 'arc' && isDamagedArcLine(await peekLine(reader, tail + lineEnds))) return true;
  return format === 'warc'
    ? isWarcStart((await reader.peek(tail + lineEnds + START_BYTES)).subarray(tail + lineEnds))
    : startsAfter(reader, tail + lineEnds);
}

/** Bytes in which the line ends after a block are looked for. */
const LINE_ENDS_BYTES = 16;

async function endInTail(reader: ByteReader, tail: number, format: 'warc' | 'arc'): Promise<BlockEnd> {
  const bytes = await reader.take(tail);
  const next = await startWithin(reader, bytes, format);
  if (next !== -1) {
    reader.putBack(bytes.subarray(next));
    return { kind: 'found', missing: tail - next };
  }
  return bytes.length === tail ? { kind: 'unknown' } : interruption(reader, tail - bytes.length, bytes);
}

/**
 * Offset of the next record in bytes that were just read; -1 if none begins there. It is more likely near their end than
 * before.
 */
async function startWithin(reader: ByteReader, bytes: Buffer, format: 'warc' | 'arc'): Promise<number> {
  // The start of a record may be cut in two there.
  const ahead = format === 'warc' ? await reader.peek(START_BYTES) : await peekLine(reader);
  const from = Math.max(0, bytes.length - TAIL_BYTES);
  const near = recordStartIn(Buffer.concat([bytes.subarray(from), ahead]), 0, format);
  if (near !== -1 && from + near < bytes.length) return from + near;
  return recordStartIn(bytes.subarray(0, from + START_BYTES), 0, format);
}

/** Bytes that a block's end may have too much of its own: line ends, and what counts them twice. */
const MAX_TRAILER_BYTES = 64;

/**
 * How a block ends that a stop interrupts; the reader continues after the stop.
 *
 * @param bytes before the stop
 */
function interruption(reader: ByteReader, missing: number, bytes: Buffer): BlockEnd {
  const { stop } = reader;
  reader.pass();
  if (stop?.kind === 'record') return { kind: 'found', missing };
  if (stop?.kind === 'gap' && !stop.atEnd) return { kind: 'damaged', problem: stop.problem };
  const hasTrailer = /(?:\r?\n){2}$/.test(bytes.toString('latin1', Math.max(0, bytes.length - 4)));
  const isSlip = stop?.kind === 'end' && hasTrailer && missing <= MAX_TRAILER_BYTES;
  return isSlip ? { kind: 'found', missing } : { kind: 'clipped' };
}

/** Reads on to the next record, or to the end of the member or of the input. */
async function extended(reader: ByteReader, bytes: Buffer, format: 'warc' | 'arc'): Promise<Block> {
  let more: Buffer = Buffer.alloc(0);
  for (let step = FIRST_EXTENSION_BYTES; more.length < MAX_EXTENSION_BYTES; step *= 4) {
    const part = await reader.take(step);
    more = Buffer.concat([more, part]);
    const next = recordStartIn(more, 0, format);
    const isCertain = part.length < step && reader.stop?.kind !== 'gap';
    if (next !== -1) reader.putBack(more.subarray(next));
    else if (part.length < step && !isCertain) break;
    else if (!isCertain) continue;
    else reader.pass();
    // A line end, and no record after it: the length was right, and the rest is junk.
    if (next === -1 && format === 'arc' && /^\r?\n/.test(more.toString('latin1', 0, 2))) {
      reader.putBack(more);
      return { bytes, isLonger: false, end: { kind: 'stated' } };
    }
    const rest = withoutLineEnds(next === -1 ? more : more.subarray(0, next), format);
    return {
      bytes: Buffer.concat([bytes, rest]),
      isLonger: false,
      end: { kind: 'found', missing: -rest.length },
    };
  }
  reader.putBack(more);
  return { bytes, isLonger: false, end: { kind: 'unknown' } };
}

/** Removes the line ends that separate records: two in a WARC, one in an ARC. */
function withoutLineEnds(bytes: Buffer, format: 'warc' | 'arc'): Buffer {
  const from = Math.max(0, bytes.length - 4);
  const end = bytes.toString('latin1', from);
  const [lineEnds = ''] = (format === 'warc' ? /(?:\r?\n){0,2}$/ : /(?:\r?\n)?$/).exec(end) ?? [];
  return bytes.subarray(0, bytes.length - lineEnds.length);
}
