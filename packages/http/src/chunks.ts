// Chunked bodies (RFC 9112, 7.1), read as tolerantly as browsers and curl read them: lines that end in LF, blanks around a
// size, anything after it, empty lines before it, a chunk without a line end, and a last chunk with nothing after it.

/** Maximum bytes of the line before a chunk. */
const MAX_LINE_BYTES = 1_024;

/** A chunk size, the blanks around it, and an extension. */
const SIZE_LINE = /^[ \t]*(?:0x)?0*([\da-f]{1,8})[ \t]*(?:;[^\n]*)?\r*$/i;

/** The same after other chunks, where whatever follows a blank leaves no doubt. */
const LATER_SIZE_LINE = /^[ \t]*(?:0x)?0*([\da-f]{1,8})(?:[ \t;][^\n]*)?\r*$/i;

/** The size of a chunk that no memory holds. */
const TOO_LARGE = /^[ \t]*(?:0x)?[\da-f]{9,}[ \t]*(?:;[^\n]*)?\r*$/i;

/** A piece of a chunked body. */
export type ChunkPart =
  /** Bytes of the body. */
  | { readonly kind: 'data'; readonly bytes: Buffer }
  /** The body is complete; `rest` came after its last chunk. */
  | { readonly kind: 'end'; readonly rest: Buffer }
  /** The body does not begin with a chunk, so it is not chunked in spite of its label. */
  | { readonly kind: 'plain'; readonly bytes: Buffer }
  /** The next bytes are not a chunk. */
  | { readonly kind: 'broken' };

/** Joins chunks as they arrive. */
export class Unchunker {
  /** Bytes of a line that has not ended yet. */
  #held: Buffer = Buffer.alloc(0);
  /** Bytes of the chunk that are still to come. */
  #left = 0;
  #chunks = 0;
  #state: 'first' | 'size' | 'data' | 'plain' | 'ended' = 'first';

  /** @param isWithin whether chunks have come before, so that what follows is no other body */
  constructor(isWithin = false) {
    if (isWithin) this.#state = 'size';
  }

  /** Number of chunks whose sizes were read. */
  get chunks(): number {
    return this.#chunks;
  }

  /** Parts of the body in the next bytes. After `end` and `broken` there are none. */
  *read(bytes: Buffer): Generator<ChunkPart, void> {
    if (this.#state === 'ended') return;
    let input = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes]);
    this.#held = Buffer.alloc(0);
    while (input.length > 0) {
      if (this.#state === 'plain') return yield { kind: 'plain', bytes: input };
      if (this.#state === 'data') {
        const data = input.subarray(0, this.#left);
        this.#left -= data.length;
        if (this.#left === 0) this.#state = 'size';
        yield { kind: 'data', bytes: data };
        input = input.subarray(data.length);
        continue;
      }
      const end = input.indexOf(0x0a);
      if (end === -1 && input.length <= MAX_LINE_BYTES && couldBeSize(input)) {
        this.#held = input;
        return;
      }
      const line = end === -1 || end > MAX_LINE_BYTES ? null : input.toString('latin1', 0, end);
      const sizeLine = this.#state === 'first' ? SIZE_LINE : LATER_SIZE_LINE;
      const digits: string | undefined = line === null ? undefined : sizeLine.exec(line)?.[1];
      if (digits !== undefined) {
        input = input.subarray(end + 1);
        this.#left = Number.parseInt(digits, 16);
        this.#chunks++;
        this.#state = 'data';
        if (this.#left > 0) continue;
        this.#state = 'ended';
        return yield { kind: 'end', rest: input };
      }
      if (line !== null && /^\r*$/.test(line)) {
        input = input.subarray(end + 1);
        continue;
      }
      if (this.#state === 'first' && (line === null || !TOO_LARGE.test(line))) {
        this.#state = 'plain';
        continue;
      }
      this.#state = 'ended';
      return yield { kind: 'broken' };
    }
  }
}

/** Whether more bytes could make a size of the start of a line. */
function couldBeSize(start: Buffer): boolean {
  return /^[\r \t]*(?:0x)?0*[\da-f]{0,8}(?:[ \t;].*)?\r*$/is.test(start.toString('latin1'));
}
