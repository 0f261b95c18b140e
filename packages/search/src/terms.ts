import { compareCodePoints } from '@sitegrep/site';
import { SEARCH_BOUNDS } from './bounds.ts';
import { foldCase } from '@sitegrep/fold';
import { sourceText, type Needle } from './expression/expression.ts';
import { invalid, type Parsed } from './invalid-input.ts';

/**
 * How a term is looked for: `strict_entry` as it stands, `entry` by its runs of letters and digits, each of which has to
 * occur somewhere in the sources of the domain.
 */
export const MODES = ['strict_entry', 'entry'] as const;
export type Mode = (typeof MODES)[number];

export function parseMode(mode: string): Parsed<Mode> {
  const known = MODES.find((one) => one === mode);
  return known === undefined
    ? invalid('mode', 'is unknown', `use one of ${MODES.join(', ')}`)
    : { ok: true, value: known };
}

const ONLY_WHITE_SPACE = /^[\s\p{White_Space}]*$/u;

/**
 * @param name of the field that holds the terms
 * @returns the terms case-folded, each once, in code point order: the same for all searches with the same meaning
 */
export function parseTerms(name: string, terms: readonly string[]): Parsed<readonly string[]> {
  const { maxTerms, maxTermLength } = SEARCH_BOUNDS;
  if (terms.length > maxTerms) return invalid(name, `has ${terms.length} terms`, `give at most ${maxTerms}`);
  for (const [index, term] of terms.entries()) {
    const field = `${name}[${index}]`;
    const length = codePointCount(term);
    if (length === 0) return invalid(field, 'is empty', 'give at least 1 character');
    if (length > maxTermLength) {
      return invalid(field, `has ${length} characters`, `give at most ${maxTermLength}`);
    }
    if (term.includes('\0')) return invalid(field, 'has a NUL character', 'leave it out, no page has one');
    if (!term.isWellFormed()) {
      return invalid(field, 'has half of a surrogate pair', 'write characters beyond U+FFFF as whole pairs');
    }
    if (ONLY_WHITE_SPACE.test(term))
      return invalid(field, 'is only white space', 'add a character that is not');
  }
  return { ok: true, value: [...new Set(terms.map(foldCase))].sort(compareCodePoints) };
}

export function codePointCount(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

const RUNS = /[\p{L}\p{Nd}]+/gu;

/** Texts, each once, that a domain has to contain to match a term. @param term folded */
export function runsOf(term: string, mode: Mode): readonly string[] {
  return mode === 'strict_entry' ? [term] : [...new Set(term.match(RUNS))];
}

/**
 * Checks that each term has a run that can be looked for, and that all together they are not too many.
 *
 * @param lists terms as the request has them, by the names of their fields
 */
export function checkRuns(lists: Readonly<Record<string, readonly string[]>>, mode: Mode): Parsed<null> {
  const runs = new Set<string>();
  for (const [name, terms] of Object.entries(lists)) {
    for (const [index, term] of terms.entries()) {
      const own = runsOf(foldCase(term), mode);
      if (own.length === 0) {
        const remedy = 'add one, or search in mode strict_entry';
        return invalid(`${name}[${index}]`, 'has no letter and no digit', remedy);
      }
      for (const run of own) runs.add(run);
    }
  }
  const { maxRuns } = SEARCH_BOUNDS;
  if (runs.size <= maxRuns) return { ok: true, value: null };
  const problem = `has, with exclude_terms, ${runs.size} different runs of letters and digits`;
  return invalid('search_terms', problem, `give at most ${maxRuns}, or search in mode strict_entry`);
}

/** A text or pattern to look for in a source, so that its position can be shown. */
export interface Sought {
  /** Text or pattern as the request has it. */
  readonly term: string;
  readonly needle: Needle;
}

/** Matches that each hit is to have. */
export interface Snippets {
  readonly sought: readonly Sought[];
  /** Maximum matches of each text or pattern. */
  readonly perNeedle: number;
  /** Code points of the source on either side of a match. */
  readonly around: number;
  /** Whole lines before and after that of a match, as far as `around` reaches; absent: lines do not count. */
  readonly lines?: number;
  /** Whether every hit must have a match of each: all of them are required, and no page but its source decides. */
  readonly isComplete: boolean;
}

/** Texts to show of each hit, in the order of the request. @param terms as the request has them */
export function soughtOf(terms: readonly string[], mode: Mode): readonly Sought[] {
  return terms.flatMap((term) =>
    runsOf(foldCase(term), mode).map((text) => ({ term, needle: sourceText(text) })),
  );
}
