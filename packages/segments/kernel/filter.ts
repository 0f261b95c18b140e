// Part of the kernel (kernel.ts).
import { TRIGRAM } from './layout';

/**
 * Multiplier of the filter's hash: odd, near 2^32 / golden ratio. `PAIR` and `SINGLE` keep the keys of shorter grams
 * apart from those of three bytes.
 */
const MULTIPLIER: u32 = 0x9e37_79b1;
const PAIR: u32 = 1 << 24;
const SINGLE: u32 = 1 << 25;

/** A bit that is set, while each bit takes a byte. */
const SET: u8 = 0x80;

/**
 * Sets the bits of all grams of one, two and three bytes in a filter.
 *
 * @param from, to addresses of at least one byte
 * @param flags the filter, a byte for each bit
 * @param shift how far a hash of 32 bits is shifted to give the number of a bit
 * @param pairsSeen a byte for each pair: whether its bit, and that of its second byte, are set
 */
export function markGrams(from: usize, to: usize, flags: usize, shift: u32, pairsSeen: usize): void {
  let gram: u32 = load<u8>(from);
  mark(SINGLE | gram, flags, shift);
  if (to - from < 2) return;
  gram = (gram << 8) | (<u32>load<u8>(from, 1));
  markPair(gram, flags, shift, pairsSeen);
  for (let at = from + 2; at < to; at++) {
    gram = ((gram << 8) | (<u32>load<u8>(at))) & TRIGRAM;
    // Each pair comes a hundred times for every time that it is new. Setting a bit again costs less than looking at
    // it.
    if (load<u8>(pairsSeen + (gram & 0xffff)) == 0) markPair(gram & 0xffff, flags, shift, pairsSeen);
    mark(gram, flags, shift);
  }
}

function markPair(pair: u32, flags: usize, shift: u32, pairsSeen: usize): void {
  store<u8>(pairsSeen + pair, 1);
  mark(PAIR | pair, flags, shift);
  mark(SINGLE | (pair & 0xff), flags, shift);
}

function mark(key: u32, flags: usize, shift: u32): void {
  store<u8>(flags + ((key * MULTIPLIER) >>> shift), SET);
}

/** Packs the bytes of `markGrams` into bits and clears them. @param bits a multiple of 16 */
export function packFlags(flags: usize, bits: u32, into: usize): void {
  const none = i32x4.splat(0);
  for (let bit: u32 = 0; bit < bits; bit += 16) {
    store<u16>(into + (bit >>> 3), <u16>i8x16.bitmask(v128.load(flags + bit)));
    v128.store(flags + bit, none);
  }
}
