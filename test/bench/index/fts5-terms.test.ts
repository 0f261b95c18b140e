import { expect, it } from 'vitest';
import { lookupOf } from './fts5-terms.ts';

it.each([
  ['a', { kind: 'gram', match: '61' }],
  ['aB', { kind: 'gram', match: '61x62' }],
  ['😀<', { kind: 'gram', match: '1f600x3c' }],
  ['a"b', { kind: 'phrase', match: '"a""b"' }],
  ['\ufffe\uffff\ufffd', { kind: 'phrase', match: '"AB\ufffd"' }],
  ['a\0b', { kind: 'never' }],
  ['ab\ud800', { kind: 'never' }],
  ['-'.repeat(48), { kind: 'phrase', match: `"${'-'.repeat(48)}"` }],
])('looks %j up', (term, lookup) => {
  expect(lookupOf(term)).toEqual(lookup);
});

it('looks up the ends of long runs only, with their surroundings', () => {
  const text = `<a>${'ab'.repeat(300)}<b>${'-'.repeat(100)}`;
  const lookup = lookupOf(text);
  expect(lookup).toMatchObject({ kind: 'pieces', text });
  const pieces =
    lookup.kind === 'pieces' ? lookup.match.split(' AND ').map((piece) => piece.slice(1, -1)) : [];
  expect(pieces).toHaveLength(3);
  expect(pieces.every((piece) => text.includes(piece))).toBe(true);
  expect(pieces[0]).toMatch(/^<a>(ab)+a?$/);
  expect(pieces[1]).toMatch(/^b?(ab)+<b>-+$/);
  expect(pieces[2]).toMatch(/^-+$/);
});

it('splits no character in two', () => {
  for (const before of ['', 'x', 'xy']) {
    const lookup = lookupOf(`${before}${'😀'.repeat(60)}y${'a😀'.repeat(60)}`);
    expect(lookup.kind).toBe('pieces');
    expect('match' in lookup && lookup.match.isWellFormed()).toBe(true);
  }
});
