// For each logged document a bitmap of hashes of its grams (one, two and three bytes that stand together in a part), so
// that most documents without a term are passed over unread. A Bloom filter with one hash function.

const LEAST_BITS = 2 ** 10;
const MOST_BITS = 2 ** 20;
const BITS_PER_BYTE = 0.6;

/** Odd, near 2^32 / golden ratio: multiplicative hashing, the best bits are the upper ones (Knuth, TAOCP 6.4). */
const MULTIPLIER = 0x9e3779b1;
/** Set apart the keys of shorter grams from those of three bytes. */
const PAIR = 1 << 24;
const SINGLE = 1 << 25;

/** Bits of the filter of a text of so many bytes: the power of two nearest to 0.6 a byte, from 2^10 to 2^20. */
export function filterBits(textBytes: number): number {
  const bits = 2 ** Math.round(Math.log2(Math.max(1, textBytes * BITS_PER_BYTE)));
  return Math.min(MOST_BITS, Math.max(LEAST_BITS, bits));
}

/** True if a filter may be so many bytes long. */
export function isFilterLength(bytes: number): boolean {
  return bytes >= LEAST_BITS / 8 && bytes <= MOST_BITS / 8 && Number.isInteger(Math.log2(bytes));
}

/** Builds filters, one after the other: holds the table that it needs for each (64 KiB). */
export class FilterBuilder {
  readonly #pairsSeen = new Uint8Array(2 ** 16);

  /** The filter of a document. `textBytes` is the length of its text, separators included. */
  build(parts: readonly Uint8Array[], textBytes: number): Uint8Array {
    const bits = filterBits(textBytes);
    const filter = new Uint8Array(bits / 8);
    this.#pairsSeen.fill(0);
    for (const part of parts) markGrams(part, filter, shiftOf(filter), this.#pairsSeen);
    return filter;
  }
}

/** What must be set in the filter of a document that holds `term` (one byte or more): hashes, before they are shortened. */
export function gramHashes(term: Uint8Array): Uint32Array {
  const [first = 0, second = 0] = term;
  if (term.length < 3) {
    const key = term.length === 1 ? SINGLE | first : PAIR | (first << 8) | second;
    return Uint32Array.of(Math.imul(key, MULTIPLIER));
  }
  const hashes = new Uint32Array(term.length - 2);
  let gram = (first << 8) | second;
  for (let i = 2; i < term.length; i++) {
    gram = ((gram << 8) | (term[i] ?? 0)) & 0xffffff;
    hashes[i - 2] = Math.imul(gram, MULTIPLIER);
  }
  return hashes;
}

/** False only if the document surely does not hold the term that the hashes are of. */
export function mayHold(filter: Uint8Array, hashes: Uint32Array): boolean {
  const shift = shiftOf(filter);
  for (const hash of hashes) {
    const bit = hash >>> shift;
    if (((filter[bit >>> 3] ?? 0) & (1 << (bit & 7))) === 0) return false;
  }
  return true;
}

/** How far a hash of 32 bits is shifted to be the number of one of the filter's bits. */
function shiftOf(filter: Uint8Array): number {
  return Math.clz32(filter.length * 8) + 1;
}

/**
 * One pass over a part, two bytes a round. Setting a bit again costs less than looking whether it is set: that branch is
 * hard to predict. A pair is met a hundred times for each time that it is new: pairs and singles hide behind one that is easy.
 */
function markGrams(part: Uint8Array, filter: Uint8Array, shift: number, pairsSeen: Uint8Array): void {
  const [first, second] = part;
  if (first === undefined) return;
  mark(filter, SINGLE | first, shift);
  if (second === undefined) return;
  let gram = (first << 8) | second;
  if (pairsSeen[gram] === 0) markPair(filter, gram, shift, pairsSeen);
  let i = 2;
  for (; i + 1 < part.length; i += 2) {
    const third = part[i] ?? 0;
    const odd = ((gram & 0xffff) << 8) | third;
    gram = ((odd & 0xffff) << 8) | (part[i + 1] ?? 0);
    if (pairsSeen[odd & 0xffff] === 0) markPair(filter, odd & 0xffff, shift, pairsSeen);
    if (pairsSeen[gram & 0xffff] === 0) markPair(filter, gram & 0xffff, shift, pairsSeen);
    mark(filter, odd, shift);
    mark(filter, gram, shift);
  }
  if (i === part.length) return;
  gram = ((gram & 0xffff) << 8) | (part[i] ?? 0);
  markPair(filter, gram & 0xffff, shift, pairsSeen);
  mark(filter, gram, shift);
}

function markPair(filter: Uint8Array, pair: number, shift: number, pairsSeen: Uint8Array): void {
  pairsSeen[pair] = 1;
  mark(filter, PAIR | pair, shift);
  mark(filter, SINGLE | (pair & 0xff), shift);
}

function mark(filter: Uint8Array, key: number, shift: number): void {
  const bit = Math.imul(key, MULTIPLIER) >>> shift;
  filter[bit >>> 3] = (filter[bit >>> 3] ?? 0) | (1 << (bit & 7));
}
