// Undoes the content codings of a body as it streams in.
import type { Transform } from 'node:stream';
import {
  constants,
  crc32,
  createBrotliDecompress,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import { ByteSource } from './byte-source.ts';
import { looksLikeText, TEXT_BYTES, type BodyCodings, type Coding } from './content-coding.ts';
import { startsLikeHtml } from './content-type.ts';
import { gzipHeaderLength, isGzip } from './gzip-header.ts';

/** A body is not in the codings that are stated for it. */
export class Undecodable extends Error {
  override readonly name = 'Undecodable';
}

/** A compressed body is larger than is allowed for its compressed size. */
export class TooExpansive extends Error {
  override readonly name = 'TooExpansive';
}

export interface DecodingLimits {
  /** Maximum decoded bytes. */
  readonly maxBytes: number;
  /** Maximum decoded bytes for one compressed byte; Infinity leaves that to `maxBytes`. */
  readonly maxExpansion: number;
}

/** Maximum codings of a body. Some servers compress twice by mistake; more is an attack. */
const MAX_CODINGS = 2;

/** Decoded bytes whose expansion is not limited: short pages of one repeated line compress well. */
const EXPANSION_FREE_BYTES = 1024 * 1024;

/** Output of one round of a decompressor. */
const CHUNK_BYTES = 32 * 1024;
/** Input of one round. */
const ROUND_BYTES = 64 * 1024;
/** Maximum bytes that are read after the end of a compressed body: they are not part of it. */
const MAX_JUNK_BYTES = 64 * 1024;

/**
 * The decoded body, at most `limits.maxBytes` of it. A coding is believed only if the body agrees: text that is said to be
 * compressed is taken as it is. What follows a complete compressed body is ignored, and one that is damaged or incomplete
 * gives what could be unpacked, as in browsers.
 *
 * @returns true if bytes are missing at the end of the body
 * @throws Undecodable, TooExpansive, and the errors of `source`
 */
export async function* decoded(
  source: AsyncIterable<Buffer>,
  { codings, unread }: BodyCodings,
  limits: DecodingLimits,
): AsyncGenerator<Buffer, boolean> {
  const state: State = { incomplete: false };
  let layers = source;
  if (unread !== null) layers = onlyText(layers, `content-encoding ${unread.slice(0, 40)} is not supported`);
  if (codings.length > MAX_CODINGS) layers = onlyText(layers, `encoded ${codings.length} times over`);
  else {
    codings.forEach((coding, n) => {
      const last = n + 1 === codings.length;
      const layer = undo(layers, coding, limits, last, state);
      layers = last ? layer : bounded(layer, limits.maxBytes);
    });
  }
  let size = 0;
  for await (const chunk of layers) {
    const left = limits.maxBytes - size;
    size += chunk.length;
    if (size > limits.maxBytes) {
      if (left > 0) yield chunk.subarray(0, left);
      return true;
    }
    yield chunk;
  }
  return state.incomplete;
}

/** State of a body that all of its layers share. */
interface State {
  /** Whether the end of a compressed layer is missing. */
  incomplete: boolean;
}

/** The body as it is, if it is text. */
async function* onlyText(layer: AsyncIterable<Buffer>, problem: string): AsyncGenerator<Buffer> {
  const source = new ByteSource(layer);
  try {
    const start = await source.peek(TEXT_BYTES);
    if (start.length > 0 && !looksLikeText(start)) throw new Undecodable(problem);
    yield* remaining(source);
  } finally {
    await source.close();
  }
}

async function* remaining(source: ByteSource): AsyncGenerator<Buffer> {
  for (
    let bytes = await source.peekSome(Infinity);
    bytes.length > 0;
    bytes = await source.peekSome(Infinity)
  ) {
    source.skip(bytes.length);
    yield bytes;
  }
}

/** The bytes between two codings. They are compressed themselves, so they may not be larger than a page. */
async function* bounded(layer: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of layer) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new TooExpansive('a body that is compressed twice, and large in between');
    yield chunk;
  }
}

/** Undoes one coding. @param last whether it gives the page, not another coding */
async function* undo(
  layer: AsyncIterable<Buffer>,
  coding: Coding,
  limits: DecodingLimits,
  last: boolean,
  state: State,
): AsyncGenerator<Buffer> {
  const source = new ByteSource(layer);
  try {
    const start = await source.peek(TEXT_BYTES);
    if (!mayBeIn(coding, start)) {
      if (start.length > 0 && !looksLikeText(start) && !startsLikeHtml(start)) throw notIn(coding);
      return yield* remaining(source);
    }
    const budget: Budget = { limits, consumed: 0, produced: 0 };
    for (let member = 0; ; member++) {
      if (coding === 'gzip') {
        const header = await gzipHeaderLength(source);
        if (header === null && member > 0) break;
        if (header === null) throw notIn(coding);
        source.skip(header);
      }
      const engine = startEngine(coding, start);
      const { end, checksum } = yield* run(engine, source, budget, (output) => {
        // Without a magic number or a checksum, other bytes may give some noise before they give an error.
        if (last && !looksLikeText(output)) throw notIn(coding);
      });
      if (end === 'damaged' && budget.produced === 0) throw notIn(coding);
      state.incomplete ||= end !== 'complete';
      if (coding !== 'gzip' || end !== 'complete') break;
      const trailer = await source.peek(TRAILER_BYTES);
      if (trailer.length === TRAILER_BYTES && trailer.readUInt32LE(0) !== checksum) state.incomplete = true;
      source.skip(trailer.length);
    }
    // Read so that the exchange ends as it should, but not without end.
    for (let junk = 0; junk < MAX_JUNK_BYTES;) {
      const bytes = await source.peekSome(Infinity);
      if (bytes.length === 0) break;
      source.skip(bytes.length);
      junk += bytes.length;
    }
  } finally {
    await source.close();
  }
}

/** Checksum and length after the compressed bytes of a gzip member. */
const TRAILER_BYTES = 8;

function notIn(coding: Coding): Undecodable {
  return new Undecodable(`the body is not ${coding}, as its content-encoding states`);
}

/** Whether a body may be in a coding by its first bytes: some servers state a coding but send none. */
function mayBeIn(coding: Coding, start: Buffer): boolean {
  if (start.length === 0) return false;
  if (coding === 'gzip') return isGzip(start);
  if (coding === 'zstd') return start.length >= 4 && start.readUInt32LE(0) === 0xfd2fb528;
  return !looksLikeText(start);
}

/** Bytes that a coding has consumed and produced, over all members. */
interface Budget {
  readonly limits: DecodingLimits;
  consumed: number;
  produced: number;
}

interface Engine {
  readonly stream: Transform & { readonly bytesWritten: number };
  /** Output that was not taken yet. */
  output: Buffer[];
  failure: Error | null;
  /** Whether the compressed bytes have reached their own end. */
  ended: boolean;
  /** Called when the input was processed, has reached its end, or is wrong. */
  notify: () => void;
}

function startEngine(coding: Coding, start: Buffer): Engine {
  const engine: Engine = {
    stream: decompressor(coding, start),
    output: [],
    failure: null,
    ended: false,
    notify: () => {},
  };
  // In flowing mode no output waits in the stream, where an error would drop it.
  engine.stream.on('data', (bytes: Buffer) => engine.output.push(bytes));
  engine.stream.on('error', (error) => {
    engine.failure = error;
    engine.notify();
  });
  engine.stream.on('end', () => {
    engine.ended = true;
    engine.notify();
  });
  engine.stream.on('close', () => engine.notify());
  return engine;
}

function decompressor(coding: Coding, [first = 0, second = 0]: Buffer): Engine['stream'] {
  switch (coding) {
    case 'gzip':
      return createInflateRaw({ chunkSize: CHUNK_BYTES });
    case 'deflate': {
      // RFC 1950 by the standard, or the raw RFC 1951 that many send: a zlib header is a multiple of 31.
      const wrapped = (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
      return wrapped
        ? createInflate({ chunkSize: CHUNK_BYTES })
        : createInflateRaw({ chunkSize: CHUNK_BYTES });
    }
    case 'br':
      return createBrotliDecompress({ chunkSize: CHUNK_BYTES });
    case 'zstd':
      // RFC 9659: windows of content encodings are 8 MiB at most.
      return createZstdDecompress({
        chunkSize: CHUNK_BYTES,
        params: { [constants.ZSTD_d_windowLogMax]: 23 },
      });
  }
}

/** How far a compressed body could be read: to its own end, to the end of what came of it, or to bytes that are wrong. */
type CompressedEnd = 'complete' | 'cut' | 'damaged';

/**
 * Decompresses from the source up to the end of the compressed bytes, or as far as possible.
 *
 * @param judge called with the first output; may throw
 * @returns how far it came, and the CRC-32 of the output
 */
async function* run(
  engine: Engine,
  source: ByteSource,
  budget: Budget,
  judge: (output: Buffer) => void,
): AsyncGenerator<Buffer, { readonly end: CompressedEnd; readonly checksum: number }> {
  const { stream } = engine;
  const { maxBytes, maxExpansion } = budget.limits;
  let checksum = 0;
  const start = budget.consumed;
  const watch = (output: Buffer): void => {
    budget.produced += output.length;
    budget.consumed = start + stream.bytesWritten;
    if (budget.produced > EXPANSION_FREE_BYTES && budget.produced > maxExpansion * budget.consumed) {
      stream.destroy(new TooExpansive(`a compressed body that expands more than ${maxExpansion}-fold`));
    } else if (budget.produced > maxBytes) stream.destroy();
  };
  stream.on('data', watch);
  try {
    for (let first = budget.produced === 0; ;) {
      const input = await source.peekSome(ROUND_BYTES);
      const before = stream.bytesWritten;
      await new Promise<void>((resolve) => {
        engine.notify = resolve;
        if (input.length === 0) stream.end();
        else stream.write(input, () => resolve());
      });
      const { output, failure, ended } = engine;
      engine.output = [];
      for (const bytes of output) {
        if (first && failure !== null && !(failure instanceof TooExpansive)) judge(bytes);
        first = false;
        checksum = crc32(bytes, checksum);
        yield bytes;
      }
      if (failure instanceof TooExpansive) throw failure;
      if (failure !== null) return { end: input.length === 0 ? 'cut' : 'damaged', checksum };
      const consumed = stream.bytesWritten - before;
      source.skip(consumed);
      if (ended || consumed < input.length) return { end: 'complete', checksum };
    }
  } finally {
    stream.destroy();
  }
}
