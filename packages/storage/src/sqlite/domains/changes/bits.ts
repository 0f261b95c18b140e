/** A set of the items of a segment by their positions, 32 to a word. */
export type Bits = Uint32Array<ArrayBuffer>;

/** @param items how many there can be */
export function noBits(items: number): Bits {
  return new Uint32Array((items + 31) >>> 5);
}

/** The first `items` positions. */
export function allBits(items: number): Bits {
  const bits = noBits(items).fill(0xffffffff);
  if (items % 32 !== 0) bits[bits.length - 1] = 2 ** (items % 32) - 1;
  return bits;
}

export function setBit(bits: Bits, position: number): void {
  bits[position >>> 5] = (bits[position >>> 5] ?? 0) | (1 << (position & 31));
}

export function clearBit(bits: Bits, position: number): void {
  bits[position >>> 5] = (bits[position >>> 5] ?? 0) & ~(1 << (position & 31));
}

export function hasBit(bits: Bits, position: number): boolean {
  return (((bits[position >>> 5] ?? 0) >>> (position & 31)) & 1) === 1;
}

export function countBits(bits: Bits): number {
  let count = 0;
  for (let index = 0; index < bits.length; index++) {
    let word = bits[index] ?? 0;
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}

/** Calls `visit` with each position, ascending. */
export function visitBits(bits: Bits, visit: (position: number) => void): void {
  for (let index = 0; index < bits.length; index++) {
    let word = bits[index] ?? 0;
    while (word !== 0) {
      const lowest = word & -word;
      visit((index << 5) + 31 - Math.clz32(lowest));
      word ^= lowest;
    }
  }
}

/** Positions that pass a test. */
export function filterBits(bits: Bits, test: (position: number) => boolean): Bits | null {
  const found = new Uint32Array(bits.length);
  let isEmpty = true;
  visitBits(bits, (position) => {
    if (!test(position)) return;
    setBit(found, position);
    isEmpty = false;
  });
  return isEmpty ? null : found;
}

/** Positions of one set and of another; null: there is none. */
export function bothBits(one: Bits, other: Bits): Bits | null {
  return joined(one, other, (a, b) => a & b);
}

export function eitherBits(one: Bits, other: Bits): Bits | null {
  return joined(one, other, (a, b) => a | b);
}

/** Positions of one set that are not of another; null: there is none. */
export function bitsWithout(one: Bits, other: Bits): Bits | null {
  return joined(one, other, (a, b) => a & ~b);
}

function joined(one: Bits, other: Bits, join: (a: number, b: number) => number): Bits | null {
  const found = new Uint32Array(one.length);
  let any = 0;
  for (let index = 0; index < one.length; index++) {
    const word = join(one[index] ?? 0, other[index] ?? 0);
    found[index] = word;
    any |= word;
  }
  return any === 0 ? null : found;
}
