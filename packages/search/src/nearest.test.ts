import { expect, test } from 'vitest';
import { didYouMean, didYouMeanField, nearestOf } from './nearest.ts';

const NAMES = [
  'WordPress',
  'Express',
  'React',
  'jQuery',
  'jQuery UI',
  'Google Tag Manager',
  'Pressero',
  'SEOPress',
];

test.each([
  ['a letter differs', 'reakt', ['React']],
  ['a word or a part of it begins so', 'press', ['WordPress', 'Pressero']],
  ['case does not count', 'PRESS', ['WordPress', 'Pressero']],
  ['two letters begin a word', 'jq', ['jQuery', 'jQuery UI']],
  ['a later word begins so', 'tag', ['Google Tag Manager']],
  ['some words of a name', 'tag man', ['Google Tag Manager']],
  ['within a word', 'ord', ['WordPress']],
  ['within words, after what begins one', 'res', ['WordPress', 'Express', 'Pressero', 'SEOPress']],
  ['several letters differ', 'wurdpräss', ['WordPress']],
])('the nearest names: %s', (_, text, expected) => {
  expect(nearestOf(text, NAMES, expected.length)).toEqual(expected);
});

test.each([
  ['titl', 'did you mean title? If not, '],
  ['countr', 'did you mean country? If not, '],
  ['rank', 'did you mean domain_rank? If not, '],
  ['ra', ''],
  ['zzzzzz', ''],
])('%s: %s', (text, question) => {
  expect(didYouMean(text, ['title', 'country', 'domain_rank'])).toBe(question);
});

test.each([
  ['country_iso_code', 'did you mean country? If not, '],
  ['Last_Visited', 'did you mean visited? If not, '],
  ['content_language_code', 'did you mean content_language? If not, '],
  ['language_code', 'did you mean language? If not, '],
  ['contry', 'did you mean country? If not, '],
  ['domain_rank', 'did you mean rank? If not, '],
  // A part of another word, and a name too short to mean something.
  ['kitchenvisited', ''],
  ['has_it', ''],
  [7, ''],
])('of fields, %s: %s', (text, question) => {
  const names = ['domain', 'rank', 'country', 'visited', 'language', 'content_language', 'has'];
  expect(didYouMeanField(text, names)).toBe(question);
});
