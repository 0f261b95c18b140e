// Blocks of positions, written as docs/internals/design/index.md describes them, without regard to speed.
const BLOCK = 128;
const MAX_HIGH = 7;
const MAX_REST = 31;

/** @param positions ascending, 128 at most, none below the floor */
export function plainBlock(positions: Uint32Array, floor: number): Uint8Array {
  const gaps = Array.from(
    positions,
    (position, index) => position - (index === 0 ? floor : (positions[index - 1] ?? 0) + 1),
  );
  if (gaps.length < BLOCK) return Uint8Array.from([BLOCK + gaps.length, ...gaps.flatMap(varint)]);
  const widest = bitsOf(Math.max(...gaps));
  let best = { low: widest, high: 0, bytes: 16 * widest };
  for (let low = widest - 1; low >= Math.max(0, widest - MAX_REST); low--) {
    for (let high = 1; high <= Math.min(MAX_HIGH, widest - low); high++) {
      const bytes = neededBytes(gaps, low, high);
      if (bytes < best.bytes) best = { low, high, bytes };
    }
  }
  return Uint8Array.from(packed(gaps, best.low, best.high));
}

/** Bytes that a block needs at some widths, without its first two. */
export function neededBytes(gaps: readonly number[], low: number, high: number): number {
  const wide = gaps.filter((gap) => bitsOf(gap) > low);
  const rests = wide.filter((gap) => bitsOf(gap) > low + high);
  const bits = bitsOf(Math.max(...gaps)) - low;
  return 16 * low + 16 + Math.ceil((wide.length * high) / 8) + Math.ceil((rests.length * bits) / 8);
}

function packed(gaps: readonly number[], low: number, high: number): number[] {
  const lows = bytesOf(gaps, low);
  if (high === 0) return [low, 0, ...lows];
  const full = 2 ** high - 1;
  const isWide = gaps.map((gap) => (bitsOf(gap) > low ? 1 : 0));
  const above = gaps.map((gap) => Math.floor(gap / 2 ** low)).filter((value) => value > 0);
  const rests = above.filter((value) => value > full).map((value) => value - full - 1);
  const rest = rests.length === 0 ? 0 : bitsOf(Math.max(...gaps)) - low;
  return [
    low,
    high + 8 * rest,
    ...lows,
    ...bytesOf(isWide, 1),
    ...bytesOf(
      above.map((value) => Math.min(value - 1, full)),
      high,
    ),
    ...bytesOf(rests, rest),
  ];
}

/** Values of as many bits, one after another, lowest first. */
function bytesOf(values: readonly number[], width: number): Iterable<number> {
  const long = values.reduce(
    (sum, value, index) => sum | (BigInt.asUintN(width, BigInt(value)) << BigInt(width * index)),
    0n,
  );
  const bytes = Math.ceil((width * values.length) / 8);
  const digits = long.toString(16).padStart(2 * bytes, '0');
  return bytes === 0 ? [] : Buffer.from(digits, 'hex').toReversed();
}

function bitsOf(value: number): number {
  return 32 - Math.clz32(value);
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}
