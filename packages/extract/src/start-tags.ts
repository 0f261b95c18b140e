/** Gathers where start tags stand, and which elements are around theirs. */
export class StartTags {
  #offsets = new Uint32Array(512);
  #parents = new Int32Array(256);
  #count = 0;
  /** Of the elements that are open, the numbers of their start tags, the innermost last; -1 for those without one. */
  readonly #open: number[] = [];
  /** Of the element around the one opened last. */
  #parent = -1;

  /** @param holds whether others can be within */
  open(holds: boolean): void {
    this.#parent = this.#open.at(-1) ?? -1;
    if (holds) this.#open.push(-1);
  }

  /** Of the element opened last. @param start offset of `<`; @param end offset behind `>` */
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

  /** Pairs of start and end, in the order in which they came. */
  offsets(): Uint32Array {
    return this.#offsets.slice(0, this.#count * 2);
  }

  /** Of each, the number of that around it; -1 for none. */
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
