import { type Near, type Needle, type Scope, textOf, textsOfBoth } from '@sitegrep/search';
import type { NeedleMatch, NeedleSearches } from './needle-search.ts';
import type { PageText } from './page-text.ts';

/** Whether a text of a page has a match of either side, two different ones, with at most so many characters between them. */
export function searchForNear(
  { left, right, within }: Near,
  all: NeedleSearches,
): (page: PageText) => boolean {
  const tests = textsOfBoth(left, right).map((scope) => searchInText(scope, [left, right], within, all));
  return (page) => tests.some((test) => test(page));
}

/** @param scope that stands for the text in which both sides have their matches */
function searchInText(
  scope: Scope,
  sides: readonly (readonly Needle[])[],
  within: number,
  all: NeedleSearches,
): (page: PageText) => boolean {
  const searches = sides.map((needles) =>
    needles.filter((needle) => textOf(needle) === scope).map((needle) => all.of(needle)),
  );
  return (page) => {
    const [first = [], second = []] = searches.map((side) =>
      side.flatMap((search) => [...search.matches(page)]).sort((a, b) => a.start - b.start || a.end - b.end),
    );
    const text = page.text(scope);
    return isNear(text, first, second, within) || isNear(text, second, first, within);
  };
}

/**
 * Whether a match of the second list begins within so many code points after the end of one of the first, or before that
 * end but not before its start.
 *
 * @param before, after by start
 */
function isNear(
  text: string,
  before: readonly NeedleMatch[],
  after: readonly NeedleMatch[],
  within: number,
): boolean {
  let next = 0;
  // Of all matches that begin before a match of the second list, the one that ends last is the nearest, unless it is that very
  // match: then it is the one that ends before it.
  let last: NeedleMatch | null = null;
  let secondEnd = -1;
  for (const match of after) {
    for (; next < before.length; next++) {
      const one = before[next];
      if (one === undefined || one.start > match.start) break;
      if (isSame(one, before[next - 1])) continue;
      if (last !== null && last.end >= one.end) secondEnd = Math.max(secondEnd, one.end);
      else {
        secondEnd = last?.end ?? -1;
        last = one;
      }
    }
    const lastEnd = last === null || isSame(last, match) ? secondEnd : last.end;
    if (lastEnd !== -1 && hasAtMost(text, lastEnd, match.start, within)) return true;
  }
  return false;
}

function isSame(one: NeedleMatch, other: NeedleMatch | undefined): boolean {
  return one.start === other?.start && one.end === other.end;
}

/** Whether a part of a text has at most so many code points. */
function hasAtMost(text: string, from: number, to: number, most: number): boolean {
  const units = to - from;
  if (units <= most) return true;
  if (units > 2 * most) return false;
  let count = 0;
  for (let at = from; at < to; at++) if ((text.charCodeAt(at) & 0xfc00) !== 0xdc00) count++;
  return count <= most;
}

export function needlesOf({ left, right }: Near): readonly Needle[] {
  return [...left, ...right];
}
