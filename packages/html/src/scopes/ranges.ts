/** Collects ranges of a text in ascending order, start and end of each. */
export class Ranges {
  #offsets = new Uint32Array(64);
  #length = 0;

  /** Adds the range [start, end) after those before. */
  add(start: number, end: number): void {
    if (this.#length === this.#offsets.length) {
      const grown = new Uint32Array(this.#length * 2);
      grown.set(this.#offsets);
      this.#offsets = grown;
    }
    this.#offsets[this.#length] = start;
    this.#offsets[this.#length + 1] = end;
    this.#length += 2;
  }

  /** Adds a range, as the continuation of the last one if that ends where it begins. */
  continue(start: number, end: number): void {
    if (this.#length > 0 && this.#offsets[this.#length - 1] === start) this.#offsets[this.#length - 1] = end;
    else this.add(start, end);
  }

  /** Start and end of each range. */
  offsets(): Uint32Array {
    return this.#offsets.slice(0, this.#length);
  }
}
