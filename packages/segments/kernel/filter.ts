// Part of the kernel (kernel.ts).
import { TRIPLE } from './layout';

/** Of a log's filter: odd, near 2^32 / golden ratio, and what sets the numbers of shorter grams apart from those of three bytes. */
const MULTIPLIER: u32 = 0x9e37_79b1;
const PAIR: u32 = 1 << 24;
const SINGLE: u32 = 1 << 25;

/**
 * Sets the bits of all grams of one, two and three bytes in a filter.
 *
 * @param from, to places of what has at least one byte
 * @param shift how far a hash of 32 bits is shifted to be the number of a bit
 * @param pairsSeen a byte a pair: whether its bit, and that of its second byte, are set
 */
export function markGrams(from: usize, to: usize, filter: usize, shift: u32, pairsSeen: usize): void {
  let gram: u32 = load<u8>(from);
  mark(SINGLE | gram, filter, shift);
  if (to - from < 2) return;
  gram = (gram << 8) | (<u32>load<u8>(from, 1));
  markPair(gram, filter, shift, pairsSeen);
  for (let at = from + 2; at < to; at++) {
    gram = ((gram << 8) | (<u32>load<u8>(at))) & TRIPLE;
    // A pair is met a hundred times for each time that it is new. To set a bit again costs less than to look at it.
    if (load<u8>(pairsSeen + (gram & 0xffff)) == 0) markPair(gram & 0xffff, filter, shift, pairsSeen);
    mark(gram, filter, shift);
  }
}

function markPair(pair: u32, filter: usize, shift: u32, pairsSeen: usize): void {
  store<u8>(pairsSeen + pair, 1);
  mark(PAIR | pair, filter, shift);
  mark(SINGLE | (pair & 0xff), filter, shift);
}

function mark(key: u32, filter: usize, shift: u32): void {
  const bit = (key * MULTIPLIER) >>> shift;
  const place = filter + ((bit >>> 5) << 2);
  store<u32>(place, load<u32>(place) | (1 << (bit & 31)));
}
