// A bitmap for each logged document: hashes of its grams of one, two and three bytes in a row in a part. Most
// documents without a term are skipped unread. It is a Bloom filter with one hash function.
import { u8 } from '../elements.ts';
import { Kernel } from '../kernel/kernel.ts';

const MIN_BITS = 2 ** 10;
const MAX_BITS = 2 ** 20;
const BITS_PER_BYTE = 0.6;

/**
 * Multiplier of the hash: odd, near 2^32 / golden ratio. The best bits of multiplicative hashing are the upper ones
 * (Knuth, TAOCP 6.4).
 */
const MULTIPLIER = 0x9e3779b1;
/** Offsets that keep the keys of shorter grams apart from those of three bytes. */
const PAIR = 1 << 24;
const SINGLE = 1 << 25;

/**
 * Bits of the filter of a text of so many bytes: the power of two nearest to 0.6 for each byte, from 2^10 to 2^20.
 */
export function filterBits(textBytes: number): number {
  const bits = 2 ** Math.round(Math.log2(Math.max(1, textBytes * BITS_PER_BYTE)));
  return Math.min(MAX_BITS, Math.max(MIN_BITS, bits));
}

/** Whether a filter may be so many bytes long. */
export function isFilterLength(bytes: number): boolean {
  return bytes >= MIN_BITS / 8 && bytes <= MAX_BITS / 8 && Number.isInteger(Math.log2(bytes));
}

const PAIRS = 2 ** 16;
/** Bytes of a part that are hashed at a time. Each piece begins with the last two bytes of the one before. */
const PIECE_BYTES = 2 ** 16;
const OVERLAP = 2;

/** Buffers in the memory of a kernel in which filters are built, one at a time. */
interface Bench {
  readonly kernel: Kernel;
  readonly piece: number;
  /** A byte for each pair: whether its bit is set. */
  readonly pairsSeen: number;
  readonly filter: number;
  /** A byte for each bit of the filter; zeros from one filter to the next. */
  readonly flags: number;
}

let bench: Bench | null = null;

function openBench(): Bench {
  const kernel = new Kernel();
  const [piece, pairsSeen] = [kernel.take(PIECE_BYTES), kernel.take(PAIRS)];
  const [filter, flags] = [kernel.take(MAX_BITS / 8), kernel.take(MAX_BITS)];
  return { kernel, piece, pairsSeen, filter, flags };
}

/** Filter of a document. `textBytes` is the length of its text, with separators. */
export function filterOf(parts: readonly Uint8Array[], textBytes: number): Uint8Array {
  bench ??= openBench();
  const { kernel, piece, pairsSeen, filter, flags } = bench;
  const { bytes, run } = kernel;
  const length = filterBits(textBytes) / 8;
  bytes.fill(0, pairsSeen, pairsSeen + PAIRS);
  for (const part of parts) {
    for (let from = 0; from < part.length; from += PIECE_BYTES - OVERLAP) {
      const some = part.subarray(from, from + PIECE_BYTES);
      bytes.set(some, piece);
      run.markGrams(piece, piece + some.length, flags, shiftOf(length), pairsSeen);
    }
  }
  run.packFlags(flags, 8 * length, filter);
  return bytes.slice(filter, filter + length);
}

/**
 * Hashes, before they are shortened, of the bits that must be set for a document that holds `term` (one byte or
 * more).
 */
export function gramHashes(term: Uint8Array): Uint32Array {
  const [first = 0, second = 0] = term;
  if (term.length < 3) {
    const key = term.length === 1 ? SINGLE | first : PAIR | (first << 8) | second;
    return Uint32Array.of(Math.imul(key, MULTIPLIER));
  }
  const hashes = new Uint32Array(term.length - 2);
  let gram = (first << 8) | second;
  for (let i = 2; i < term.length; i++) {
    gram = ((gram << 8) | u8(term, i)) & 0xffffff;
    hashes[i - 2] = Math.imul(gram, MULTIPLIER);
  }
  return hashes;
}

/** False only if the document surely does not hold the term that the hashes are of. */
export function mayHold(filter: Uint8Array, hashes: Uint32Array): boolean {
  const shift = shiftOf(filter.length);
  for (const hash of hashes) {
    const bit = hash >>> shift;
    if ((u8(filter, bit >>> 3) & (1 << (bit & 7))) === 0) return false;
  }
  return true;
}

/** Bits by which a hash of 32 bits is shifted to give the number of a bit of a filter of so many bytes. */
function shiftOf(filterBytes: number): number {
  return Math.clz32(filterBytes * 8) + 1;
}
