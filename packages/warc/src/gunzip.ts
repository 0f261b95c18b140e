import { createGunzip } from 'node:zlib';

/** What a compressed or plain input turns into. Offsets are in bytes of the input as it is stored. */
export type Piece =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  /** The bytes that follow begin a gzip member at this offset. */
  | { readonly kind: 'member'; readonly offset: number }
  /** Bytes are missing here: the input could not be decompressed from the last member on, or ended within one. */
  | { readonly kind: 'gap'; readonly offset: number; readonly problem: string; readonly atEnd: boolean };

/** Output of one round of the decompressor. Large enough that most pages take one round or two. */
const CHUNK_BYTES = 256 * 1024;

/**
 * Decompresses gzip of any number of members. After damage it goes on at the next member's header, so that one bad
 * member costs itself only.
 *
 * One decompressor serves all members (a new one for each would cost more than a small member's contents). The input is
 * handed to it in segments that start wherever a member may start; so what comes out after such a segment was handed
 * over belongs to that member, and its offset is known. A false start inside of compressed data only costs a round.
 */
export async function* gunzip(input: AsyncIterable<Buffer>): AsyncGenerator<Piece> {
  let engine: Engine | null = null;
  let memberOffset = 0;
  try {
    for await (const segment of segmentsAtMembers(input)) {
      if (segment.startsMember) {
        memberOffset = segment.offset;
        engine ??= startEngine();
        yield { kind: 'member', offset: segment.offset };
      }
      if (engine === null) continue;
      const problem: string | null = yield* decompress(engine, segment.bytes);
      if (problem === null) continue;
      engine.stream.destroy();
      engine = null;
      yield { kind: 'gap', offset: memberOffset, problem, atEnd: false };
    }
    const problem: string | null = engine === null ? null : yield* finish(engine);
    if (problem !== null) yield { kind: 'gap', offset: memberOffset, problem, atEnd: true };
  } finally {
    engine?.stream.destroy();
  }
}

interface Engine {
  readonly stream: ReturnType<typeof createGunzip>;
  /** Bytes handed over so far. */
  given: number;
  failure: Error | null;
  ended: boolean;
  /** Called at every sign of life of the stream. */
  notify: () => void;
}

function startEngine(): Engine {
  const stream = createGunzip({ chunkSize: CHUNK_BYTES });
  const engine: Engine = { stream, given: 0, failure: null, ended: false, notify: () => {} };
  stream.on('readable', () => engine.notify());
  stream.on('end', () => {
    engine.ended = true;
    engine.notify();
  });
  stream.on('error', (error) => {
    engine.failure = error;
    engine.notify();
  });
  return engine;
}

function nextChange(engine: Engine): Promise<void> {
  return new Promise((resolve) => {
    engine.notify = resolve;
  });
}

/** @returns what is wrong with the bytes, or null once all of them are decompressed */
async function* decompress(engine: Engine, bytes: Buffer): AsyncGenerator<Piece, string | null> {
  let taken = false;
  engine.given += bytes.length;
  engine.stream.write(bytes, () => {
    taken = true;
    engine.notify();
  });
  for (;;) {
    const chunk: unknown = engine.stream.read();
    if (Buffer.isBuffer(chunk)) yield { kind: 'bytes', bytes: chunk };
    else if (engine.failure !== null) return engine.failure.message;
    else if (taken) break;
    else await nextChange(engine);
  }
  // The decompressor stops without a word where a zero byte follows a member.
  return engine.stream.bytesWritten < engine.given ? 'what follows the member is not gzip' : null;
}

async function* finish(engine: Engine): AsyncGenerator<Piece, string | null> {
  engine.stream.end();
  for (;;) {
    const chunk: unknown = engine.stream.read();
    if (Buffer.isBuffer(chunk)) yield { kind: 'bytes', bytes: chunk };
    else if (engine.failure !== null) return engine.failure.message;
    else if (engine.ended) return null;
    else await nextChange(engine);
  }
}

interface Segment {
  readonly offset: number;
  readonly bytes: Buffer;
  readonly startsMember: boolean;
}

/** Magic number, the one compression method there is, and flags whose reserved bits are zero (RFC 1952, 2.3). */
const MEMBER_HEADER_BYTES = 4;

/** Cuts the input before everything that looks like a member's header. */
async function* segmentsAtMembers(input: AsyncIterable<Buffer>): AsyncGenerator<Segment> {
  let offset = 0;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of input) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    // A header may begin in the last bytes and end in the next chunk.
    const complete = bytes.length - (MEMBER_HEADER_BYTES - 1);
    let from = 0;
    for (let at = memberHeaderIn(bytes, 1); at !== -1 && at < complete; at = memberHeaderIn(bytes, at + 1)) {
      yield segmentOf(bytes, from, at, offset);
      from = at;
    }
    const to = lastPossibleHeader(bytes, Math.max(complete, 0));
    if (to > from) yield segmentOf(bytes, from, to, offset);
    rest = bytes.subarray(to);
    offset += to;
  }
  if (rest.length > 0) yield segmentOf(rest, 0, rest.length, offset);
}

function segmentOf(bytes: Buffer, from: number, to: number, base: number): Segment {
  return { offset: base + from, bytes: bytes.subarray(from, to), startsMember: isMemberHeader(bytes, from) };
}

function memberHeaderIn(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0x1f, from); at !== -1; at = bytes.indexOf(0x1f, at + 1)) {
    if (isMemberHeader(bytes, at)) return at;
  }
  return -1;
}

/** Where a header might begin whose end is not there yet; the end of `bytes` if nowhere. */
function lastPossibleHeader(bytes: Buffer, from: number): number {
  const at = bytes.indexOf(0x1f, from);
  return at === -1 ? bytes.length : at;
}

export function isMemberHeader(bytes: Buffer, at: number): boolean {
  return (
    bytes[at] === 0x1f &&
    bytes[at + 1] === 0x8b &&
    bytes[at + 2] === 8 &&
    ((bytes[at + 3] ?? 0xff) & 0xe0) === 0
  );
}
