export interface Time {
  readonly name: string;
  readonly medianMs: number;
  readonly maxMs: number;
}

/** Times of calls, each with the answer read. */
export class Times {
  readonly #rounds: number;
  readonly #all: Time[] = [];

  /** @param rounds times that `repeat` makes a call */
  constructor(rounds: number) {
    this.#rounds = rounds;
  }

  get all(): readonly Time[] {
    return this.#all;
  }

  /** Makes a call once, where the first one is what matters. */
  async once<T>(name: string, call: () => Promise<T>): Promise<T> {
    const from = performance.now();
    const value = await call();
    this.#add(name, [performance.now() - from]);
    return value;
  }

  async repeat(name: string, call: () => Promise<unknown>): Promise<void> {
    const ms: number[] = [];
    for (let round = 0; round < this.#rounds; round++) {
      const from = performance.now();
      await call();
      ms.push(performance.now() - from);
    }
    this.#add(name, ms);
  }

  #add(name: string, ms: readonly number[]): void {
    const sorted = ms.toSorted((a, b) => a - b);
    const medianMs = sorted[Math.floor(sorted.length / 2)] ?? 0;
    this.#all.push({ name, medianMs, maxMs: sorted.at(-1) ?? 0 });
  }
}
