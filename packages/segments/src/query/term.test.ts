import { expect, test } from 'vitest';
import { termOf } from './term.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);
const triple = (text: string): number => Buffer.from(text).readUIntBE(0, 3);
const pair = (text: string): number => Buffer.from(text).readUInt16BE();

test('up to three bytes are listed', () => {
  for (const text of ['a', 'é', '€'])
    expect(termOf(bytes(text))).toEqual({ kind: 'listed', bytes: bytes(text) });
});

test('four bytes have a triple and an open end in each alignment', () => {
  expect(termOf(bytes('abcd'))).toEqual({
    kind: 'aligned',
    bytes: bytes('abcd'),
    triples: [triple('abc'), triple('bcd')],
    quads: [{ first: triple('abc'), second: triple('bcd') }],
    even: {
      grams: [{ triple: triple('abc'), offset: 0, run: 1 }],
      openEnds: [{ kind: 'pair first', pair: pair('cd'), offset: 1, neighbour: triple('bcd') }],
    },
    // b stands at the next even place behind the one that a's place is rounded down to.
    odd: {
      grams: [{ triple: triple('bcd'), offset: 1, run: 1 }],
      openEnds: [{ kind: 'pair last', pair: pair('ab'), offset: 0, neighbour: triple('abc') }],
    },
  });
});

test('five bytes are covered from an even place on, and open at both ends from an odd one', () => {
  expect(termOf(bytes('abcde'))).toMatchObject({
    even: {
      grams: [
        { triple: triple('abc'), offset: 0, run: 1 },
        { triple: triple('cde'), offset: 1, run: 1 },
      ],
      openEnds: [],
    },
    odd: {
      grams: [{ triple: triple('bcd'), offset: 1, run: 1 }],
      openEnds: [
        { kind: 'pair last', pair: pair('ab'), offset: 0 },
        { kind: 'pair first', pair: pair('de'), offset: 2 },
      ],
    },
  });
});

test('the same triple again and again is one gram, and is looked up once', () => {
  expect(termOf(bytes('zababababz'))).toMatchObject({
    triples: [triple('zab'), triple('aba'), triple('bab'), triple('abz')],
    even: {
      grams: [
        { triple: triple('zab'), offset: 0, run: 1 },
        { triple: triple('bab'), offset: 1, run: 3 },
      ],
      openEnds: [{ kind: 'pair first', pair: pair('bz'), offset: 4 }],
    },
    odd: {
      grams: [
        { triple: triple('aba'), offset: 1, run: 3 },
        { triple: triple('abz'), offset: 4, run: 1 },
      ],
      openEnds: [{ kind: 'pair last', pair: pair('za'), offset: 0 }],
    },
  });
});

test('letters of two bytes are looked for at odd positions, too, which close the ends that they cover', () => {
  // d0 b4, d0 b8, d1 8f, 26
  expect(termOf(bytes('дия&'))).toMatchObject({
    even: {
      grams: [
        { triple: 0xd0_b4d0, offset: 0, run: 1 },
        // Not d0 b8 d1: the odd ones on both sides say as much.
        { triple: 0xd1_8f26, offset: 2, run: 1 },
        { triple: 0xb4_d038, offset: 0, run: 1 },
        { triple: 0xb8_d10f, offset: 1, run: 1 },
      ],
      openEnds: [],
    },
    odd: {
      grams: [
        { triple: 0xb4_d0b8, offset: 1, run: 1 },
        { triple: 0xb8_d18f, offset: 2, run: 1 },
        { triple: 0xd1_8fa6, offset: 2, run: 1 },
      ],
      openEnds: [{ kind: 'pair last', pair: 0xd0_b4, offset: 0, neighbour: 0xd0_b4d0 }],
    },
  });
});

test('the same letter of two bytes again and again is one gram at odd positions', () => {
  expect(termOf(bytes('ддддд'))).toMatchObject({
    even: {
      grams: [
        { triple: 0xd0_b4d0, offset: 0, run: 1 },
        { triple: 0xb4_d034, offset: 0, run: 4 },
      ],
      openEnds: [],
    },
    odd: { grams: [{ triple: 0xb4_d0b4, offset: 1, run: 4 }], openEnds: [{ kind: 'pair last' }] },
  });
});
