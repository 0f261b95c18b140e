/**
 * Bounds of what a search may find while documents are replaced, by the number of each domain in code point order: 1 for
 * each that must be found, and 1 for each that may be found.
 */
export interface Bounds {
  readonly certain: Uint8Array;
  readonly possible: Uint8Array;
}

/** The round in which each domain is: the last one that was begun, and the last one that was acknowledged. */
export class Rounds {
  readonly begun: Int16Array;
  readonly done: Int16Array;

  constructor(domains: number) {
    this.begun = new Int16Array(domains).fill(-1);
    this.done = new Int16Array(domains).fill(-1);
  }

  /** Records that a replacement is about to be requested. */
  begin(numbers: readonly number[], round: number): void {
    for (const number of numbers) this.begun[number] = round;
  }

  /** Records that a replacement was acknowledged. */
  finish(numbers: readonly number[], round: number): void {
    for (const number of numbers) this.done[number] = round;
  }
}

/**
 * Documents of a round, to a search that saw one state between two moments.
 *
 * @param doneBefore rounds that were acknowledged when it began
 * @param begunAfter rounds that were begun when it had ended
 */
export function boundsOfRound(round: number, doneBefore: Int16Array, begunAfter: Int16Array): Bounds {
  const isSo = (test: (done: number, begun: number) => boolean): Uint8Array =>
    Uint8Array.from(doneBefore, (done, number) => (test(done, begunAfter[number] ?? -1) ? 1 : 0));
  return {
    certain: isSo((done, begun) => done === round && begun === round),
    possible: isSo((done, begun) => done <= round && round <= begun),
  };
}

/** A page of an answer in the order of domains. */
export interface AnsweredPage {
  readonly total: number;
  /** Numbers of the domains on it. */
  readonly numbers: readonly number[];
  readonly limit: number;
  /** Number of the last domain on the page before; -1 if it is the first page. */
  readonly after: number;
  readonly isLast: boolean;
}

/** @returns what is wrong with an answer; null if it is right */
export function faultOf(
  { total, numbers, limit, after, isLast }: AnsweredPage,
  bounds: Bounds,
): string | null {
  const { certain, possible } = bounds;
  const [least, most] = [countOf(certain), countOf(possible)];
  if (total < least || total > most) return `a total of ${total}, not ${least} to ${most}`;
  if (numbers.length > limit || (!isLast && numbers.length < limit))
    return `${numbers.length} items of ${limit} on ${isLast ? 'the last' : 'a'} page`;
  let last = after;
  for (const number of numbers) {
    if (!(number > last)) return `domain ${number} behind ${last}`;
    if (possible[number] !== 1) return `domain ${number}, which cannot match`;
    const missing = certain.subarray(last + 1, number).indexOf(1);
    if (missing >= 0) return `domain ${last + 1 + missing} is left out`;
    last = number;
  }
  const missing = isLast ? certain.subarray(last + 1).indexOf(1) : -1;
  return missing >= 0 ? `domain ${last + 1 + missing} is left out at the end` : null;
}

/** Number of domains that are set. */
export function countOf(flags: Uint8Array): number {
  return flags.reduce((sum, flag) => sum + flag, 0);
}
