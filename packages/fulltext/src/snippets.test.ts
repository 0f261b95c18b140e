import { expect, test } from 'vitest';
import { readKeyword } from './keyword.ts';
import { planOf } from './plan.ts';
import { snippetMaker } from './snippets.ts';

/** The snippet of a page of paragraphs. */
function snippet(
  keyword: string,
  texts: readonly string[],
  description: string | null = null,
  language = 'en',
) {
  const counts = { pages: 0, byWord: new Map<string, number>() };
  const plan = planOf(readKeyword(keyword, language), language, counts, {
    nearest: new Map(),
    rows: new Map(),
  });
  const blocks = texts.map((text) => ({ kind: 'paragraph' as const, text }));
  return plan === null ? null : snippetMaker(plan, language)(description, { blocks });
}

test.each([
  [
    'the text with most words',
    'grey heron',
    ['A heron.', 'A grey heron flies.', 'Grey.'],
    'A grey heron flies.',
  ],
  ['words with signs', 'c++ .net', ['C and net', 'In C++ or .NET today'], 'In C++ or .NET today'],
  ['accents and case', 'zurich', ['Nothing', 'In ZÜRICH today'], 'In ZÜRICH today'],
  ['Greek and Cyrillic', 'αθηνα', ['x', 'Στην Αθήνα'], 'Στην Αθήνα'],
  ['a word within another does not count', 'art', ['Party start', 'Modern art'], 'Modern art'],
  ['pairs of characters', '図書館', ['大学', '京都の図書館です'], '京都の図書館です'],
  [
    'a word with soft hyphens, which are not shown',
    'donaudampfschiff',
    ['Nothing', 'Das Donau\u00addampf\u00adschiff fährt'],
    'Das Donaudampfschiff fährt',
  ],
  ['a pictograph', '🍕', ['No', 'Best 🍕 here'], 'Best 🍕 here'],
  ['no word at all: the first prose', 'nothing', ['Short.', 'x'.repeat(90)], 'x'.repeat(90)],
])('%s', (_, keyword, texts, expected) => {
  expect(snippet(keyword, texts)).toBe(expected);
});

test('the description is shown if it has all words, or if the text has none', () => {
  expect(snippet('grey heron', ['A grey heron.'], 'On the grey heron')).toBe('On the grey heron');
  expect(snippet('grey heron', ['A grey heron.'], 'On herons')).toBe('A grey heron.');
  expect(snippet('stork', ['A heron.'], 'On birds')).toBe('On birds');
  expect(snippet('stork', [])).toBeNull();
});

test('a long text is cut around the words, and says so', () => {
  const shown = snippet('heron', [`${'before '.repeat(100)}a heron ${'after '.repeat(100)}`]) ?? '';
  expect(shown).toMatch(/^… before .*a heron after .* …$/);
  expect(shown.length).toBeLessThan(210);
});
