import type { Kernel } from '../kernel/kernel.ts';
import type { TextInMemory } from './counts.ts';
import { pairKey } from '../segment/format.ts';
import type { Blocks } from './sort-documents.ts';

/**
 * Sorts the even positions of all trigrams that begin with some pairs, halved, by trigram: a counting sort.
 *
 * @param pairs neighbours among those of the text, by their keys ascending
 * @param counts of each trigram; becomes where its positions end, in words behind `into`
 */
export function sortPositions(
  kernel: Kernel,
  { address, starts }: TextInMemory,
  pairs: Blocks,
  counts: number,
  into: number,
): void {
  const { run, words } = kernel;
  run.sumUp(pairs.address, pairs.end, counts);
  const first = pairKey(words[pairs.address >>> 2] ?? 0);
  const last = pairKey(words[(pairs.end >>> 2) - 1] ?? 0);
  for (let document = 0; document + 1 < starts.length; document++) {
    const start = starts[document] ?? 0;
    const end = starts[document + 1] ?? 0;
    run.scatterPositions(address + 2 * start, address + 2 * end, start, first, last, counts, into);
  }
}
