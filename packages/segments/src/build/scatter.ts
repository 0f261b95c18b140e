import { SEPARATOR } from '../segment/format.ts';
import type { Text } from './counts.ts';
import { eachPart } from './document-text.ts';

const SYMBOLS = 256;

/**
 * Sorts the even positions of all triples that begin with some pairs, halved, by triple: a counting sort.
 *
 * @param pairs neighbours among those of the text, ascending
 * @param counts of each triple; becomes where its positions end in `into`
 */
export function scatterPositions(
  text: Text,
  pairs: Uint32Array,
  counts: Uint32Array,
  into: Uint32Array,
): void {
  let next = 0;
  for (const pair of pairs) {
    for (let triple = pair * SYMBOLS; triple < (pair + 1) * SYMBOLS; triple++) {
      const count = counts[triple] ?? 0;
      counts[triple] = next;
      next += count;
    }
  }
  const { bytes, starts } = text;
  const first = (pairs[0] ?? 0) * SYMBOLS;
  const last = (pairs.at(-1) ?? 0) * SYMBOLS + SYMBOLS - 1;
  const textEnd = 2 * (starts.at(-1) ?? 0);
  eachPart(bytes, 0, textEnd, (start, end) => {
    let lead = bytes[start] ?? 0;
    let at = start;
    for (; at + 2 < end; at += 2) {
      const third = bytes[at + 2] ?? 0;
      const triple = (lead << 16) | ((bytes[at + 1] ?? 0) << 8) | third;
      lead = third;
      if (triple >= first && triple <= last) {
        const to = counts[triple] ?? 0;
        into[to] = at >>> 1;
        counts[triple] = to + 1;
      }
    }
    if (at + 2 === end) {
      const triple = (lead << 16) | ((bytes[at + 1] ?? 0) << 8) | SEPARATOR;
      if (triple >= first && triple <= last) {
        const to = counts[triple] ?? 0;
        into[to] = at >>> 1;
        counts[triple] = to + 1;
      }
    }
  });
}
