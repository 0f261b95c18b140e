/** The bytes of an input in order. A caller looks at bytes first, then skips them. */
export class ByteSource {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);
  #offset = 0;

  constructor(input: AsyncIterable<Buffer>) {
    this.#chunks = input[Symbol.asyncIterator]();
  }

  /** Offset of the next byte. */
  get offset(): number {
    return this.#offset;
  }

  /** The next `count` bytes, fewer at the end. */
  async peek(count: number): Promise<Buffer> {
    if (this.#rest.length >= count) return this.#rest.subarray(0, count);
    const chunks = this.#rest.length === 0 ? [] : [this.#rest];
    for (let length = this.#rest.length; length < count;) {
      const next = await this.#chunks.next();
      if (next.done === true) break;
      chunks.push(next.value);
      length += next.value.length;
    }
    const [only] = chunks;
    this.#rest = chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
    return this.#rest.subarray(0, count);
  }

  /** The available ones of the next `max` bytes; none only at the end. */
  async peekSome(max: number): Promise<Buffer> {
    if (this.#rest.length === 0) await this.peek(1);
    return this.#rest.subarray(0, max);
  }

  /** @param count not more than were looked at */
  skip(count: number): void {
    this.#rest = this.#rest.subarray(count);
    this.#offset += count;
  }

  /** Ends the input early. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}
