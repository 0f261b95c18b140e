// Merges ranges of files, so that few requests are made for few bytes more than are needed.

/** Part of a file, from `from`, inclusive, to `to`, exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Bytes that may be read besides those that are needed, as a part of these; what breaks is read again besides. */
const MAX_EXTRA = 0.195;
/** Bytes of gaps that are read in any case: a request takes longer. */
const FREE_EXTRA_BYTES = 64 * 1024;
/** Longest gap that is read in any case: the headers of a request and of its answer are as long. */
const FREE_GAP_BYTES = 1024;

/**
 * Decides which gaps between ranges are read with them: the smallest ones, as long as all of them together are less
 * than a fifth of what is needed, and those that are no longer than a request. No other choice with as many bytes needs fewer requests.
 *
 * @param gaps bytes between each range and the one before it, at least 0; Infinity where these are of different files
 * @param needed bytes of all ranges
 * @returns for each gap whether it is read
 */
export function readGaps(gaps: Float64Array, needed: number): Uint8Array {
  const isRead = new Uint8Array(gaps.length);
  const order = new Uint32Array(gaps.length).map((_, at) => at);
  order.sort((a, b) => (gaps[a] ?? 0) - (gaps[b] ?? 0) || a - b);
  let extra = 0;
  for (const at of order) {
    const gap = gaps[at] ?? Infinity;
    extra += gap;
    if (gap > FREE_GAP_BYTES && extra > Math.max(FREE_EXTRA_BYTES, needed * MAX_EXTRA)) break;
    isRead[at] = 1;
  }
  return isRead;
}

/** Merges ranges of one file, sorted or not. @returns ranges that hold all of them, in order */
export function mergedSpans(spans: readonly Span[]): readonly Span[] {
  const sorted = spans.toSorted((a, b) => a.from - b.from || a.to - b.to);
  const gaps = new Float64Array(sorted.length);
  let [end, needed] = [-Infinity, 0];
  for (const [at, span] of sorted.entries()) {
    gaps[at] = Math.max(0, span.from - end);
    needed += Math.max(0, span.to - Math.max(span.from, end));
    end = Math.max(end, span.to);
  }
  const isRead = readGaps(gaps, needed);
  const merged: { from: number; to: number }[] = [];
  for (const [at, span] of sorted.entries()) {
    const last = merged.at(-1);
    if (last !== undefined && isRead[at] === 1) last.to = Math.max(last.to, span.to);
    else merged.push({ ...span });
  }
  return merged;
}
