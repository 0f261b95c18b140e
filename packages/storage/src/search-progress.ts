// How far a search is that reads sources. Threads write it, and whoever holds it reads it when it likes.

/** Memory of a progress, which threads share. */
export type SharedProgress = Int32Array<SharedArrayBuffer>;

const CANDIDATES = 0;
const DECIDED = 1;

/** Progress of one search, with all of the searches that go on where it was given up. */
export class SearchProgress {
  readonly shared: SharedProgress = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));

  /** Items of which the index alone does not tell whether they match; 0: none, or not known yet. */
  get candidates(): number {
    return Atomics.load(this.shared, CANDIDATES);
  }

  /** How many of them are decided. */
  get decided(): number {
    return Math.min(this.candidates, Atomics.load(this.shared, DECIDED));
  }
}

/** Notes how many candidates there are and how many are decided: of the same candidates never fewer than before. */
export function noteProgress(shared: SharedProgress, candidates: number, decided: number): void {
  const isSame = Atomics.load(shared, CANDIDATES) === candidates;
  Atomics.store(shared, DECIDED, isSame ? Math.max(decided, Atomics.load(shared, DECIDED)) : decided);
  Atomics.store(shared, CANDIDATES, candidates);
}
