/** Durations of which a quantile is taken: the last ones. */
const MAX_DURATIONS = 4_096;

/** The last durations of something since they were taken, in memory of a fixed size. */
export class LastDurations {
  readonly #seconds = new Float64Array(MAX_DURATIONS);
  #count = 0;

  add(seconds: number): void {
    this.#seconds[this.#count % MAX_DURATIONS] = seconds;
    this.#count += 1;
  }

  /** Takes what there was: how many durations, and the least of the last ones that so many of them do not exceed; null: none. */
  take(quantile: number): { readonly count: number; readonly seconds: number | null } {
    const count = this.#count;
    const known = Math.min(count, MAX_DURATIONS);
    const sorted = this.#seconds.slice(0, known).toSorted();
    this.#count = 0;
    return { count, seconds: sorted[Math.ceil(quantile * known) - 1] ?? null };
  }
}
