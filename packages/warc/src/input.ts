import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { gunzip, type Piece } from './gunzip.ts';
import { isGzip } from './gzip-header.ts';

const READ_BYTES = 256 * 1024;

/** Enough to tell one format from another. */
const MAGIC_BYTES = 16;

export interface Input {
  /** Decompressed if it was gzip. */
  readonly pieces: AsyncIterable<Piece>;
  /** Bytes taken from the file or stream so far, before decompression. */
  readonly bytesRead: () => number;
  /** What the first bytes say; known once the first piece came. */
  readonly format: () => InputFormat;
}

export type InputFormat = 'empty' | 'gzip' | 'plain';

/** @param source path of a file, or a stream of its bytes */
export function openInput(source: string | Readable): Input {
  let bytesRead = 0;
  let format: InputFormat = 'empty';
  const stream =
    typeof source === 'string' ? createReadStream(source, { highWaterMark: READ_BYTES }) : source;

  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of stream) {
      const bytes = asBuffer(chunk);
      bytesRead += bytes.length;
      if (bytes.length > 0) yield bytes;
    }
  }

  async function* pieces(): AsyncGenerator<Piece> {
    const chunks = counted();
    try {
      const first = await firstBytes(chunks);
      if (first.length === 0) return;
      format = isGzip(first) ? 'gzip' : 'plain';
      const all = startingWith(first, chunks);
      if (format === 'gzip') yield* gunzip(all);
      else for await (const bytes of all) yield { kind: 'bytes', bytes };
    } finally {
      await chunks.return(undefined);
    }
  }

  return { pieces: pieces(), bytesRead: () => bytesRead, format: () => format };
}

async function firstBytes(chunks: AsyncGenerator<Buffer>): Promise<Buffer> {
  let first: Buffer = Buffer.alloc(0);
  while (first.length < MAGIC_BYTES) {
    const next = await chunks.next();
    if (next.done === true) break;
    first = first.length === 0 ? next.value : Buffer.concat([first, next.value]);
  }
  return first;
}

async function* startingWith(first: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

function asBuffer(chunk: unknown): Buffer {
  if (Buffer.isBuffer(chunk)) return chunk;
  if (chunk instanceof Uint8Array) return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  throw new TypeError(
    `a WARC is read from a stream of bytes, not of ${typeof chunk}s: leave its encoding unset`,
  );
}
