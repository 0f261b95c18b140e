import * as fc from 'fast-check';

/** Characters that are awkward: cases beyond ASCII, pairs of surrogates, what assertions look at. */
const CHARS = Array.from('aabbkKsSſ\u212aéÉσςΣ😀𐐀𐐨_1 \n');
const character = fc.constantFrom(...CHARS);

const CLASSES = [
  '.',
  '\\d',
  '\\w',
  '\\s',
  '\\D',
  '\\W',
  '\\S',
  '[ab]',
  '[^a]',
  '[a-k]',
  '[^k]',
  '[ks]',
  '[^\\W]',
  '[\\W1]',
  '[é-😀]',
  '[^😀]',
  '[[:alpha:]]',
  '[[:^alpha:]]',
  '[^[:space:]b]',
  '\\pL',
  '\\PL',
  '\\p{Lu}',
  '\\p{Greek}',
  '[^\\p{Greek}\\d]',
  '(?s:.)',
  '(?i:[a-k])',
  '(?-i:k)',
  '(?i:ſ)',
  '[𐐀-𐐧]',
  '[^\\x00-\\x{10FFFF}]',
  '\\x{1F600}',
  '\\141',
];
const ASSERTIONS = ['^', '$', '\\A', '\\z', '\\b', '\\B', '(?m:^)', '(?m:$)'];
const COUNTS = ['*', '+', '?', '{0}', '{1}', '{2}', '{0,2}', '{1,3}', '{2,}', '{0,}'];
const FLAGS = ['i', 's', 'm', 'U', '-i', 'i-s', 'sU', 'm-U'];

const { pattern } = fc.letrec<{ readonly pattern: string; readonly term: string; readonly atom: string }>(
  (tie) => ({
    pattern: fc
      .array(
        fc.array(tie('term'), { maxLength: 3 }).map((terms) => terms.join('')),
        { minLength: 1, maxLength: 3 },
      )
      .map((alternatives) => alternatives.join('|')),
    term: fc.oneof(
      { weight: 4, arbitrary: tie('atom') },
      {
        weight: 3,
        arbitrary: fc
          .tuple(tie('atom'), fc.constantFrom(...COUNTS), fc.constantFrom('', '', '?'))
          .map((parts) => parts.join('')),
      },
      { weight: 1, arbitrary: fc.constantFrom(...ASSERTIONS) },
    ),
    atom: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'atom' },
      { weight: 6, arbitrary: character },
      { weight: 3, arbitrary: fc.constantFrom(...CLASSES) },
      { weight: 3, arbitrary: tie('pattern').map((inner) => `(${inner})`) },
      { weight: 2, arbitrary: tie('pattern').map((inner) => `(?:${inner})`) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.constantFrom(...FLAGS), tie('pattern'))
          .map(([flags, inner]) => `(?${flags}:${inner})`),
      },
    ),
  }),
);

/**
 * Patterns of few characters with all operators, deep enough for empty iterations of groups in groups. Most of them need
 * a character somewhere, because a pattern that can match an empty text is refused.
 */
export const patterns: fc.Arbitrary<string> = fc.oneof(
  pattern,
  fc.tuple(pattern, character).map(([most, last]) => `(?:${most})${last}`),
  fc.tuple(character, pattern).map(([first, most]) => `${first}(${most})`),
  fc.tuple(pattern, character, pattern).map(([first, middle, last]) => `(${first})${middle}(?:${last})`),
);

/** Texts of the same characters. */
export const texts: fc.Arbitrary<string> = fc
  .array(character, { maxLength: 14 })
  .map((chars) => chars.join(''));

/** Strings of characters that mean something in patterns, mostly wrong ones. */
export const attempts: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...Array.from('aZ019()[]{}*+?|^$.\\\\\\-,:<>=!PpixmsUQEdwbBzxLn#_ é😀')), {
    minLength: 1,
    maxLength: 9,
  })
  .map((chars) => chars.join(''));
