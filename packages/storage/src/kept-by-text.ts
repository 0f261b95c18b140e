import { LRUCache } from 'lru-cache';

/** Memory for texts, in bytes. */
const TEXTS_BYTES = 1 << 20;
/** Approximate size of an entry besides its key and its value, in bytes. */
const ENTRY_BYTES = 150;

/** Bounds of what is kept. */
interface Bounds<Value> {
  /** Maximum memory, in bytes. */
  readonly maxBytes: number;
  readonly bytesOf: (value: Value) => number;
}

/**
 * Findings about items, each for a text such as that of a pattern. Searches share them, so the next page of a walk, and a search that is
 * asked again, read nothing a second time. The least recently used ones are dropped first.
 */
export class KeptByText<Value extends object> {
  readonly #values: LRUCache<string, Value>;
  /** Numbers stand for the long texts. One that is given out anew leaves the values under the old one behind. */
  readonly #numbers = new LRUCache<string, number>({
    maxSize: TEXTS_BYTES,
    sizeCalculation: (_, key) => 2 * key.length + ENTRY_BYTES,
  });
  #last = 0;

  constructor({ maxBytes, bytesOf }: Bounds<Value>) {
    this.#values = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (value, key) => bytesOf(value) + 2 * key.length + ENTRY_BYTES,
    });
  }

  /** The number of a text, under which values are kept. */
  numberOf(text: string): number {
    const number = this.#numbers.get(text) ?? ++this.#last;
    this.#numbers.set(text, number);
    return number;
  }

  /** @param item names what never changes, such as a document of a revision. @returns null if nothing is kept */
  get(number: number, item: string): Value | null {
    return this.#values.get(keyOf(number, item)) ?? null;
  }

  set(number: number, item: string, value: Value): void {
    this.#values.set(keyOf(number, item), value);
  }
}

function keyOf(number: number, item: string): string {
  return `${number} ${item}`;
}
