// The decompressed bytes of a WARC, in order and with bounded memory.
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { InputFormat } from './errors.ts';
import { gunzip, isGzip, type Gap, type Piece } from './gunzip.ts';

/** Why a read gave fewer bytes: the end of the input, missing bytes, or the certain start of a record. */
export type Stop = { readonly kind: 'end' } | Gap | { readonly kind: 'record' };

const RECORD_MAGIC = Buffer.from('WARC/');

/**
 * Reads bytes in order: they are looked at, taken or skipped. Memory holds no more than what was requested, and one
 * piece. Reading never crosses a stop; only `pass` does.
 */
export class ByteReader {
  readonly #pieces: AsyncIterator<Piece>;
  readonly #chunks: Buffer[] = [];
  #buffered = 0;
  /** The stop after the buffered bytes. */
  #stop: Stop | null = null;
  /** A piece after the stop. */
  #held: Buffer | null = null;
  #member: number | null = null;
  #position = 0;
  /** Known gzip members that start at the next byte or after it. */
  readonly #members: { readonly position: number; readonly offset: number }[] = [];

  constructor(pieces: AsyncIterable<Piece>) {
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  /** Offset of the next byte: of its gzip member in the input if it is the first of one, else in the decompressed bytes. */
  get offset(): number {
    return this.#members.find((member) => member.position === this.#position)?.offset ?? this.#position;
  }

  /** The stop before the next byte; null if a byte is available, or nothing was read yet. */
  get stop(): Stop | null {
    return this.#buffered === 0 ? this.#stop : null;
  }

  /** The next `count` bytes, fewer before a stop. Valid until the next call. */
  async peek(count: number): Promise<Buffer> {
    while (this.#buffered < count && (await this.#fill()));
    const first = this.#chunks[0];
    if (first === undefined) return Buffer.alloc(0);
    if (first.length >= count || this.#chunks.length === 1) return first.subarray(0, count);
    let joined = 0;
    let bytes = 0;
    for (const chunk of this.#chunks) {
      if (bytes >= count) break;
      bytes += chunk.length;
      joined++;
    }
    const contiguous = Buffer.concat(this.#chunks.slice(0, joined), bytes);
    this.#chunks.splice(0, joined, contiguous);
    return contiguous.subarray(0, count);
  }

  /** The next `count` bytes in memory of their own, fewer before a stop. */
  async take(count: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafeSlow(count);
    let at = 0;
    await this.#consume(count, (chunk) => {
      at += chunk.copy(bytes, at);
    });
    return at === count ? bytes : Buffer.from(bytes.subarray(0, at));
  }

  /** @returns how many bytes were skipped; fewer than `count` before a stop */
  skip(count: number): Promise<number> {
    return this.#consume(count, () => {});
  }

  /** Puts back bytes that were just taken. */
  putBack(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#chunks.unshift(bytes);
    this.#buffered += bytes.length;
    this.#position -= bytes.length;
  }

  /** Continues after the stop that was reached. */
  pass(): void {
    if (this.stop === null || this.#stop?.kind === 'end') return;
    this.#stop = null;
    if (this.#held !== null) this.#append(this.#held);
    this.#held = null;
  }

  async close(): Promise<void> {
    await this.#pieces.return?.();
  }

  async #consume(count: number, use: (chunk: Buffer) => void): Promise<number> {
    let left = count;
    while (left > 0 && (this.#buffered > 0 || (await this.#fill()))) {
      const first = this.#chunks[0];
      if (first === undefined) continue;
      const part = first.subarray(0, left);
      use(part);
      left -= part.length;
      this.#buffered -= part.length;
      this.#position += part.length;
      if (part.length === first.length) this.#chunks.shift();
      else this.#chunks[0] = first.subarray(part.length);
    }
    return count - left;
  }

  /** @returns false at a stop */
  async #fill(): Promise<boolean> {
    if (this.#stop !== null) return false;
    const next = await this.#pieces.next();
    if (next.done === true) {
      this.#stop = { kind: 'end' };
      return false;
    }
    const piece = next.value;
    if (piece.kind === 'gap') {
      this.#stop = piece;
      return false;
    }
    if (piece.kind === 'member') {
      this.#member = piece.offset;
      return true;
    }
    if (this.#member === null) {
      this.#append(piece.bytes);
      return true;
    }
    const position = this.#position + this.#buffered;
    while ((this.#members[0]?.position ?? position) < this.#position) this.#members.shift();
    this.#members.push({ position, offset: this.#member });
    this.#member = null;
    // A record may span members, so only a member that begins like a record is certainly the start of one.
    const startsRecord = piece.bytes.subarray(0, RECORD_MAGIC.length).equals(RECORD_MAGIC);
    if (!startsRecord || position === 0) {
      this.#append(piece.bytes);
      return true;
    }
    this.#stop = { kind: 'record' };
    this.#held = piece.bytes;
    return false;
  }

  #append(bytes: Buffer): void {
    this.#chunks.push(bytes);
    this.#buffered += bytes.length;
  }
}

const READ_BYTES = 256 * 1024;

/** Bytes that are enough to recognise a format. */
const MAGIC_BYTES = 16;

export interface Input {
  /** The input, decompressed if it was gzip. */
  readonly pieces: AsyncIterable<Piece>;
  /** Bytes read from the file or stream so far, before decompression. */
  readonly bytesRead: () => number;
  /** Format as the first bytes show it; known once the first piece has come. */
  readonly format: () => InputFormat;
}

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
