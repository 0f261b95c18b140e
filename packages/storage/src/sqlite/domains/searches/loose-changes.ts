/** Domains that are remembered. */
const MAX_DOMAINS = 10_000;

/**
 * Domains of which what they fulfil became another without a revision of their own: whoever looked at the index before does not know of
 * it. Only this process changes the index, so it is in memory.
 */
export class LooseChanges {
  readonly #numbers = new Map<number, number>();
  #last = 0;
  /** Changes up to this one are forgotten. */
  #forgotten = 0;

  /** Number of the last change. */
  get last(): number {
    return this.#last;
  }

  note(domain: number): void {
    this.#numbers.delete(domain);
    this.#numbers.set(domain, ++this.#last);
    if (this.#numbers.size <= MAX_DOMAINS) return;
    const [first] = this.#numbers;
    if (first === undefined) return;
    this.#numbers.delete(first[0]);
    this.#forgotten = first[1];
  }

  /** Forgets all changes, of which some were rolled back. */
  forget(): void {
    this.#numbers.clear();
    this.#forgotten = ++this.#last;
  }

  /** Tells whether all changes after one are known. */
  knows(after: number): boolean {
    return after >= this.#forgotten && after <= this.#last;
  }

  isAfter(domain: number, after: number): boolean {
    return (this.#numbers.get(domain) ?? 0) > after;
  }
}
