import type { Gap, Piece } from './gunzip.ts';

/** Why reading stops although more was asked for: the end of the input, missing bytes, or a record that surely starts. */
export type Stop = { readonly kind: 'end' } | Gap | { readonly kind: 'record' };

const RECORD_MAGIC = Buffer.from('WARC/');

/**
 * The decompressed input as a tape: bytes are looked at, taken or skipped in order, never more in memory than was asked
 * for plus one piece. Reading never crosses a stop; `pass` does.
 */
export class Tape {
  readonly #pieces: AsyncIterator<Piece>;
  readonly #chunks: Buffer[] = [];
  #buffered = 0;
  /** What lies behind the buffered bytes. */
  #stop: Stop | null = null;
  /** A piece that lies behind the stop. */
  #held: Buffer | null = null;
  #member: number | null = null;
  #position = 0;
  /** Gzip members that start at or behind the next byte, as far as is known. */
  readonly #members: { readonly position: number; readonly offset: number }[] = [];

  constructor(pieces: AsyncIterable<Piece>) {
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  /** Where the next byte stands in the input: its gzip member if it is a member's first, else in the decompressed bytes. */
  get offset(): number {
    return this.#members.find((member) => member.position === this.#position)?.offset ?? this.#position;
  }

  /** The stop that the next byte would lie behind; null if there is a byte, or nothing was asked for yet. */
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
    while (bytes < count && joined < this.#chunks.length) bytes += this.#chunks[joined++]?.length ?? 0;
    const whole = Buffer.concat(this.#chunks.slice(0, joined), bytes);
    this.#chunks.splice(0, joined, whole);
    return whole.subarray(0, count);
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

  /** @returns how many bytes were skipped; fewer than asked for before a stop */
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

  /** Goes on behind the stop that was reached. */
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
    // Records may be spread over members, so only a member that begins as a record does is one for sure.
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
