import { expect, test } from 'vitest';
import { adversarialTexts } from './adversarial-texts.ts';
import { randomNumbers } from './sample-texts.ts';

const LENGTH = 120;

/** Texts in lower case; case makes no difference to the expressions. */
function textsOf(source: string): readonly string[] {
  const texts = adversarialTexts(new RegExp(source, 'i'), LENGTH, randomNumbers(1));
  return texts.map(({ text }) => text.toLowerCase());
}

/** The head, then the unit again and again. */
function run(head: string, unit: string): string {
  return `${head}${unit.repeat(LENGTH)}`.slice(0, LENGTH);
}

test.each([
  ['a literal', 'foo[a-z]{1,9}bar', run('', 'foo')],
  ['literals one after the other', 'foo[a-z]{1,9}bar', run('', 'foobar')],
  ['a character that a set allows', 'foo[x-z]{1,9}bar', run('', 'x')],
  ['the character that most sets allow', '[^a]{1,9}[^b]{1,9}[ac]{1,9}', run('', 'c')],
  ['a literal and what a set allows, in turn', 'foo[x-z]{1,9}bar', run('', 'foox')],
  ['a match but for its end', 'foo[x-z]{1,9}bar', run('', 'fooxba')],
  ['a beginning, then what a set allows', 'foo[x-z]{1,9}bar', run('foo', 'x')],
  ['a beginning, then the literal that should follow', 'foo[x-z]{1,9}bar[x-z]{1,9}baz', run('foo', 'bar')],
  ['a repetition at its most', 'foo[x-z]{1,9}bar', run('', 'fooxxxxxxxxxba')],
  ['a group at its most, with what is within at its least', '(?:[x-z]{1,9}-){1,4}!', run('x-x-x-x-', 'x')],
  ['an alternative that is not the first', 'foo|bar[x-z]baz', run('barx', 'baz')],
  ['what is optional', 'foo(?:bar)?baz', run('', 'foobarba')],
])('texts are made of %s', (_, source, text) => {
  expect(textsOf(source)).toContain(text);
});

test('all differ and have the requested length', () => {
  const texts = textsOf('<(?:[a-z]{1,250}\\.){1,250}(?:foo|ba[rz])[^>]{0,250}\\.css');
  expect(texts.length).toBeGreaterThan(50);
  expect(new Set(texts).size).toBe(texts.length);
  expect(new Set(texts.map(({ length }) => length))).toEqual(new Set([LENGTH]));
});

test('the start of the run and the length of a unit are reported', () => {
  for (const { text, run, period } of adversarialTexts(/foo[x-z]{1,9}bar/i, LENGTH, randomNumbers(1))) {
    expect(text.slice(run, LENGTH - period)).toBe(text.slice(run + period));
  }
});

test('an expression without literal characters has texts of allowed ones', () => {
  expect(textsOf('\\d')).toEqual([run('', '0')]);
  expect(textsOf('^$')).toEqual([]);
});

test('the same random numbers make the same texts', () => {
  const source = '(?:a|b|c|d){1,9}(?:e|f|g)';
  expect(textsOf(source)).toEqual(textsOf(source));
});
