import { compilePattern, parsePattern, type Found } from '@sitegrep/patterns';
import {
  canonicalText,
  isWholeScope,
  type Needle,
  type PatternNeedle,
  type RangeScope,
  type TextNeedle,
} from '@sitegrep/search';
import { PageText, type PageSource, WINDOW } from './page-text.ts';

/** Finds a needle in pages. */
export interface NeedleSearch {
  isIn(page: PageText): boolean;
  /**
   * Its matches in a page by position, in UTF-16 units of the text that its scope is in: of a text all, of a pattern those that
   * do not overlap an earlier one.
   */
  matches(page: PageText): Iterable<NeedleMatch>;
}

export interface NeedleMatch {
  readonly start: number;
  readonly end: number;
  /** Groups of a pattern. */
  readonly captures?: Found['captures'];
  readonly names?: Found['names'];
}

/** A part of a text in which a needle is looked for: from its beginning to its end. */
interface Part {
  readonly text: string;
  readonly from: number;
}

/** Looks for some needles in pages: what is found out about a needle or a page serves everything that looks for it, or at it. */
export class NeedleSearches {
  readonly #ranged: ReadonlySet<RangeScope>;
  readonly #checkpoint: () => void;
  readonly #searches = new Map<string, NeedleSearch>();

  /** @param checkpoint is called every few milliseconds, may throw */
  constructor(needles: Iterable<Needle>, checkpoint: () => void) {
    this.#ranged = rangedScopes(needles);
    this.#checkpoint = checkpoint;
  }

  /** The text of a page, prepared for all needles. */
  prepare(page: PageSource): PageText {
    return new PageText(page, this.#ranged, this.#checkpoint);
  }

  /** @param needle one of the needles */
  of(needle: Needle): NeedleSearch {
    const key = canonicalText(needle);
    const search = this.#searches.get(key) ?? searchFor(needle, this.#checkpoint);
    this.#searches.set(key, search);
    return search;
  }
}

/** @param checkpoint is called every few milliseconds, may throw */
export function searchFor(needle: Needle, checkpoint: () => void): NeedleSearch {
  return needle.kind === 'text' ? searchForText(needle) : searchForPattern(needle, checkpoint);
}

/** Scopes of needles that are ranges of the source. */
function rangedScopes(needles: Iterable<Needle>): ReadonlySet<RangeScope> {
  const ranged = new Set<RangeScope>();
  for (const { scope } of needles) if (!isWholeScope(scope)) ranged.add(scope);
  return ranged;
}

function searchForText({ text, caseSensitive, scope, wholeWord }: TextNeedle): NeedleSearch {
  const matches = (page: PageText): Iterable<NeedleMatch> => {
    if (scope === 'body' && !caseSensitive && wholeWord === undefined) return allInWindows(page, text);
    const find = wholeWord === undefined ? allIn : wordsIn;
    if (!caseSensitive && !isWholeScope(scope) && page.foldsByRange(scope))
      return allInFoldedRanges(page, text, scope, find);
    const whole = caseSensitive ? page.text(scope) : page.folded(scope);
    return isWholeScope(scope)
      ? find(whole, text, 0, whole.length)
      : allInRanges(whole, text, page.ranges(scope), find);
  };
  return { isIn: (page) => matches(page)[Symbol.iterator]().next().done !== true, matches };
}

/** All occurrences of a text that begin at `from` or later and end at `to` or before, also those that overlap. */
function* allIn(whole: string, text: string, from: number, to: number): Generator<NeedleMatch> {
  for (
    let at = whole.indexOf(text, from);
    at !== -1 && at + text.length <= to;
    at = whole.indexOf(text, at + 1)
  ) {
    yield { start: at, end: at + text.length };
  }
}

const LETTER_OR_DIGIT_BEFORE = /[\p{L}\p{N}]$/u;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/uy;

/** All occurrences of a text as a whole word: without a letter or digit right before or behind it between `from` and `to`. */
function* wordsIn(whole: string, text: string, from: number, to: number): Generator<NeedleMatch> {
  for (const match of allIn(whole, text, from, to)) {
    const before = whole.slice(Math.max(from, match.start - 2), match.start);
    LETTER_OR_DIGIT.lastIndex = match.end;
    if (LETTER_OR_DIGIT_BEFORE.test(before) || (match.end < to && LETTER_OR_DIGIT.test(whole))) continue;
    yield match;
  }
}

/** All occurrences of a text in a folded source, of which no more is folded than is needed. */
function* allInWindows(page: PageText, text: string): Generator<NeedleMatch> {
  for (let index = 0; ; index++) {
    const window = page.window(index);
    if (window === null) return;
    for (const { start, end } of allIn(window, text, 0, window.length)) {
      // A text that begins where windows overlap is found in the next one too.
      if (start >= WINDOW) break;
      yield { start: index * WINDOW + start, end: index * WINDOW + end };
    }
  }
}

function* allInRanges(
  whole: string,
  text: string,
  ranges: Uint32Array,
  find: typeof allIn,
): Generator<NeedleMatch> {
  let next = whole.indexOf(text);
  for (let index = 0; index < ranges.length && next !== -1; index += 2) {
    const [start = 0, end = 0] = ranges.subarray(index, index + 2);
    // Most ranges have none: an occurrence that is known to come later saves a look at those before it.
    if (next >= end) continue;
    if (next < start) next = whole.indexOf(text, start);
    yield* find(whole, text, start, end);
  }
}

/** The same in ranges that are folded one after the other: no more of them than are needed. */
function* allInFoldedRanges(
  page: PageText,
  text: string,
  scope: RangeScope,
  find: typeof allIn,
): Generator<NeedleMatch> {
  const ranges = page.ranges(scope);
  for (let index = 0; index < ranges.length; index += 2) {
    const start = ranges[index] ?? 0;
    const folded = page.foldedRange(scope, index);
    for (const match of find(folded, text, 0, folded.length))
      yield { start: start + match.start, end: start + match.end };
  }
}

function searchForPattern(
  { pattern: source, caseSensitive, scope }: PatternNeedle,
  checkpoint: () => void,
): NeedleSearch {
  const pattern = parsePattern(source);
  if (!pattern.ok) throw new TypeError(`a query has a pattern that is none: ${source}`);
  const matcher = compilePattern(pattern.value, { caseSensitive, onWork: checkpoint });

  function* parts(page: PageText): Generator<Part> {
    // The pattern itself ignores case: it is given the text as it stands.
    const whole = page.text(scope);
    if (isWholeScope(scope)) {
      yield { text: whole, from: 0 };
      return;
    }
    const ranges = page.ranges(scope);
    for (let index = 0; index < ranges.length; index += 2) {
      const [start = 0, end = 0] = ranges.subarray(index, index + 2);
      yield { text: whole.slice(start, end), from: start };
    }
  }

  return {
    isIn: (page) => parts(page).some(({ text }) => matcher.test(text)),
    *matches(page) {
      for (const { text, from } of parts(page)) {
        for (let found = matcher.find(text, 0); found !== null; found = matcher.find(text, found.end)) {
          const { start, end, captures, names } = found;
          yield { start: from + start, end: from + end, captures, names };
        }
      }
    },
  };
}
