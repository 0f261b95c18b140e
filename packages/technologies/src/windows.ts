/** Where a match can lie around one of its pattern's literals, in characters. */
export interface Reach {
  /** How far before the literal a match can start: at least `from`, at most `to`. */
  readonly from: number;
  readonly to: number;
  /** From the start of a match to the last character that decides on it; Infinity if unknown. */
  readonly width: number;
}

/** Places where a match may start: from `first` to `last`, both included. */
export interface Interval {
  readonly first: number;
  readonly last: number;
}

/** So many intervals of one pattern are looked at one by one; beyond, the whole text is. */
const MAX_INTERVALS = 1_000;
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

/** Finds what `regex.exec(text)` finds, given that every match starts near one of the literals. */
export type WindowedSearch = (text: string, positions: readonly number[]) => RegExpExecArray | null;

/**
 * Two ways, both exact. Where a match may start in few places, a sticky copy is tried at each, on the whole text.
 * Elsewhere a copy searches a window that holds one character before the first start and one beyond the last character
 * that can decide, so that `^`, `$` and `\b` see what they see in the whole text; a match that starts behind the
 * window's last start is not the window's, and is left to the next one.
 *
 * The match's `index` and `input` are the window's, not the text's.
 */
export function windowedSearch(regex: RegExp, reach: Reach): WindowedSearch {
  if (!Number.isFinite(reach.width) || !Number.isFinite(reach.to)) return (text) => regex.exec(text);
  // Copies are made on first use: most patterns never are used in a process's life.
  let sticky: RegExp | null = null;
  let search: RegExp | null = null;
  return (text, positions) => {
    const intervals = startsNear(positions, reach);
    if (intervals.length > MAX_INTERVALS) return regex.exec(text);
    for (const { first, last } of intervals) {
      if (last - first < FEW_STARTS) {
        sticky ??= new RegExp(regex.source, 'iy');
        for (let start = first; start <= last; start++) {
          sticky.lastIndex = start;
          const match = sticky.exec(text);
          if (match !== null) return match;
        }
        continue;
      }
      search ??= new RegExp(regex.source, 'ig');
      const before = Math.max(0, first - 1);
      search.lastIndex = first - before;
      const match = search.exec(text.slice(before, last + reach.width + 1));
      if (match !== null && match.index + before <= last) return match;
    }
    return null;
  };
}
