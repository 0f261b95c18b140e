/** The line before a chunk as RFC 9112, 7.1, wants it, with an extension of visible characters. */
const SIZE_LINE = /^([\da-f]{1,8})(?:;[\t -~\x80-\xff]*)?$/i;
/** Maximum bytes of that line. */
const MAX_LINE_BYTES = 1_024;

const LINE_END = Buffer.from('\r\n');
const CR = 0x0d;
const LF = 0x0a;

/** Follows chunks from one to the next, to notice those that are not strict. */
export class StrictChunks {
  /** Start of a line that has not ended yet. */
  #held: Buffer = Buffer.alloc(0);
  /** Bytes up to the next line: data, and the line end after them. */
  #left = 0;
  #count = 0;
  /** Whether the last chunk has come, after which trailer fields may follow. */
  #isLast = false;

  /** Number of chunks whose sizes were read. */
  get count(): number {
    return this.#count;
  }

  /**
   * @returns strict chunks, with the line end that a doubtful one lacks; and the bytes from the first doubtful one on, null if
   *   there is none. A line that has not ended is in neither, and comes with the next bytes.
   */
  read(bytes: Buffer): { readonly strict: Buffer; readonly doubtful: Buffer | null } {
    const input = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes]);
    this.#held = Buffer.alloc(0);
    let at = 0;
    while (!this.#isLast) {
      if (this.#left > 2) {
        const data = Math.min(this.#left - 2, input.length - at);
        at += data;
        this.#left -= data;
      }
      while (this.#left > 0 && this.#left <= 2 && at < input.length) {
        if (input[at] !== (this.#left === 2 ? CR : LF)) return this.#doubt(input, at);
        at++;
        this.#left--;
      }
      if (at === input.length) break;
      const end = input.indexOf(LF, at);
      if (end === -1 && input.length - at <= MAX_LINE_BYTES) {
        this.#held = input.subarray(at);
        break;
      }
      const line = end === -1 || input[end - 1] !== CR ? '' : input.toString('latin1', at, end - 1);
      const digits: string | undefined = SIZE_LINE.exec(line)?.[1];
      if (digits === undefined) return this.#doubt(input, at);
      const size = Number.parseInt(digits, 16);
      this.#count++;
      this.#isLast = size === 0;
      this.#left = size + 2;
      at = end + 1;
    }
    const strict = this.#isLast ? input : input.subarray(0, input.length - this.#held.length);
    return { strict, doubtful: null };
  }

  #doubt(input: Buffer, at: number): { readonly strict: Buffer; readonly doubtful: Buffer } {
    const lineEnd = LINE_END.subarray(2 - this.#left);
    return { strict: Buffer.concat([input.subarray(0, at), lineEnd]), doubtful: input.subarray(at) };
  }
}
