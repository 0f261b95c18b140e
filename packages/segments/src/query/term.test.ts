import { expect, test } from 'vitest';
import { unzonedTermOf } from './term.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);
const trigram = (text: string): number => Buffer.from(text).readUIntBE(0, 3);
const pair = (text: string): number => Buffer.from(text).readUInt16BE();

test('up to three bytes are listed', () => {
  for (const text of ['a', 'é', '€'])
    expect(unzonedTermOf(bytes(text))).toEqual({ kind: 'listed', bytes: bytes(text) });
});

test('four bytes have a trigram and an open end in each alignment', () => {
  expect(unzonedTermOf(bytes('abcd'))).toEqual({
    kind: 'aligned',
    bytes: bytes('abcd'),
    trigrams: [trigram('abc'), trigram('bcd')],
    fourgrams: [{ first: trigram('abc'), second: trigram('bcd') }],
    even: {
      start: 0,
      grams: [{ trigram: trigram('abc'), offset: 0, run: 1 }],
      openEnds: [{ kind: 'pair first', pair: pair('cd'), offset: 1, neighbour: trigram('bcd') }],
    },
    // b stands at the half position after the one that a's offset is rounded down to.
    odd: {
      start: 1,
      grams: [{ trigram: trigram('bcd'), offset: 1, run: 1 }],
      openEnds: [{ kind: 'pair last', pair: pair('ab'), offset: 0, neighbour: trigram('abc') }],
    },
  });
});

test('five bytes are covered from an even offset on, and open at both ends from an odd one', () => {
  expect(unzonedTermOf(bytes('abcde'))).toMatchObject({
    even: {
      grams: [
        { trigram: trigram('abc'), offset: 0, run: 1 },
        { trigram: trigram('cde'), offset: 1, run: 1 },
      ],
      openEnds: [],
    },
    odd: {
      grams: [{ trigram: trigram('bcd'), offset: 1, run: 1 }],
      openEnds: [
        { kind: 'pair last', pair: pair('ab'), offset: 0 },
        { kind: 'pair first', pair: pair('de'), offset: 2 },
      ],
    },
  });
});

test('the same trigram again and again is one gram, and is looked up once', () => {
  expect(unzonedTermOf(bytes('zababababz'))).toMatchObject({
    trigrams: [trigram('zab'), trigram('aba'), trigram('bab'), trigram('abz')],
    even: {
      grams: [
        { trigram: trigram('zab'), offset: 0, run: 1 },
        { trigram: trigram('bab'), offset: 1, run: 3 },
      ],
      openEnds: [{ kind: 'pair first', pair: pair('bz'), offset: 4 }],
    },
    odd: {
      grams: [
        { trigram: trigram('aba'), offset: 1, run: 3 },
        { trigram: trigram('abz'), offset: 4, run: 1 },
      ],
      openEnds: [{ kind: 'pair last', pair: pair('za'), offset: 0 }],
    },
  });
});

test('letters of two bytes are looked for at odd-offset positions, too, which leave no open end where they cover it', () => {
  // d0 b4, d0 b8, d1 8f, 26
  expect(unzonedTermOf(bytes('дия&'))).toMatchObject({
    even: {
      grams: [
        { trigram: 0xd0_b4d0, offset: 0, run: 1 },
        // Not d0 b8 d1: the odd-offset ones on both sides cover it.
        { trigram: 0xd1_8f26, offset: 2, run: 1 },
        { trigram: 0xb4_d038, offset: 0, run: 1 },
        { trigram: 0xb8_d10f, offset: 1, run: 1 },
      ],
      openEnds: [],
    },
    odd: {
      grams: [
        { trigram: 0xb4_d0b8, offset: 1, run: 1 },
        { trigram: 0xb8_d18f, offset: 2, run: 1 },
        { trigram: 0xd1_8fa6, offset: 2, run: 1 },
      ],
      openEnds: [{ kind: 'pair last', pair: 0xd0_b4, offset: 0, neighbour: 0xd0_b4d0 }],
    },
  });
});

test('the same letter of two bytes again and again is one gram at odd-offset positions', () => {
  expect(unzonedTermOf(bytes('ддддд'))).toMatchObject({
    even: {
      grams: [
        { trigram: 0xd0_b4d0, offset: 0, run: 1 },
        { trigram: 0xb4_d034, offset: 0, run: 4 },
      ],
      openEnds: [],
    },
    odd: { grams: [{ trigram: 0xb4_d0b4, offset: 1, run: 4 }], openEnds: [{ kind: 'pair last' }] },
  });
});
