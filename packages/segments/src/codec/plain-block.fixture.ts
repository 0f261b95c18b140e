// Blocks of positions, written as docs/design/index.md says it, without a thought of speed.

const BLOCK = 128;

/** @param positions ascending, 128 at most, none below the floor */
export function plainBlock(positions: Uint32Array, floor: number): Uint8Array {
  const gaps = Array.from(
    positions,
    (position, index) => position - (index === 0 ? floor : (positions[index - 1] ?? 0) + 1),
  );
  if (gaps.length < BLOCK) return Uint8Array.from([BLOCK + gaps.length, ...gaps.flatMap(varint)]);
  const widest = bitsOf(Math.max(...gaps));
  const written = Array.from({ length: widest + 1 }, (_, width) => packed(gaps, widest - width));
  const shortest = Math.min(...written.map(({ length }) => length));
  return Uint8Array.from(written.find(({ length }) => length === shortest) ?? []);
}

function packed(gaps: readonly number[], width: number): number[] {
  const long = gaps.reduce(
    (sum, gap, index) => sum | (BigInt.asUintN(width, BigInt(gap)) << BigInt(width * index)),
    0n,
  );
  const digits = long.toString(16).padStart(2 * 16 * width, '0');
  const wide = [...gaps.keys()].filter((index) => bitsOf(gaps[index] ?? 0) > width);
  return [
    width,
    wide.length,
    ...(width === 0 ? [] : Buffer.from(digits, 'hex').toReversed()),
    ...wide,
    ...wide.flatMap((index) => varint(Math.floor((gaps[index] ?? 0) / 2 ** width))),
  ];
}

function bitsOf(value: number): number {
  return value === 0 ? 0 : value.toString(2).length;
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}
