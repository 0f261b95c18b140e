/** The bytes of an input in order: looked at without being taken, then skipped. */
export class Source {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);
  #offset = 0;

  constructor(input: AsyncIterable<Buffer>) {
    this.#chunks = input[Symbol.asyncIterator]();
  }

  /** Of the next byte. */
  get offset(): number {
    return this.#offset;
  }

  /** The next `count` bytes, fewer at the end. */
  async peek(count: number): Promise<Buffer> {
    if (this.#rest.length >= count) return this.#rest.subarray(0, count);
    const chunks = [this.#rest];
    for (let length = this.#rest.length; length < count;) {
      const next = await this.#chunks.next();
      if (next.done === true) break;
      chunks.push(next.value);
      length += next.value.length;
    }
    this.#rest = Buffer.concat(chunks);
    return this.#rest.subarray(0, count);
  }

  /** What is there of the next `most` bytes; none only at the end. */
  async peekSome(most: number): Promise<Buffer> {
    if (this.#rest.length === 0) await this.peek(1);
    return this.#rest.subarray(0, most);
  }

  /** @param count at most as many bytes as were looked at */
  skip(count: number): void {
    this.#rest = this.#rest.subarray(count);
    this.#offset += count;
  }
}
