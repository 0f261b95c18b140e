import { expect, test } from 'vitest';
import { readKeyword } from './keyword.ts';

const NOTHING = { words: [], phrases: [], excluded: [], sites: [], excludedSites: [] };

test.each([
  ['chicken soup', { words: ['chicken', 'soup'] }],
  [
    '"chicken soup" -noodle',
    { words: ['chicken', 'soup'], phrases: [['chicken', 'soup']], excluded: [['noodle']] },
  ],
  ['„Hühner Suppe“', { words: ['huhner', 'suppe'], phrases: [['huhner', 'suppe']] }],
  ['-"cream of" soup', { words: ['soup'], excluded: [['cream', 'of']] }],
  ['"one"', { words: ['one'] }],
  ['"never closed text', { words: ['never', 'closed', 'text'], phrases: [['never', 'closed', 'text']] }],
  [
    'soup site:WWW.Example.com -site:b.example.com',
    { words: ['soup'], sites: ['example.com'], excludedSites: ['b.example.com'] },
  ],
  ['site: soup', { words: ['site', 'soup'] }],
  ['well-known a-b', { words: ['well', 'known', 'a', 'b'] }],
  ['soup soup', { words: ['soup'] }],
  ['- -- "" ++', {}],
])('%j', (text, expected) => {
  expect(readKeyword(text, 'en')).toEqual({ ...NOTHING, ...expected, others: expect.any(Map) });
});

test('a keyword has at most 32 words', () => {
  const words = Array.from({ length: 100 }, (_, number) => `w${number}`);
  expect(readKeyword(words.join(' '), 'en').words).toEqual(words.slice(0, 32));
});
