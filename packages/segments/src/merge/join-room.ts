import { longestOrdinalsBytes } from '../codec/ordinals.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { MAX_HEAD_BYTES } from '../segment/quads.ts';
import type { Source } from './live-runs.ts';

const SYMBOLS = 256;
const PAIRS = 2 ** 16;

/** Bytes of what the kernel is told of a list (`joinOrdinals`), and of a segment's quads (`joinQuads`). */
export const PART_BYTES = 16;
export const QUADS_BYTES = 12;
/** Rows of such lists: of each fourth byte, and of what is unlisted. */
const ROWS = SYMBOLS + 1;

/** More is not taken of a kernel's 4 GiB. */
const MOST_BYTES = 2 ** 31;

/** Places in the memory of a kernel at which lists of several segments are joined, and what they need. */
export interface JoinRoom {
  readonly kernel: Kernel;
  /** For what all segments have of a pair. */
  readonly groups: number;
  /** For a list of each segment. */
  readonly parts: number;
  /** For the quads that each segment has of a triple, their lists, and how many these are. */
  readonly quads: number;
  readonly rows: number;
  readonly ends: number;
  /** For the quads that are written. */
  readonly head: number;
  readonly lists: number;
}

/**
 * Takes as much as could be needed; only what is, is memory of the machine.
 *
 * @param documents of all segments
 * @returns null if that would be too much
 */
export function takeJoinRoom(kernel: Kernel, sources: readonly Source[], documents: number): JoinRoom | null {
  const sizes = {
    groups: Math.max(mostOfAPair(sources), longestOrdinalsBytes(documents) + 8 * sources.length),
    parts: PART_BYTES * sources.length,
    quads: QUADS_BYTES * sources.length,
    rows: ROWS * PART_BYTES * sources.length,
    ends: 4 * (ROWS + SYMBOLS),
    head: MAX_HEAD_BYTES,
    lists: ROWS * longestOrdinalsBytes(documents),
  };
  const all = Object.values(sizes).reduce((sum, bytes) => sum + bytes, 0);
  if (all > MOST_BYTES) return null;
  const { groups, parts, quads, rows, ends, head, lists } = sizes;
  return {
    kernel,
    groups: kernel.take(groups),
    parts: kernel.take(parts),
    quads: kernel.take(quads),
    rows: kernel.take(rows),
    ends: kernel.take(ends),
    head: kernel.take(head),
    lists: kernel.take(lists),
  };
}

/** Bytes of the entries and the groups that segments have of a pair, at most. */
function mostOfAPair(sources: readonly Source[]): number {
  const bytes = new Float64Array(PAIRS);
  for (const { segment } of sources) segment.dictionary.addBytes(bytes);
  return bytes.reduce((most, some) => Math.max(most, some), 0);
}
