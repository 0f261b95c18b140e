import { foldCase } from './fold.ts';
import { invalid, type Parsed } from './invalid-input.ts';
import { partsOf, type Mode } from './mode.ts';
import { codePointCount } from './terms.ts';

/** What of a term is looked for, so that its place in a source can be shown. */
export interface Sought {
  /** As it was asked. */
  readonly term: string;
  /** Folded: the term or, in mode `entry`, one of its runs of letters and digits. */
  readonly text: string;
}

/** What is to be shown of each hit, in the order in which it was asked. @param terms as they were asked */
export function soughtOf(terms: readonly string[], mode: Mode): readonly Sought[] {
  return terms.flatMap((term) => partsOf(foldCase(term), mode).map((text) => ({ term, text })));
}

/** Of a match beside its texts, about: source on both sides, URL, names of fields. In characters. */
const AROUND = 400;

/** Of all matches of one answer. What JSON may make of it, six times as much, still is a string. */
const MAX_CHARACTERS = 64 << 20;

/** How many hits one answer may have with what is sought shown: all that may be asked, but for many or long texts. At least 1. */
export function mostHits(sought: readonly Sought[]): number {
  const each = sought.reduce(
    (sum, { term, text }) => sum + codePointCount(term) + codePointCount(text) + AROUND,
    0,
  );
  return Math.max(1, Math.floor(MAX_CHARACTERS / each));
}

/** Checks that all hits of a query can have what it seeks in one answer. */
export function checkSnippets({
  limit,
  snippets,
}: {
  readonly limit: number;
  readonly snippets?: readonly Sought[];
}): Parsed<null> {
  const most = snippets === undefined ? Infinity : mostHits(snippets);
  if (limit <= most) return { ok: true, value: null };
  return invalid(
    'limit',
    `is ${limit}, with snippets of so many or so long terms`,
    `give at most ${most}, or take an export`,
  );
}
