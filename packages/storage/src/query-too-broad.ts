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
