/** Keeps the first of many items in an order. */
export class FirstInOrder<Item> {
  readonly #compare: (a: Item, b: Item) => number;
  readonly #count: number;
  #items: Item[] = [];
  /** The last entry that a sort kept: what comes after it is not among the first. */
  #last: Item | null = null;

  /** @param count number of items to keep */
  constructor(compare: (a: Item, b: Item) => number, count: number) {
    this.#compare = compare;
    this.#count = count;
  }

  add(item: Item): void {
    if (this.#last !== null && this.#compare(item, this.#last) >= 0) return;
    this.#items.push(item);
    // Sorting a list that has doubled costs each item a constant number of sorts.
    if (this.#items.length < 2 * this.#count + MIN_SORTED) return;
    this.#items = [...this.sorted()];
    this.#last = this.#items.at(-1) ?? null;
  }

  sorted(): readonly Item[] {
    return this.#items.toSorted(this.#compare).slice(0, this.#count);
  }
}

/** Items beyond twice the number to keep that are sorted together. */
const MIN_SORTED = 1_000;
