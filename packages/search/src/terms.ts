import { foldCase } from './fold.ts';
import { invalid, type Parsed } from './invalid-input.ts';

const MAX_TERMS = 10;
/** Code points. */
const MAX_TERM_LENGTH = 1_000;

const ONLY_WHITE_SPACE = /^[\s\p{White_Space}]*$/u;

/**
 * @param name of the field that holds them
 * @returns the terms case-folded, each once, in code point order: what two searches for the same share
 */
export function parseTerms(name: string, terms: readonly string[]): Parsed<readonly string[]> {
  if (terms.length > MAX_TERMS)
    return invalid(name, `has ${terms.length} terms`, `give at most ${MAX_TERMS}`);
  for (const [index, term] of terms.entries()) {
    const field = `${name}[${index}]`;
    const length = codePointCount(term);
    if (length === 0) return invalid(field, 'is empty', 'give at least 1 character');
    if (length > MAX_TERM_LENGTH) {
      return invalid(field, `has ${length} characters`, `give at most ${MAX_TERM_LENGTH}`);
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

/** UTF-8 keeps code point order; UTF-16, the order of `<`, does not. */
export function compareCodePoints(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}
