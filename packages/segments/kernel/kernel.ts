// The inner loops of building, merging and reading, in AssemblyScript: compiled into src/kernel/kernel.wasm by `npm run kernel:compile`.
// All arguments that are called places are byte offsets in the memory. What each writes is said where it is called; what a
// list looks like, in docs/design/index.md.

const SEPARATOR: u32 = 0xff;
const TRIPLE: u32 = 0xff_ffff;

/** Values of a full block, and bytes of as many words. */
const BLOCK: u32 = 128;
const BLOCK_BYTES: usize = 512;

/**
 * Counts the even positions of a document's triples, and adds those triples whose last document is another one. Those at the
 * end of a part are of its last two bytes, and of its last one, and separators.
 *
 * @param from, to places of the document's text; its first byte counts as even
 * @param positions, lastDocuments a word a triple
 * @param into gets triples
 * @returns the place behind them
 */
export function countTriples(
  from: usize,
  to: usize,
  positions: usize,
  lastDocuments: usize,
  document: u32,
  into: usize,
): usize {
  let end = into;
  let at = from;
  while (at < to) {
    // The start of a part.
    let triple: u32 = load<u8>(at);
    if (triple == SEPARATOR) {
      at += 2;
      continue;
    }
    let byte: u32 = load<u8>(at, 1);
    triple = (triple << 8) | byte;
    if (byte == SEPARATOR) {
      end = noteTriple((triple << 8) | SEPARATOR, lastDocuments, document, end);
      at += 4;
      continue;
    }
    while (true) {
      byte = load<u8>(at, 2);
      triple = ((triple << 8) | byte) & TRIPLE;
      const place = positions + (triple << 2);
      store<u32>(place, load<u32>(place) + 1);
      end = noteTriple(triple, lastDocuments, document, end);
      if (byte == SEPARATOR) {
        at += 4;
        break;
      }
      byte = load<u8>(at, 3);
      triple = ((triple << 8) | byte) & TRIPLE;
      end = noteTriple(triple, lastDocuments, document, end);
      if (byte == SEPARATOR) {
        at += 6;
        break;
      }
      at += 2;
    }
    end = noteTriple(((triple << 8) | SEPARATOR) & TRIPLE, lastDocuments, document, end);
  }
  return end;
}

function noteTriple(triple: u32, lastDocuments: usize, document: u32, end: usize): usize {
  const place = lastDocuments + (triple << 2);
  if (load<u32>(place) == document) return end;
  store<u32>(place, document);
  store<u32>(end, triple);
  return end + 4;
}

/**
 * Lists the triples with so many documents at least, but for those that end in a separator.
 *
 * @param blocks numbers of pairs, ascending, a word each
 * @param ends a word a triple: where its documents end, those of the next one beginning there
 * @param most so many are listed at most
 * @returns the place behind them
 */
export function listFrequent(
  blocks: usize,
  blocksEnd: usize,
  ends: usize,
  least: u32,
  into: usize,
  most: u32,
): usize {
  let to = into;
  let start: u32 = 0;
  for (let block = blocks; block < blocksEnd; block += 4) {
    const first = load<u32>(block) << 8;
    for (let triple = first; triple < first + SEPARATOR; triple++) {
      const end = load<u32>(ends + (triple << 2));
      if (end - start >= least && end > start) {
        if ((to - into) >>> 2 == most) return to;
        store<u32>(to, triple);
        to += 4;
      }
      start = end;
    }
    start = load<u32>(ends + ((first + SEPARATOR) << 2));
  }
  return to;
}

/**
 * Adds the quads of a document that were not seen before.
 *
 * @param numbers half a word a triple: its number among the frequent ones, or 0
 * @param seen a bit a quad; those of the first 256 are set, which no quad has
 * @param into gets quads, each 256 × a number and the fourth byte; room for one more is needed
 * @returns the place behind them
 */
export function findQuads(from: usize, to: usize, numbers: usize, seen: usize, into: usize): usize {
  let end = into;
  let last: u32 = 0;
  let triple: u32 = TRIPLE;
  for (let at = from; at < to; at++) {
    const byte: u32 = load<u8>(at);
    triple = ((triple << 8) | byte) & TRIPLE;
    const number: u32 = load<u16>(numbers + (triple << 1));
    // Without branches: which quads are listed, and new, is hard to predict.
    const quad = select<u32>((last << 8) | byte, 0, number != 0);
    const place = seen + ((quad >>> 5) << 2);
    const bits = load<u32>(place);
    store<u32>(place, bits | (1 << (quad & 31)));
    store<u32>(end, quad);
    end += ((~bits >>> (quad & 31)) & 1) << 2;
    last = number;
  }
  return end;
}

/** Takes the bits of some quads back. */
export function forgetQuads(quads: usize, end: usize, seen: usize): void {
  for (let at = quads; at < end; at += 4) store<u32>(seen + ((load<u32>(at) >>> 5) << 2), 0);
}

/** Sets the 256 words of each of some blocks to zero. */
export function clearBlocks(blocks: usize, blocksEnd: usize, table: usize): void {
  for (let block = blocks; block < blocksEnd; block += 4)
    memory.fill(table + (load<u32>(block) << 10), 0, 1024);
}

/** Counts each key. */
export function countKeys(keys: usize, end: usize, counts: usize): void {
  for (let at = keys; at < end; at += 4) {
    const place = counts + (load<u32>(at) << 2);
    store<u32>(place, load<u32>(place) + 1);
  }
}

/**
 * Makes counts into sums of those before, going through all of some blocks of 256 of them.
 *
 * @param blocks numbers of blocks, ascending, a word each
 */
export function sumUp(blocks: usize, blocksEnd: usize, counts: usize): void {
  let next: u32 = 0;
  for (let block = blocks; block < blocksEnd; block += 4) {
    const first = counts + (load<u32>(block) << 10);
    for (let place = first; place < first + 1024; place += 4) {
      const count = load<u32>(place);
      store<u32>(place, next);
      next += count;
    }
  }
}

/** Puts a document behind what stands at each of its keys; `ends`, of keys, counts words behind `into`. */
export function placeDocument(keys: usize, keysEnd: usize, document: u32, ends: usize, into: usize): void {
  for (let at = keys; at < keysEnd; at += 4) {
    const place = ends + (load<u32>(at) << 2);
    const end = load<u32>(place);
    store<u32>(into + (end << 2), document);
    store<u32>(place, end + 1);
  }
}

/**
 * Puts the even positions of a text, halved, behind what stands of each triple.
 *
 * @param from, to places of a stretch of the text
 * @param half the position of its first byte, halved
 * @param first, last triples that are looked at
 * @param ends of triples, counting words behind `into`
 */
export function placePositions(
  from: usize,
  to: usize,
  half: u32,
  first: u32,
  last: u32,
  ends: usize,
  into: usize,
): void {
  let position = half;
  for (let at = from; at < to; at += 2, position++) {
    const second: u32 = load<u8>(at, 1);
    if (second == SEPARATOR) continue;
    const triple = ((<u32>load<u8>(at)) << 16) | (second << 8) | (<u32>load<u8>(at, 2));
    if (triple - first > last - first) continue;
    const place = ends + (triple << 2);
    const end = load<u32>(place);
    store<u32>(into + (end << 2), position);
    store<u32>(place, end + 1);
  }
}

/**
 * Lists where 256 neighbours end that have anything.
 *
 * @param ends a word each, ascending
 * @param start where the first one begins
 * @param into gets two words each: which of them, from 0, and where it ends
 * @returns the place behind them
 */
export function listEnds(ends: usize, start: u32, into: usize): usize {
  let to = into;
  for (let index: u32 = 0; index < 256; index += 4) {
    const now = v128.load(ends + (index << 2));
    let before = i32x4.splat(start);
    before = v128.shuffle<i32>(before, now, 3, 4, 5, 6);
    for (let some = i32x4.bitmask(i32x4.ne(now, before)); some != 0; some &= some - 1) {
      const own = index + ctz(some);
      store<u32>(to, own);
      store<u32>(to, load<u32>(ends + (own << 2)), 4);
      to += 8;
    }
    start = i32x4.extract_lane(now, 3);
  }
  return to;
}

/** Where the head ends that `writeQuads` wrote. */
let headEnd: usize = 0;

/** Where the head ends that `writeQuads` wrote last. */
export function quadsHeadEnd(): usize {
  return headEnd;
}

/**
 * Writes the quads of a triple, as `QuadsWriter` does: the head to one place, the lists to another.
 *
 * @param documents, documentsEnd those of the triple, ascending
 * @param fourths, fourthsEnd of `listEnds`: fourth bytes, and where the documents of each end, in words behind `quads`
 * @param start where those of the first one begin
 * @param ranks a word for each document of the segment, for use here
 * @returns the place behind the lists
 */
export function writeQuads(
  documents: usize,
  documentsEnd: usize,
  fourths: usize,
  fourthsEnd: usize,
  quads: usize,
  start: u32,
  ranks: usize,
  head: usize,
  lists: usize,
): usize {
  for (let at = documents; at < documentsEnd; at += 4)
    store<u32>(ranks + (load<u32>(at) << 2), <u32>((at - documents) >>> 2));
  const all = <u32>((documentsEnd - documents) >>> 2);
  // No documents are unlisted.
  let headTo = writeVarint(<u32>((fourthsEnd - fourths) >>> 3), writeVarint(0, head));
  let to = lists;
  let from = quads + (start << 2);
  for (let fourth = fourths; fourth < fourthsEnd; fourth += 8) {
    const end = quads + (load<u32>(fourth, 4) << 2);
    const count = <u32>((end - from) >>> 2);
    headTo = writeVarint(count, writeVarint(load<u32>(fourth), headTo));
    if (count == all) {
      from = end;
      continue;
    }
    const bitmapBytes = (all + 7) >>> 3;
    if (count >= bitmapBytes) {
      memory.fill(to, 0, bitmapBytes);
      for (; from < end; from += 4) {
        const rank = load<u32>(ranks + (load<u32>(from) << 2));
        const place = to + (rank >>> 3);
        store<u8>(place, <u8>((<u32>load<u8>(place)) | (1 << (rank & 7))));
      }
      to += bitmapBytes;
      continue;
    }
    const first = to;
    let least: u32 = 0;
    for (; from < end; from += 4) {
      const rank = load<u32>(ranks + (load<u32>(from) << 2));
      to = writeVarint(rank - least, to);
      least = rank + 1;
    }
    headTo = writeVarint(<u32>(to - first), headTo);
  }
  headEnd = headTo;
  return to;
}

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

/** The gaps of the block at hand, and how many of them have each number of bits, counted for every fourth gap apart. */
const gaps = memory.data(512, 16);
const lengths = memory.data(576, 16);
const LENGTHS: usize = 144;

/**
 * Writes 128 positions as a block.
 *
 * @param into gets it, and up to 8 bytes more that are written over
 * @param floor not above the first position
 * @returns the place behind it
 */
export function writeBlock(positions: usize, floor: u32, into: usize): usize {
  for (let at: usize = 0; at < 4 * LENGTHS; at += 16) v128.store(lengths + at, i32x4.splat(0));
  const one = i32x4.splat(1);
  let before = i32x4.splat(floor - 1);
  let all = i32x4.splat(0);
  for (let at: usize = 0; at < BLOCK_BYTES; at += 16) {
    const now = v128.load(positions + at);
    const gap = i32x4.sub(i32x4.sub(now, v128.shuffle<i32>(before, now, 3, 4, 5, 6)), one);
    before = now;
    all = v128.or(all, gap);
    v128.store(gaps + at, gap);
    countLength(i32x4.extract_lane(gap, 0), lengths);
    countLength(i32x4.extract_lane(gap, 1), lengths + LENGTHS);
    countLength(i32x4.extract_lane(gap, 2), lengths + 2 * LENGTHS);
    countLength(i32x4.extract_lane(gap, 3), lengths + 3 * LENGTHS);
  }
  for (let at = lengths; at < lengths + LENGTHS; at += 16) {
    const even = i32x4.add(v128.load(at), v128.load(at, 2 * LENGTHS));
    v128.store(at, i32x4.add(even, i32x4.add(v128.load(at, LENGTHS), v128.load(at, 3 * LENGTHS))));
  }
  const widest =
    32 -
    <i32>(
      clz(
        i32x4.extract_lane(all, 0) |
          i32x4.extract_lane(all, 1) |
          i32x4.extract_lane(all, 2) |
          i32x4.extract_lane(all, 3),
      )
    );
  const width = bestWidth(widest);
  const end = pack(<u32>width, into + 2);
  let exceptions: i32 = 0;
  for (let length = width + 1; length <= widest; length++) exceptions += load<i32>(lengths + (length << 2));
  store<u8>(into, <u8>width);
  store<u8>(into, <u8>exceptions, 1);
  return exceptions == 0 ? end : writeExceptions(<u32>width, exceptions, end);
}

function countLength(gap: i32, counts: usize): void {
  const place = counts + ((32 - clz(gap)) << 2);
  store<u32>(place, load<u32>(place) + 1);
}

/** The width at which the block is smallest; each is one bit less than the last. */
function bestWidth(widest: i32): i32 {
  let best = widest;
  let bytes = 16 * widest;
  let bestBytes = bytes;
  for (let width = widest - 1; width >= 0; width--) {
    // Gaps of one bit more become exceptions, and of all whose high bits filled their bytes, these take a byte more.
    bytes += load<i32>(lengths + ((width + 1) << 2)) - 16;
    for (let length = width + 1; length <= widest; length += 7) bytes += load<i32>(lengths + (length << 2));
    if (bytes < bestBytes) {
      best = width;
      bestBytes = bytes;
    }
  }
  return best;
}

/** Eight values fill as many bytes as each has bits. */
function pack(width: u32, into: usize): usize {
  if (width > 16) return packWide(width, into);
  const mask = i32x4.splat((1 << width) - 1);
  const pairMask = i64x2.splat(((<i64>1) << (2 * width)) - 1);
  const up = 32 - width;
  const half = 4 * width;
  let end = into;
  for (let at = gaps; at < gaps + BLOCK_BYTES; at += 32) {
    const low = packFour(v128.and(v128.load(at), mask), pairMask, up, width);
    const high = packFour(v128.and(v128.load(at, 16), mask), pairMask, up, width);
    if (width < 9) store<u64>(end, low | (high << half));
    else if (width < 16) {
      store<u64>(end, low | (high << half));
      store<u64>(end, high >>> (64 - half), 8);
    } else {
      store<u64>(end, low);
      store<u64>(end, high, 8);
    }
    end += width;
  }
  return end;
}

/** Four values of 16 bits at most, one behind the other. */
function packFour(values: v128, pairMask: v128, up: u32, width: u32): u64 {
  const pairs = v128.and(v128.or(values, i64x2.shr_u(values, up)), pairMask);
  return (<u64>i64x2.extract_lane(pairs, 0)) | ((<u64>i64x2.extract_lane(pairs, 1)) << (2 * width));
}

function packWide(width: u32, into: usize): usize {
  const mask: u64 = ((<u64>1) << width) - 1;
  let end = into;
  let bits: u64 = 0;
  let count: u32 = 0;
  for (let at = gaps; at < gaps + BLOCK_BYTES; at += 4) {
    bits |= ((<u64>load<u32>(at)) & mask) << count;
    count += width;
    if (count < 32) continue;
    store<u32>(end, <u32>bits);
    end += 4;
    bits >>>= 32;
    count -= 32;
  }
  return end;
}

/** Where they are, then their bits from the width on. */
function writeExceptions(width: u32, exceptions: i32, into: usize): usize {
  const limit = i32x4.splat(<i32>(((<u64>1) << width) - 1));
  let end = into;
  for (let index: u32 = 0; index < BLOCK; index += 4) {
    let wide = i32x4.bitmask(i32x4.gt_u(v128.load(gaps + (index << 2)), limit));
    for (; wide != 0; wide &= wide - 1) store<u8>(end++, <u8>(index + ctz(wide)));
  }
  for (let at = into; at < into + exceptions; at++) {
    end = writeVarint(load<u32>(gaps + ((<u32>load<u8>(at)) << 2)) >>> width, end);
  }
  return end;
}

/** Writes positions as varints of their gaps. @returns the place behind them */
export function writeGaps(positions: usize, positionsEnd: usize, floor: u32, into: usize): usize {
  let end = into;
  let least = floor;
  for (let at = positions; at < positionsEnd; at += 4) {
    const position = load<u32>(at);
    end = writeVarint(position - least, end);
    least = position + 1;
  }
  return end;
}

function writeVarint(value: u32, into: usize): usize {
  let end = into;
  let rest = value;
  while (rest > 0x7f) {
    store<u8>(end++, <u8>(rest | 0x80));
    rest >>>= 7;
  }
  store<u8>(end, <u8>rest);
  return end + 1;
}

/** Reads a block of positions into words. @returns the place behind it */
export function readBlock(from: usize, floor: u32, into: usize): usize {
  const head: u32 = load<u8>(from);
  if (head > BLOCK) return readGaps(from + 1, head - BLOCK, floor, into);
  readPacked(from + 2, head, into);
  const exceptions: u32 = load<u8>(from, 1);
  const indexes = from + 2 + 16 * head;
  let end = indexes + exceptions;
  for (let at = indexes; at < indexes + exceptions; at++) {
    const place = into + (((<u32>load<u8>(at)) & (BLOCK - 1)) << 2);
    store<u32>(place, load<u32>(place) | (readVarint(end) << head));
    end = readEnd;
  }
  sumGaps(floor, into);
  return end;
}

/** Unpacks 128 values. */
function readPacked(from: usize, width: u32, into: usize): void {
  const mask: u64 = ((<u64>1) << width) - 1;
  let bit: u32 = 0;
  for (let at = into; at < into + BLOCK_BYTES; at += 8) {
    store<u32>(at, <u32>((load<u64>(from + (bit >>> 3)) >>> (bit & 7)) & mask));
    bit += width;
    store<u32>(at, <u32>((load<u64>(from + (bit >>> 3)) >>> (bit & 7)) & mask), 4);
    bit += width;
  }
}

/** Makes positions of 128 gaps: sums, in which each gap counts one more. */
function sumGaps(floor: u32, at: usize): void {
  const none = i32x4.splat(0);
  const one = i32x4.splat(1);
  let before = i32x4.splat(<i32>floor - 1);
  for (let to = at; to < at + BLOCK_BYTES; to += 16) {
    let sums = i32x4.add(v128.load(to), one);
    sums = i32x4.add(sums, v128.shuffle<i32>(none, sums, 0, 4, 5, 6));
    sums = i32x4.add(sums, v128.shuffle<i32>(none, sums, 0, 1, 4, 5));
    sums = i32x4.add(sums, before);
    v128.store(to, sums);
    before = v128.shuffle<i32>(sums, sums, 3, 3, 3, 3);
  }
}

/** Reads positions that were written as varints of their gaps. @returns the place behind them */
export function readGaps(from: usize, count: u32, floor: u32, into: usize): usize {
  let least = floor;
  let at = from;
  for (let to = into; to < into + ((<usize>count) << 2); to += 4) {
    let gap: u32 = load<u8>(at);
    if (gap < 0x80) at++;
    else {
      gap = readVarint(at);
      at = readEnd;
    }
    const position = least + gap;
    store<u32>(to, position);
    least = position + 1;
  }
  return at;
}

/** The place behind the varint that was read last. */
let readEnd: usize = 0;

/** Of 32 bits. */
function readVarint(from: usize): u32 {
  let at = from;
  let byte: u32 = load<u8>(at++);
  let value = byte & 0x7f;
  for (let shift: u32 = 7; byte >= 0x80 && shift < 35; shift += 7) {
    byte = load<u8>(at++);
    value |= (byte & 0x7f) << shift;
  }
  readEnd = at;
  return value;
}
