// The bytes of an input without their compression, which their first bytes show, whatever its name.
import type { InputFormat } from './errors.ts';
import { isGzip } from '@sitegrep/http';
import { gunzip, memberIn } from './gunzip.ts';
import type { Piece } from './pieces.ts';
import { isJsonStart } from './json/json-format.ts';
import { isRecordStart } from './record-start.ts';
import { isZstd, unzstd } from './unzstd.ts';

/** Bytes that are enough to recognise a format. */
const MAGIC_BYTES = 16;

export interface Input {
  /** The input, decompressed if it was compressed. */
  readonly pieces: AsyncIterable<Piece>;
  /** Format as the first bytes show it; known once the first piece has come. */
  readonly format: () => InputFormat;
}

/** @param chunks the input as it is stored; they are closed when the pieces are */
export function openInput(chunks: AsyncGenerator<Buffer>): Input {
  let format: InputFormat = 'empty';

  async function* pieces(): AsyncGenerator<Piece> {
    try {
      let first = await firstBytes(chunks, MAGIC_BYTES);
      if (first.length === 0) return;
      if (isUnknown(first)) first = Buffer.concat([first, await firstBytes(chunks, JUNK_BYTES)]);
      const all = startingWith(first, chunks);
      if (isGzip(first) || (isUnknown(first) && memberIn(first) !== -1)) {
        format = 'gzip';
        yield* gunzip(all);
      } else if (isZstd(first)) {
        format = 'zstd';
        yield* unzstd(all);
      } else {
        format = 'plain';
        for await (const bytes of all) yield { kind: 'bytes', bytes };
      }
    } finally {
      await chunks.return(undefined);
    }
  }

  return { pieces: pieces(), format: () => format };
}

/** Bytes in which gzip is looked for that other bytes stand before. */
const JUNK_BYTES = 64 * 1024;

/** Whether bytes are not text, nor begin a known format. */
function isUnknown(first: Buffer): boolean {
  const isText = /^[\t\n\r -~]/.test(first.toString('latin1', 0, 1));
  return !isText && !isGzip(first) && !isZstd(first) && !isJsonStart(first);
}

async function firstBytes(chunks: AsyncGenerator<Buffer>, count: number): Promise<Buffer> {
  let first: Buffer = Buffer.alloc(0);
  while (first.length < count) {
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

/** Bytes at the start of an input by which its format is known, and named in messages. */
export const START_LOOK_BYTES = 512;

/** Whether an input may be a ZIP, perhaps with other bytes before it, by its start: its directory is at its end, so it is read from a file. */
export function mayBeZip(start: Buffer): boolean {
  if (isZip(start)) return true;
  const isKnown = isGzip(start) || isZstd(start) || isRecordStart(start) || isJsonStart(start);
  return start.length > 0 && !isKnown;
}

/** Whether bytes begin a ZIP, perhaps an empty one. */
export function isZip(start: Buffer): boolean {
  return LOCAL_MAGIC.equals(start.subarray(0, 4)) || END_MAGIC.equals(start.subarray(0, 4));
}

const LOCAL_MAGIC = Buffer.from('PK\x03\x04');
const END_MAGIC = Buffer.from('PK\x05\x06');
