/** Values of a full block. */
export const BLOCK = 128;

/** Reads the `BLOCK` values that lie at byte `at` of `from`, each in the function's own number of bits. */
export type Unpacker = (from: DataView, at: number, into: Int32Array) => void;

/** 32 values fill `width` words exactly, so the code for them is a loop's body. */
const VALUES_A_ROUND = 32;

/**
 * The unpacker of each width from 0 to 32 bits. Value i lies in bits i·width to (i + 1)·width − 1 of the little-endian
 * 32-bit words, lowest bit first.
 *
 * They are generated, because shifts and masks that are constants run several times as fast as ones that are computed.
 */
export const UNPACKERS: readonly Unpacker[] = Array.from({ length: 33 }, (_, width) => unpackerOf(width));

function unpackerOf(width: number): Unpacker {
  if (width === 0) return (_from, _at, into) => void into.fill(0, 0, BLOCK);
  const lines: string[] = [];
  for (let word = 0; word < width; word++) {
    lines.push(`const w${word} = from.getUint32(at + ${4 * word}, true);`);
  }
  for (let value = 0; value < VALUES_A_ROUND; value++) {
    lines.push(`into[to + ${value}] = ${expressionOf(width, value)};`);
  }
  const body = `
    for (let to = 0; to < ${BLOCK}; to += ${VALUES_A_ROUND}, at += ${4 * width}) {
      ${lines.join('\n      ')}
    }`;
  // oxlint-disable-next-line typescript/no-implied-eval -- made of numbers alone
  return new Function('from', 'at', 'into', body) as Unpacker;
}

function expressionOf(width: number, value: number): string {
  const bit = width * value;
  const word = bit >>> 5;
  const shift = bit & 31;
  const inFirst = 32 - shift;
  const low = shift === 0 ? `w${word}` : `w${word} >>> ${shift}`;
  if (width === 32) return low;
  const mask = `0x${(2 ** width - 1).toString(16)}`;
  if (inFirst === width) return low;
  return inFirst > width ? `(${low}) & ${mask}` : `((${low}) | (w${word + 1} << ${inFirst})) & ${mask}`;
}
