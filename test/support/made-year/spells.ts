// Values that hold one after the other.
import type { Random } from './keyed-random.ts';

/** A value that holds from a moment until the next one begins. */
export interface Spell<T> {
  /** Milliseconds since the epoch; -Infinity for the first. */
  readonly from: number;
  readonly value: T;
}

/** The value that holds at a moment. @param spells by `from`, ascending, the first from -Infinity */
export function valueAt<T>(spells: readonly Spell<T>[], at: number): T {
  const spell = spells.findLast(({ from }) => from <= at);
  if (spell === undefined) throw new RangeError('the first spell has to begin before everything');
  return spell.value;
}

export interface Span {
  readonly from: number;
  readonly until: number;
}

const YEAR_MS = 365.25 * 24 * 3_600_000;
/** Events of one process, whatever its rate. */
const MAX_EVENTS = 10_000;

/** Moments of a span at which something happens that happens at a rate a year, ascending. */
export function moments(random: Random, aYear: number, { from, until }: Span): readonly number[] {
  const found: number[] = [];
  for (let at = from; found.length < MAX_EVENTS;) {
    at += random.wait(aYear) * YEAR_MS;
    if (!(at < until)) break;
    found.push(at);
  }
  return found;
}
