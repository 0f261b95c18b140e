/** Why a pattern cannot be used. */
export interface PatternError {
  /** Offset of the fault, in UTF-16 units of the pattern. */
  readonly at: number;
  /** A sentence without its full stop: `the group that begins here is not closed`. */
  readonly problem: string;
  /** An instruction: `add a )`. */
  readonly remedy: string;
}

/** Thrown while a pattern is read. */
export class Fault extends Error {
  readonly at: number;
  readonly problem: string;
  readonly remedy: string;

  constructor(at: number, problem: string, remedy: string) {
    super(`${problem}: ${remedy}`);
    this.at = at;
    this.problem = problem;
    this.remedy = remedy;
  }
}
