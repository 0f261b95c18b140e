import { crc32, createInflateRaw, type InflateRaw } from 'node:zlib';
import { gzipHeaderLength, isGzip } from './gzip-header.ts';
import { Source } from './source.ts';

/** What a compressed or plain input turns into. Offsets are in bytes of the input as it is stored. */
export type Piece =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  /** The bytes that follow begin a gzip member at this offset. */
  | { readonly kind: 'member'; readonly offset: number }
  | Gap;

/** Bytes are missing here: a member could not be decompressed to its end, or what follows it is none. */
export interface Gap {
  readonly kind: 'gap';
  /** Where the damaged member or the stray bytes begin. */
  readonly offset: number;
  readonly problem: string;
  /** Nothing follows: the input ended too early. */
  readonly cut: boolean;
}

/** Output of one round of the decompressor. */
const CHUNK_BYTES = 128 * 1024;

/** Input of one round. What a round put out before it met damage is lost, so it must not be too large. */
const ROUND_BYTES = 32 * 1024;

/** Stray bytes looked through at a time for the next member. */
const SCAN_BYTES = 64 * 1024;

/**
 * Decompresses gzip of any number of members (RFC 1952). After damage, and after bytes that belong to no member, it goes
 * on at the next member's header, so that one bad member costs itself only. The last bytes of a member come only after
 * its checksum was found right.
 *
 * Node's own gunzip is not used because it loses what stands before damage and does not tell where members start.
 */
export async function* gunzip(input: AsyncIterable<Buffer>): AsyncGenerator<Piece> {
  const source = new Source(input);
  while ((await source.peek(1)).length > 0) {
    const { offset } = source;
    const header = await gzipHeaderLength(source);
    if (header === null) {
      yield { kind: 'gap', offset, problem: 'bytes that are not gzip', cut: false };
      source.skip(1);
      await skipToMember(source);
      continue;
    }
    source.skip(header);
    yield { kind: 'member', offset };
    const damage: Damage | null = yield* inflateMember(source);
    if (damage === null) continue;
    yield { kind: 'gap', offset, ...damage };
    // A false header can stand within a member, but it is rare, and costs another gap only.
    await skipToMember(source);
  }
}

interface Damage {
  readonly problem: string;
  readonly cut: boolean;
}

const CUT: Damage = { problem: 'the input ends within a gzip member', cut: true };

/** Checksum and length of what was compressed. */
const TRAILER_BYTES = 8;

/** Reads the deflate stream and the trailer that follow a header. @returns null if all was well */
async function* inflateMember(source: Source): AsyncGenerator<Piece, Damage | null> {
  const engine = startEngine();
  let held: Buffer | null = null;
  let checksum = 0;
  let length = 0;
  let damage: Damage | null = null;
  try {
    for (let ended = false; !ended && damage === null;) {
      const bytes = await source.peekSome(ROUND_BYTES);
      const before = engine.stream.bytesWritten;
      for await (const chunk of decompress(engine, bytes)) {
        if (held !== null) yield { kind: 'bytes', bytes: held };
        held = chunk;
        checksum = crc32(chunk, checksum);
        length += chunk.length;
      }
      if (engine.failure !== null) {
        damage =
          bytes.length === 0 ? CUT : { problem: `damaged gzip: ${engine.failure.message}`, cut: false };
      } else {
        // What follows the deflate stream is left alone.
        const consumed = engine.stream.bytesWritten - before;
        source.skip(consumed);
        ended = bytes.length === 0 || consumed < bytes.length;
      }
    }
  } finally {
    engine.stream.destroy();
  }
  if (damage === null) {
    const trailer = await source.peek(TRAILER_BYTES);
    if (trailer.length < TRAILER_BYTES) damage = CUT;
    else if (trailer.readUInt32LE(0) !== checksum || trailer.readUInt32LE(4) !== length % 2 ** 32) {
      return { problem: 'damaged gzip: incorrect checksum', cut: false };
    } else source.skip(TRAILER_BYTES);
  }
  if (held !== null) yield { kind: 'bytes', bytes: held };
  return damage;
}

interface Engine {
  readonly stream: InflateRaw;
  failure: Error | null;
  /** The bytes handed over last were worked through. */
  idle: boolean;
  /** Called at every sign of life of the stream. */
  notify: () => void;
}

function startEngine(): Engine {
  const stream = createInflateRaw({ chunkSize: CHUNK_BYTES });
  const engine: Engine = { stream, failure: null, idle: true, notify: () => {} };
  stream.on('readable', () => engine.notify());
  stream.on('error', (error) => {
    engine.failure = error;
    engine.notify();
  });
  return engine;
}

/** What comes out for these bytes; none at all stands for the end of the input. */
async function* decompress(engine: Engine, bytes: Buffer): AsyncGenerator<Buffer> {
  const settled = (error?: Error | null): void => {
    engine.failure ??= error ?? null;
    engine.idle = true;
    engine.notify();
  };
  engine.idle = false;
  if (bytes.length > 0) engine.stream.write(bytes, settled);
  else engine.stream.end(settled);
  for (;;) {
    const chunk: unknown = engine.stream.read();
    if (Buffer.isBuffer(chunk)) yield chunk;
    else if (engine.failure !== null || engine.idle) return;
    else {
      await new Promise<void>((resolve) => {
        engine.notify = resolve;
      });
    }
  }
}

async function skipToMember(source: Source): Promise<void> {
  for (;;) {
    const bytes = await source.peek(SCAN_BYTES);
    const at = memberIn(bytes);
    // A header that begins in the last bytes is seen whole in the next round.
    const atEnd = bytes.length < SCAN_BYTES;
    source.skip(at === -1 ? bytes.length - (atEnd ? 0 : MAGIC_BYTES - 1) : at);
    if (at !== -1 || atEnd) return;
  }
}

const MAGIC_BYTES = 4;

function memberIn(bytes: Buffer): number {
  let at = bytes.indexOf(0x1f);
  while (at !== -1 && !isGzip(bytes, at)) at = bytes.indexOf(0x1f, at + 1);
  return at;
}
