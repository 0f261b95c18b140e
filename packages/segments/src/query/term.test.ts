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
