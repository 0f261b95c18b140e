/** Values by key, as many as fit: the least recently used ones make room. */
export class RecentlyUsed<Value> {
  readonly #most: number;
  readonly #bytesOf: (key: string, value: Value) => number;
  /** Ordered by insertion, so that the least recently used comes first. */
  readonly #stored = new Map<string, Value>();
  #bytes = 0;

  /**
   * @param most bytes
   * @param bytesOf what an entry takes; stays as it is while the value is kept
   */
  constructor(most: number, bytesOf: (key: string, value: Value) => number) {
    this.#most = most;
    this.#bytesOf = bytesOf;
  }

  get(key: string): Value | undefined {
    const known = this.#stored.get(key);
    if (known === undefined) return undefined;
    this.#stored.delete(key);
    this.#stored.set(key, known);
    return known;
  }

  /** Takes the place of what was kept for the key; what is too large alone is not kept. */
  keep(key: string, value: Value): void {
    this.#drop(key);
    const bytes = this.#bytesOf(key, value);
    if (bytes > this.#most) return;
    this.#stored.set(key, value);
    this.#bytes += bytes;
    for (const oldest of this.#stored.keys()) {
      if (this.#bytes <= this.#most) break;
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
