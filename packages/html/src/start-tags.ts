/** Collects the offsets of start tags and the parent of each. */
export class StartTags {
  #offsets = new Uint32Array(512);
  #parents = new Int32Array(256);
  #count = 0;
  /** Indexes of the start tags of open elements, the innermost last; -1 for an element without one. */
  readonly #open: number[] = [];
  /** Index of the parent of the element opened last. */
  #parent = -1;

  /** Opens an element. @param holds whether it can contain other elements */
  open(holds: boolean): void {
    this.#parent = this.#open.at(-1) ?? -1;
    if (holds) this.#open.push(-1);
  }

  /**
   * Adds the start tag of the element opened last.
   *
   * @param start offset of `<`
   * @param end offset after `>`
   */
  add(start: number, end: number, holds: boolean): void {
    if (this.#count === this.#parents.length) this.#grow();
    this.#offsets[this.#count * 2] = start;
    this.#offsets[this.#count * 2 + 1] = end;
    this.#parents[this.#count] = this.#parent;
    if (holds) this.#open[this.#open.length - 1] = this.#count;
    this.#count += 1;
  }

  close(): void {
    this.#open.pop();
  }

  /** Index of the start tag of the innermost open element that has one; -1 for none. */
  get innermost(): number {
    for (let at = this.#open.length - 1; at >= 0; at--) {
      const index = this.#open[at] ?? -1;
      if (index !== -1) return index;
    }
    return -1;
  }

  /** Number of the start tag around another one; -1 if there is none. */
  parentOf(tag: number): number {
    return this.#parents[tag] ?? -1;
  }

  /** Start and end offset of a start tag. */
  rangeOf(tag: number): readonly [start: number, end: number] {
    return [this.#offsets[tag * 2] ?? 0, this.#offsets[tag * 2 + 1] ?? 0];
  }

  /** Index of the start tag added last; -1 before the first. */
  get latest(): number {
    return this.#count - 1;
  }

  /** Start and end offset of each start tag, in document order. */
  offsets(): Uint32Array {
    return this.#offsets.slice(0, this.#count * 2);
  }

  /** Index of the parent of each start tag; -1 for none. */
  parents(): Int32Array {
    return this.#parents.slice(0, this.#count);
  }

  #grow(): void {
    const offsets = new Uint32Array(this.#count * 4);
    offsets.set(this.#offsets);
    this.#offsets = offsets;
    const parents = new Int32Array(this.#count * 2);
    parents.set(this.#parents);
    this.#parents = parents;
  }
}
