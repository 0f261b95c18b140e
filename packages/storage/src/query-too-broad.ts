/** Sources of more documents would have to be looked at than time allows. What was decided is kept for a while. */
export class QueryTooBroad extends Error {
  override readonly name = 'QueryTooBroad';
  /** Documents whose sources must be looked at, as far as the index can tell. */
  readonly candidates: number;
  /** How many of them were decided. */
  readonly decided: number;

  constructor(candidates: number, decided: number) {
    super(`${decided} of ${candidates} candidates were decided in the time that a search has`);
    this.candidates = candidates;
    this.decided = decided;
  }
}

/** The sources of more hits would have to be read for what is shown of them than time allows. */
export class HitsTooMany extends Error {
  override readonly name = 'HitsTooMany';
  /** Hits that are shown. */
  readonly hits: number;
  /** How many of them were read. */
  readonly read: number;

  constructor(hits: number, read: number) {
    super(`the sources of ${read} of ${hits} hits were read in the time that a search has`);
    this.hits = hits;
    this.read = read;
  }
}
