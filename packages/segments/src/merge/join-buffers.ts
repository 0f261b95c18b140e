import { largestDocIdsBytes } from '../codec/doc-ids.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { MAX_HEAD_BYTES } from '../segment/fourgrams.ts';
import type { Source } from './live-runs.ts';

const SYMBOLS = 256;
const PAIRS = 2 ** 16;

/** Bytes of what the kernel is told of a list (`joinDocIds`), and of a segment's 4-grams (`joinFourgrams`). */
export const PART_BYTES = 16;
export const FOURGRAMS_BYTES = 12;
/** Rows of such lists: of each fourth byte, and of what is unlisted. */
const ROWS = SYMBOLS + 1;

/** More is not taken of a kernel's 4 GiB. */
const MAX_BYTES = 2 ** 31;

/** Places in the memory of a kernel at which lists of several segments are joined, and what they need. */
export interface JoinBuffers {
  readonly kernel: Kernel;
  /** For what all segments have of a pair. */
  readonly groups: number;
  /** For a list of each segment. */
  readonly parts: number;
  /** For the 4-grams that each segment has of a trigram, their lists, and how many these are. */
  readonly fourgrams: number;
  readonly rows: number;
  readonly ends: number;
  /** For the 4-grams that are written. */
  readonly head: number;
  readonly lists: number;
}

/**
 * Takes as much as could be needed; only what is, is memory of the machine.
 *
 * @param documents of all segments
 * @returns null if that would be too much
 */
export function takeJoinBuffers(
  kernel: Kernel,
  sources: readonly Source[],
  documents: number,
): JoinBuffers | null {
  const sizes = {
    groups: Math.max(maxPairBytes(sources), largestDocIdsBytes(documents) + 8 * sources.length),
    parts: PART_BYTES * sources.length,
    fourgrams: FOURGRAMS_BYTES * sources.length,
    rows: ROWS * PART_BYTES * sources.length,
    ends: 4 * (ROWS + SYMBOLS),
    head: MAX_HEAD_BYTES,
    lists: ROWS * largestDocIdsBytes(documents),
  };
  const all = Object.values(sizes).reduce((sum, bytes) => sum + bytes, 0);
  if (all > MAX_BYTES) return null;
  const { groups, parts, fourgrams, rows, ends, head, lists } = sizes;
  return {
    kernel,
    groups: kernel.take(groups),
    parts: kernel.take(parts),
    fourgrams: kernel.take(fourgrams),
    rows: kernel.take(rows),
    ends: kernel.take(ends),
    head: kernel.take(head),
    lists: kernel.take(lists),
  };
}

/** Bytes of the entries and the groups that segments have of a pair, at most. */
function maxPairBytes(sources: readonly Source[]): number {
  const bytes = new Float64Array(PAIRS);
  for (const { segment } of sources) segment.dictionary.addBytes(bytes);
  return bytes.reduce((most, some) => Math.max(most, some), 0);
}
