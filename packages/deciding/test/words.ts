// Texts of any script and case, drawn for pages and for searches alike.
import * as fc from 'fast-check';
import { type Expression, type Needle, type Scope, SCOPE_NAMES } from '@sitegrep/search';
import { and, near, not, or, samePage } from '../../storage/test/conformance/expressions.ts';
import type { Piece } from '../../storage/test/conformance/query-oracle.ts';

const WORDS = [
  'Kelvin',
  '\u212Aelvin',
  'Straße',
  'STRASSE',
  'gtag(',
  'ſcript',
  'Script',
  '東京都',
  'ΟΔΟΣ',
  'οδος',
  'a😀b',
];
const words = fc.constantFrom(...WORDS, ...WORDS.map((word) => word.toLowerCase()));
/** The kinds of pieces that may have any of the words. */
const KINDS = [
  'text',
  'comment',
  'inline',
  'meta',
  'title',
  'rendered',
  'dns',
  'headers',
  'cookies',
  'file',
] as const;
export const wordPieces: fc.Arbitrary<readonly Piece[]> = fc.array(
  fc.tuple(
    fc.constantFrom(...KINDS),
    fc.array(words, { minLength: 1, maxLength: 3 }).map((some) => some.join(' ')),
  ),
  { maxLength: 3 },
);
const wordNeedles: fc.Arbitrary<Needle> = fc
  .record({
    word: words,
    scope: fc.oneof(fc.constant<Scope>('body'), fc.constantFrom(...SCOPE_NAMES)),
    kind: fc.constantFrom('text', 'case', 'word', 'pattern'),
  })
  .map(({ word, scope, kind }): Needle => {
    if (kind === 'case') return { kind: 'text', text: word, caseSensitive: true, scope };
    const text = foldedByEngine(word);
    if (kind === 'word') return { kind: 'text', text, caseSensitive: false, scope, wholeWord: true };
    return kind === 'text'
      ? { kind: 'text', text, caseSensitive: false, scope }
      : { kind: 'pattern', pattern: `${word.replace('(', '\\(')}.?[ <]`, caseSensitive: false, scope };
  });

/** The fold of the words above. */
function foldedByEngine(word: string): string {
  return word.toLowerCase().replaceAll('\u212a', 'k').replaceAll('ſ', 's').replaceAll('ς', 'σ');
}

export const wordExpressions: fc.Arbitrary<Expression> = fc
  .array(wordNeedles, { minLength: 3, maxLength: 3 })
  .chain(([first, second, third]) => {
    if (first === undefined || second === undefined || third === undefined)
      throw new TypeError('three are drawn');
    return fc.constantFrom<Expression>(
      first,
      and(first, second),
      or(first, second),
      and(first, not(second)),
      samePage(and(first, not(second))),
      samePage(and(or(first, second), third)),
      near([first, second], third, 12),
      and(first, not(samePage(and(second, third)))),
    );
  });
