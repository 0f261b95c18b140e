import type { Budget } from './budget.ts';
import { SLOWNESS } from './compiled-set.ts';
import { compileSteps, type SteppedRegex } from './regex-steps.ts';

/** Distances between a match and one of its pattern's literals, in characters. */
export interface Reach {
  /** Distance from the start of a match to the literal: at least `from`, at most `to`. */
  readonly from: number;
  readonly to: number;
  /** Characters from the start of a match to the last one that decides about it; Infinity if unknown. */
  readonly width: number;
}

/** Possible starts of a match: from `first` to `last`, both included. */
interface Interval {
  readonly first: number;
  readonly last: number;
}

/**
 * Maximum starts of one run of an expression, so that no run takes long. Several thousand literal occurrences
 * in real pages share few runs.
 */
const MAX_STARTS = 2_048;
/** Maximum number of starts that are tried one by one. */
const FEW_STARTS = 4;

/** Possible starts of matches near these literals, in order, without adjacent intervals. */
export function startsNear(positions: readonly number[], { from, to }: Reach): readonly Interval[] {
  const sorted = [...positions].sort((a, b) => a - b);
  const merged: { first: number; last: number }[] = [];
  for (const position of sorted) {
    const last = position - from;
    if (last < 0) continue;
    const first = Math.max(0, position - to);
    const previous = merged.at(-1);
    if (previous !== undefined && first <= previous.last + 1) previous.last = Math.max(previous.last, last);
    else merged.push({ first, last });
  }
  return merged;
}

/**
 * Finds what `regex.exec(text)` finds, given the positions of the literals of which one is in every match
 * (null: anywhere). Finds nothing once the budget is spent.
 */
export type WindowedSearch = (
  text: string,
  positions: readonly number[] | null,
  budget: Budget,
) => RegExpExecArray | null;

/**
 * Creates an exact search. At a few possible starts, a sticky copy of the expression is tried at each on the
 * complete text. Otherwise a copy searches a window with one character before the first start and one after the
 * last character that can decide, so that `^`, `$` and `\b` have the same result as in the complete text; a
 * match that starts after the window's last start belongs to the next window.
 *
 * The match's `index` and `input` refer to the window, not to the text.
 *
 * @param slowness slowness of one start (compiled-set.ts). A slow one is tried by itself; one that may never
 *   end is tried by a matcher that counts steps and stops at MAX_STEPS without a match
 */
export function windowedSearch(regex: RegExp, reach: Reach, slowness: number): WindowedSearch {
  if (slowness === SLOWNESS.endless) return countedSearch(regex, reach);
  const isSlow = slowness === SLOWNESS.slow;
  // Copies are created on first use: most patterns never run in the life of a process.
  let sticky: RegExp | null = null;
  const startingAt = (text: string, first: number, last: number, budget: Budget): RegExpExecArray | null => {
    sticky ??= new RegExp(regex.source, 'iy');
    for (let start = first; start <= last && !budget.isSpent(); start++) {
      sticky.lastIndex = start;
      const match = sticky.exec(text);
      if (match !== null) return match;
    }
    return null;
  };
  const isBounded = Number.isFinite(reach.width) && Number.isFinite(reach.to);
  let search: RegExp | null = null;
  const within = (text: string, first: number, last: number): RegExpExecArray | null => {
    search ??= new RegExp(regex.source, 'ig');
    const before = Math.max(0, first - 1);
    search.lastIndex = first - before;
    const match = search.exec(text.slice(before, last + reach.width + 1));
    return match !== null && match.index + before <= last ? match : null;
  };
  return (text, positions, budget) => {
    if (isSlow && positions === null) return startingAt(text, 0, text.length, budget);
    if (!isBounded || (positions === null && text.length <= MAX_STARTS))
      return budget.isSpent() ? null : regex.exec(text);
    const intervals = positions === null ? [{ first: 0, last: text.length }] : startsNear(positions, reach);
    for (const { first, last } of intervals) {
      if (isSlow || last - first < FEW_STARTS) {
        const match = startingAt(text, first, Math.min(last, text.length), budget);
        if (match !== null) return match;
        continue;
      }
      for (let from = first; from <= last && !budget.isSpent(); from += MAX_STARTS) {
        const match = within(text, from, Math.min(last, from + MAX_STARTS - 1));
        if (match !== null) return match;
      }
    }
    return null;
  };
}

/** Maximum steps; windows of real pages take at most a tenth (docs/internals/design/detection.md). */
const MAX_STEPS = 2_000_000;

function countedSearch(regex: RegExp, reach: Reach): WindowedSearch {
  let counted: SteppedRegex | null = null;
  const sticky = new RegExp(regex.source, 'iy');
  return (text, positions, budget) => {
    counted ??= compileSteps(regex);
    const intervals = positions === null ? [{ first: 0, last: text.length }] : startsNear(positions, reach);
    for (const { first, last } of intervals) {
      if (budget.isSpent()) return null;
      const found = counted.search(text, first, last, MAX_STEPS);
      if (found.outcome !== 'match') continue;
      // Takes the same number of steps, which is known to be small.
      sticky.lastIndex = found.index;
      return sticky.exec(text);
    }
    return null;
  };
}
