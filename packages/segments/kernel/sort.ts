// Part of the kernel (kernel.ts).
import { SEPARATOR } from './layout';
import { oddAlias } from './odd-aliases';

/** Sets the 256 words of each of some blocks to zero. */
export function clearBlocks(blocks: usize, blocksEnd: usize, table: usize): void {
  for (let block = blocks; block < blocksEnd; block += 4)
    memory.fill(table + (load<u32>(block) << 10), 0, 1024);
}

/** Counts each key. */
export function countKeys(keys: usize, end: usize, counts: usize): void {
  for (let at = keys; at < end; at += 4) {
    const address = counts + (load<u32>(at) << 2);
    store<u32>(address, load<u32>(address) + 1);
  }
}

/** @returns the sum of the counts of all keys of some blocks */
export function sumOf(blocks: usize, blocksEnd: usize, counts: usize): u32 {
  let sums = i32x4.splat(0);
  for (let block = blocks; block < blocksEnd; block += 4) {
    const first = counts + (load<u32>(block) << 10);
    for (let address = first; address < first + 1024; address += 16)
      sums = i32x4.add(sums, v128.load(address));
  }
  return (
    i32x4.extract_lane(sums, 0) +
    i32x4.extract_lane(sums, 1) +
    i32x4.extract_lane(sums, 2) +
    i32x4.extract_lane(sums, 3)
  );
}

/**
 * Turns counts into running sums over some blocks of 256 of them.
 *
 * @param blocks numbers of blocks, a word each
 */
export function sumUp(blocks: usize, blocksEnd: usize, counts: usize): void {
  let next: u32 = 0;
  for (let block = blocks; block < blocksEnd; block += 4) {
    const first = counts + (load<u32>(block) << 10);
    for (let address = first; address < first + 1024; address += 4) {
      const count = load<u32>(address);
      store<u32>(address, next);
      next += count;
    }
  }
}

/**
 * Appends a document to the list of each of its keys. @param ends a word for each key: where its list ends, in words
 * from `into` on
 */
export function scatterDocument(keys: usize, keysEnd: usize, document: u32, ends: usize, into: usize): void {
  for (let at = keys; at < keysEnd; at += 4) {
    const address = ends + (load<u32>(at) << 2);
    const end = load<u32>(address);
    store<u32>(into + (end << 2), document);
    store<u32>(address, end + 1);
  }
}

/**
 * Appends the even positions of a text, and the odd-offset ones that are listed, halved, to the lists of their
 * trigrams.
 *
 * @param from, to addresses of a range of the text
 * @param half the position of its first byte, halved
 * @param first, last keys of the first and last pair to look at: second byte × 256 + first byte
 * @param ends a word for each trigram: where its list ends, in words from `into` on
 */
export function scatterPositions(
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
    const start: u32 = load<u8>(at);
    const third: u32 = load<u8>(at, 2);
    if (((second << 8) | start) - first <= last - first)
      scatterPosition((start << 16) | (second << 8) | third, position, ends, into);
    if ((second | third) < 0x80) continue;
    const odd = oddAlias((second << 16) | (third << 8) | (<u32>load<u8>(at, 3)));
    if (odd != 0 && ((third << 8) | second) - first <= last - first)
      scatterPosition(odd, position, ends, into);
  }
}

function scatterPosition(trigram: u32, position: u32, ends: usize, into: usize): void {
  const address = ends + (trigram << 2);
  const end = load<u32>(address);
  store<u32>(into + (end << 2), position);
  store<u32>(address, end + 1);
}

/**
 * Lists the non-empty ones among neighbouring lists, and where they end.
 *
 * @param ends a word for each list, ascending; three more words after them can be read
 * @param start where the first list begins
 * @param into gets two words for each: its index, and where it ends
 * @returns the address after them
 */
export function listEnds(ends: usize, count: u32, start: u32, into: usize): usize {
  let to = into;
  for (let index: u32 = 0; index < count; index += 4) {
    const now = v128.load(ends + (index << 2));
    let before = i32x4.splat(start);
    before = v128.shuffle<i32>(before, now, 3, 4, 5, 6);
    let some = i32x4.bitmask(i32x4.ne(now, before));
    if (count - index < 4) some &= (1 << (count - index)) - 1;
    for (; some != 0; some &= some - 1) {
      const own = index + ctz(some);
      store<u32>(to, own);
      store<u32>(to, load<u32>(ends + (own << 2)), 4);
      to += 8;
    }
    start = i32x4.extract_lane(now, 3);
  }
  return to;
}
