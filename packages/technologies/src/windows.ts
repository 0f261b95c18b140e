import type { Budget } from './budget.ts';
import { SLOWNESS } from './compiled-set.ts';
import { compileSteps, type SteppedRegex } from './regex-steps.ts';

/** Where a match can lie around one of its pattern's literals, in characters. */
export interface Reach {
  /** How far before the literal a match can start: at least `from`, at most `to`. */
  readonly from: number;
  readonly to: number;
  /** From the start of a match to the last character that decides on it; Infinity if unknown. */
  readonly width: number;
}

/** Places where a match may start: from `first` to `last`, both included. */
interface Interval {
  readonly first: number;
  readonly last: number;
}

/** Starts that one run of an expression may try, so that no run is long; some thousand real ones share a run. */
const MAX_STARTS = 2_048;
/** Up to so many starts are tried one by one. */
const FEW_STARTS = 4;

/** The places where a match near any of these literals may start, in order, none touching another. */
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
 * Finds what `regex.exec(text)` finds, given where the literals stand of which one is in every match; null: anywhere.
 * Finds nothing once the budget is spent.
 */
export type WindowedSearch = (
  text: string,
  positions: readonly number[] | null,
  budget: Budget,
) => RegExpExecArray | null;

/**
 * Two ways, both exact. Where a match may start in few places, a sticky copy is tried at each, on the whole text.
 * Elsewhere a copy searches a window that holds one character before the first start and one beyond the last character
 * that can decide, so that `^`, `$` and `\b` see what they see in the whole text; a match that starts behind the
 * window's last start is not the window's, and is left to the next one.
 *
 * The match's `index` and `input` are the window's, not the text's.
 *
 * @param slowness of one start (compiled-set.ts). Where it takes long, each is tried by itself; where it may never end,
 * by a matcher that counts steps, and gives up at MAX_STEPS as if nothing matched
 */
export function windowedSearch(regex: RegExp, reach: Reach, slowness: number): WindowedSearch {
  if (slowness === SLOWNESS.endless) return countedSearch(regex, reach);
  const isSlow = slowness === SLOWNESS.slow;
  // A copy is made on first use: most patterns never are used in a process's life.
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

/** Windows of real pages take a tenth of that at most (docs/design/detection.md). */
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
      // Takes the same steps, of which it is known now that they are few.
      sticky.lastIndex = found.index;
      return sticky.exec(text);
    }
    return null;
  };
}
