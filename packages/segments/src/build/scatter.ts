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
    scatterPart(bytes, start, end, first, last, counts, into);
  });
}

/** (A function of its own, which keeps what it looks at in registers.) */
function scatterPart(
  bytes: Uint8Array,
  start: number,
  end: number,
  first: number,
  last: number,
  ends: Uint32Array,
  into: Uint32Array,
): void {
  let lead = bytes[start] ?? 0;
  for (let at = start; at + 2 <= end; at += 2) {
    // Behind the last pair stands a separator.
    const third = bytes[at + 2] ?? 0;
    const triple = (lead << 16) | ((bytes[at + 1] ?? 0) << 8) | third;
    lead = third;
    if (triple >= first && triple <= last) {
      const to = ends[triple] ?? 0;
      into[to] = at >>> 1;
      ends[triple] = to + 1;
    }
  }
}
