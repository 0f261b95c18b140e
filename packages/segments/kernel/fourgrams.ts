// Part of the kernel (kernel.ts).
import { MAX_BYTE_GAPS } from './layout';
import { writeVarint } from './varint';

/** Documents of a trigram up to which those of each of its 4-grams are bits (`areBits`). */
export const MAX_BITS: u32 = 7;

/** End of the head of 4-grams that was written last. */
let headEnd: usize = 0;

export function endHead(address: usize): void {
  headEnd = address;
}

/** End of the head that `writeFourgrams` or `joinFourgrams` wrote last. */
export function fourgramsHeadEnd(): usize {
  return headEnd;
}

/**
 * Writes the 4-grams of a trigram without unlisted documents, as `FourgramsWriter` does: the head to one address, the
 * lists to another.
 *
 * @param documents, documentsEnd addresses of the trigram's documents, ascending
 * @param fourths, fourthsEnd addresses of what `listEnds` wrote: an index into `bytes`, and where the documents of
 * each 4-gram end, in words from `fourgrams` on
 * @param bytes address of the fourth bytes, ascending
 * @param start where the documents of the first 4-gram begin
 * @param ranks a word for each document of the segment, as working memory
 * @returns the address after the lists
 */
export function writeFourgrams(
  documents: usize,
  documentsEnd: usize,
  fourths: usize,
  fourthsEnd: usize,
  bytes: usize,
  fourgrams: usize,
  start: u32,
  ranks: usize,
  head: usize,
  lists: usize,
): usize {
  for (let at = documents; at < documentsEnd; at += 4)
    store<u32>(ranks + (load<u32>(at) << 2), <u32>((at - documents) >>> 2));
  const all = <u32>((documentsEnd - documents) >>> 2);
  let headTo = writeVarint(<u32>((fourthsEnd - fourths) >>> 3), head);
  let to = lists;
  let from = fourgrams + (start << 2);
  for (let fourth = fourths; fourth < fourthsEnd; fourth += 8) {
    const end = fourgrams + (load<u32>(fourth, 4) << 2);
    const count = <u32>((end - from) >>> 2);
    if (all <= MAX_BITS) {
      let bits: u32 = 0;
      for (; from < end; from += 4) bits |= 1 << load<u32>(ranks + (load<u32>(from) << 2));
      headTo = writeVarint(bits, writeVarint(load<u8>(bytes + load<u32>(fourth)), headTo));
      continue;
    }
    headTo = writeVarint(count, writeVarint(load<u8>(bytes + load<u32>(fourth)), headTo));
    if (count == all) {
      from = end;
      continue;
    }
    const bitmapBytes = (all + 7) >>> 3;
    if (count >= bitmapBytes) {
      memory.fill(to, 0, bitmapBytes);
      for (; from < end; from += 4) {
        const rank = load<u32>(ranks + (load<u32>(from) << 2));
        const address = to + (rank >>> 3);
        store<u8>(address, <u8>((<u32>load<u8>(address)) | (1 << (rank & 7))));
      }
      to += bitmapBytes;
      continue;
    }
    let least: u32 = 0;
    if (all <= MAX_BYTE_GAPS) {
      for (; from < end; from += 4) {
        const rank = load<u32>(ranks + (load<u32>(from) << 2));
        store<u8>(to++, <u8>(rank - least));
        least = rank + 1;
      }
      continue;
    }
    const first = to;
    for (; from < end; from += 4) {
      const rank = load<u32>(ranks + (load<u32>(from) << 2));
      to = writeVarint(rank - least, to);
      least = rank + 1;
    }
    headTo = writeVarint(<u32>(to - first), headTo);
  }
  endHead(headTo);
  return to;
}
