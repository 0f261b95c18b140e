import { pipeline } from 'node:stream';
import { createGunzip, type Gunzip } from 'node:zlib';

/** A compressed list can't be read to its end. */
export class BrokenGzip extends Error {
  override readonly name = 'BrokenGzip';
  /** The problem, as a predicate of "the gzip". */
  readonly problem: string;

  constructor(problem: string, options?: ErrorOptions) {
    super(`the gzip of the list ${problem}`, options);
    this.problem = problem;
  }
}

/** A list exceeds a limit, which the message names. */
export class ListTooLarge extends Error {
  override readonly name = 'ListTooLarge';
}

/**
 * Gives the bytes of a list, decompressed if it is gzip by its first two bytes, with which no text begins.
 *
 * @param maxBytes maximum size of the decompressed list
 * @throws BrokenGzip, ListTooLarge after the bytes before; errors of `chunks`
 */
export async function* unpacked(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes = Infinity,
): AsyncGenerator<Uint8Array, void, undefined> {
  const joined = joinStart(chunks);
  const first = await joined.next();
  if (first.done === true) return;
  const all = resume(first.value, joined);
  const bytes = isGzip(first.value) ? gunzipped(all) : all;
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > maxBytes) throw new ListTooLarge(`the list is larger than ${maxBytes} bytes; split it`);
    yield chunk;
  }
}

/** Joins chunks at the start, so that the first two bytes are in one. */
async function* joinStart(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  let start: Uint8Array | null = new Uint8Array();
  for await (const chunk of chunks) {
    if (start === null) {
      yield chunk;
      continue;
    }
    start = Buffer.concat([start, chunk]);
    if (start.length < 2) continue;
    yield start;
    start = null;
  }
  if (start !== null && start.length > 0) yield start;
}

async function* resume(
  first: Uint8Array,
  rest: AsyncGenerator<Uint8Array, void, undefined>,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield first;
    yield* rest;
  } finally {
    await rest.return();
  }
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

async function* gunzipped(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  // An error of the input destroys the stream with the same error, which the loop throws.
  const stream: Gunzip = pipeline(chunks, createGunzip(), () => {});
  try {
    for await (const chunk of stream) {
      if (!(chunk instanceof Uint8Array)) throw new TypeError('A stream of zlib gives bytes.');
      yield chunk;
    }
  } catch (error) {
    throw asBrokenGzip(error);
  }
}

function asBrokenGzip(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'Z_BUF_ERROR') return new BrokenGzip('is truncated', { cause: error });
  if (code.startsWith('Z_')) return new BrokenGzip('is damaged', { cause: error });
  return error;
}
