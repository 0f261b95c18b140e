// The decompressed bytes of a WARC, in order and with bounded memory.
import type { Gap, Piece } from './pieces.ts';

/** Why a read gave fewer bytes: the end of the input, missing bytes, or the certain start of a record. */
export type Stop = { readonly kind: 'end' } | Gap | { readonly kind: 'record' };

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
  /** Known compressed members that start at the next byte or after it. */
  readonly #members: { readonly position: number; readonly offset: number }[] = [];

  readonly #isRecordStart: (bytes: Buffer) => boolean;

  /** @param isRecordStart whether bytes begin with a record */
  constructor(pieces: AsyncIterable<Piece>, isRecordStart: (bytes: Buffer) => boolean) {
    this.#isRecordStart = isRecordStart;
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  /** Offset of the next byte: of its compressed member in the input if it is the first of one, else in the decompressed bytes. */
  get offset(): number {
    return this.#members.find((member) => member.position === this.#position)?.offset ?? this.#position;
  }

  /** Whether the next byte is the first one of a compressed member. */
  get isAtMember(): boolean {
    return this.#members.some((member) => member.position === this.#position);
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

  /** The next bytes as far as they are there already, at most `max`; none before a stop. Valid until the next call. */
  async available(max: number): Promise<Buffer> {
    while (this.#buffered === 0 && (await this.#fill()));
    const first = this.#chunks.find(({ length }) => length > 0);
    return first === undefined ? Buffer.alloc(0) : first.subarray(0, max);
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
    if (position === 0 || !this.#isRecordStart(piece.bytes)) {
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
