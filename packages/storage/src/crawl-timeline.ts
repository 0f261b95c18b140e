/**
 * The pages of a crawl over time: a site counts with all of its pages at the end of its visit. Intervals begin at multiples of
 * their width since the epoch. The width is 10 seconds, doubled until all visits are within MAX_INTERVALS: so it follows from
 * the visits alone, in whatever order they are added.
 */
export interface CrawlTimeline {
  /** Beginning of the first interval, in milliseconds since the epoch; 0 if no visit has ended. */
  readonly from: number;
  /** Width of each interval in milliseconds. */
  readonly widthMs: number;
  /** Pages of each interval, from the one of the first visit that ended to that of the last. */
  readonly pages: readonly number[];
}

/** Maximum number of intervals. */
const MAX_INTERVALS = 240;

const MIN_WIDTH_MS = 10_000;

export const NO_TIMELINE: CrawlTimeline = { from: 0, widthMs: MIN_WIDTH_MS, pages: [] };

/** Pages of visits by the time of their end, in milliseconds since the epoch. */
type PagesByTime = Iterable<readonly [at: number, pages: number]>;

/** Adds visits to a timeline. */
export function withVisits(timeline: CrawlTimeline, visits: PagesByTime): CrawlTimeline {
  const added = [...visits];
  if (added.length === 0) return timeline;
  const { from, widthMs, pages } = timeline;
  const parts = [...pages.map((count, index) => [from + index * widthMs, count] as const), ...added];
  const times = parts.map(([at]) => at).toSorted((a, b) => a - b);
  return timelineOf(parts, { first: times.at(0) ?? 0, last: times.at(-1) ?? 0, narrowest: widthMs });
}

/** Beginning of the narrowest interval that has a time. */
export function narrowestFrom(at: number): number {
  return Math.floor(at / MIN_WIDTH_MS) * MIN_WIDTH_MS;
}

/** Width of the intervals for visits that ended between two times. @param narrowest width to begin with */
export function widthFor(first: number, last: number, narrowest: number = MIN_WIDTH_MS): number {
  let width = narrowest;
  while (Math.floor(last / width) - Math.floor(first / width) >= MAX_INTERVALS) width *= 2;
  return width;
}

/** Makes a timeline of its parts. @param span times of its first and last part, and the least width of its intervals */
export function timelineOf(
  parts: PagesByTime,
  span: { readonly first: number; readonly last: number; readonly narrowest?: number },
): CrawlTimeline {
  const widthMs = widthFor(span.first, span.last, span.narrowest);
  const start = Math.floor(span.first / widthMs);
  const pages = Array.from({ length: Math.floor(span.last / widthMs) - start + 1 }, () => 0);
  for (const [at, count] of parts) {
    const index = Math.floor(at / widthMs) - start;
    pages[index] = (pages[index] ?? 0) + count;
  }
  return { from: start * widthMs, widthMs, pages };
}
