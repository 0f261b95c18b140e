/** Values by key, as many as fit: the least recently used ones are dropped first. */
export class RecentlyUsed<Value> {
  readonly #maxBytes: number;
  readonly #bytesOf: (key: string, value: Value) => number;
  /** Ordered by insertion, so that the least recently used comes first. */
  readonly #stored = new Map<string, Value>();
  #bytes = 0;

  /** @param bytesOf bytes of an entry; must not change while the value is stored */
  constructor(maxBytes: number, bytesOf: (key: string, value: Value) => number) {
    this.#maxBytes = maxBytes;
    this.#bytesOf = bytesOf;
  }

  get(key: string): Value | undefined {
    const known = this.#stored.get(key);
    if (known === undefined) return undefined;
    this.#stored.delete(key);
    this.#stored.set(key, known);
    return known;
  }

  /** Stores a value in place of the key's former one. A value that does not fit alone is not stored. */
  set(key: string, value: Value): void {
    this.#drop(key);
    const bytes = this.#bytesOf(key, value);
    if (bytes > this.#maxBytes) return;
    this.#stored.set(key, value);
    this.#bytes += bytes;
    for (const oldest of this.#stored.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const dropped = this.#stored.get(key);
    if (dropped === undefined) return;
    this.#stored.delete(key);
    this.#bytes -= this.#bytesOf(key, dropped);
  }
}
