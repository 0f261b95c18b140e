/** Gathers where start tags stand. */
export class StartTags {
  #offsets = new Uint32Array(512);
  #length = 0;

  /** @param start offset of `<`; @param end offset behind `>` */
  add(start: number, end: number): void {
    if (this.#length === this.#offsets.length) {
      const grown = new Uint32Array(2 * this.#length);
      grown.set(this.#offsets);
      this.#offsets = grown;
    }
    this.#offsets[this.#length] = start;
    this.#offsets[this.#length + 1] = end;
    this.#length += 2;
  }

  /** Pairs of start and end, in the order in which they came. */
  offsets(): Uint32Array {
    return this.#offsets.slice(0, this.#length);
  }
}
