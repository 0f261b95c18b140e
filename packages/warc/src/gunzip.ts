// Decompresses gzip that may be damaged, and says where each member starts. Node's own gunzip loses the bytes before
// damage and does not report members.
import { crc32, createInflateRaw, type InflateRaw } from 'node:zlib';

/** Part of a compressed or plain input. Offsets are in bytes of the input as it is stored. */
export type Piece =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  /** The bytes that follow begin a gzip member at this offset. */
  | { readonly kind: 'member'; readonly offset: number }
  | Gap;

/** Bytes are missing here: a member could not be decompressed to its end, or other bytes stand between members. */
export interface Gap {
  readonly kind: 'gap';
  /** Offset of the damaged member or of the stray bytes. */
  readonly offset: number;
  readonly problem: string;
  /** Whether the input ends here, too early. */
  readonly atEnd: boolean;
}

/** Output of one round of the decompressor. */
const CHUNK_BYTES = 128 * 1024;

/** Input of one round. The output of a round that meets damage is lost, so a round must not be too large. */
const ROUND_BYTES = 32 * 1024;

/** Stray bytes searched at a time for the next member. */
const SCAN_BYTES = 64 * 1024;

/**
 * Decompresses gzip of any number of members (RFC 1952). After damage, and after bytes that belong to no member, it
 * continues at the next member's header, so that a damaged member costs only itself. The last bytes of a member are
 * given out only after its checksum has proved right.
 */
export async function* gunzip(input: AsyncIterable<Buffer>): AsyncGenerator<Piece> {
  const source = new Source(input);
  while ((await source.peek(1)).length > 0) {
    const { offset } = source;
    const header = await gzipHeaderLength(source);
    if (header === null) {
      yield { kind: 'gap', offset, problem: 'bytes that are not gzip', atEnd: false };
      source.skip(1);
      await skipToMember(source);
      continue;
    }
    source.skip(header);
    yield { kind: 'member', offset };
    const damage: Damage | null = yield* inflateMember(source);
    if (damage === null) continue;
    yield { kind: 'gap', offset, ...damage };
    // The bytes of a member may look like a header, but this is rare, and costs only another gap.
    await skipToMember(source);
  }
}

interface Damage {
  readonly problem: string;
  readonly atEnd: boolean;
}

const TRUNCATED: Damage = { problem: 'the input ends within a gzip member', atEnd: true };

/** Length of the trailer: checksum and length of the uncompressed bytes. */
const TRAILER_BYTES = 8;

/** Reads the deflate stream and the trailer that follow a header. @returns null if both are intact */
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
          bytes.length === 0
            ? TRUNCATED
            : { problem: `damaged gzip: ${engine.failure.message}`, atEnd: false };
      } else {
        // The bytes after the deflate stream stay in the source.
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
    if (trailer.length < TRAILER_BYTES) damage = TRUNCATED;
    else if (trailer.readUInt32LE(0) !== checksum || trailer.readUInt32LE(4) !== length % 2 ** 32) {
      return { problem: 'damaged gzip: incorrect checksum', atEnd: false };
    } else source.skip(TRAILER_BYTES);
  }
  if (held !== null) yield { kind: 'bytes', bytes: held };
  return damage;
}

interface Engine {
  readonly stream: InflateRaw;
  failure: Error | null;
  /** Whether the stream has processed the bytes that it got last. */
  idle: boolean;
  /** Called whenever the stream has output, fails or becomes idle. */
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

/** Output for these bytes; an empty buffer stands for the end of the input. */
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
    // A header that begins in the last bytes is complete in the next round.
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
async function gzipHeaderLength(source: Source): Promise<number | null> {
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

/** The bytes of an input in order. A caller looks at bytes first, then skips them. */
class Source {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);
  #offset = 0;

  constructor(input: AsyncIterable<Buffer>) {
    this.#chunks = input[Symbol.asyncIterator]();
  }

  /** Offset of the next byte. */
  get offset(): number {
    return this.#offset;
  }

  /** The next `count` bytes, fewer at the end. */
  async peek(count: number): Promise<Buffer> {
    if (this.#rest.length >= count) return this.#rest.subarray(0, count);
    const chunks = [this.#rest];
    for (let length = this.#rest.length; length < count;) {
      const next = await this.#chunks.next();
      if (next.done === true) break;
      chunks.push(next.value);
      length += next.value.length;
    }
    this.#rest = Buffer.concat(chunks);
    return this.#rest.subarray(0, count);
  }

  /** The available ones of the next `max` bytes; none only at the end. */
  async peekSome(max: number): Promise<Buffer> {
    if (this.#rest.length === 0) await this.peek(1);
    return this.#rest.subarray(0, max);
  }

  /** @param count not more than were looked at */
  skip(count: number): void {
    this.#rest = this.#rest.subarray(count);
    this.#offset += count;
  }
}
