import { expect, test } from 'vitest';
import { mergedSpans, type Span } from './ranges.ts';

/** A number from 0 to below `max` that follows from others. */
function drawn(seed: number, max: number): number {
  return Math.floor(((Math.sin(seed * 12.9898) * 43758.5453) % 1) ** 2 * max);
}

test('few ranges hold all that is needed, with less than a fifth more bytes', () => {
  for (let round = 1; round < 200; round++) {
    const spans: Span[] = Array.from({ length: 1 + (round % 60) }, (_, at) => {
      const from = drawn(round * 1000 + at, 40_000_000);
      return { from, to: from + 1 + drawn(round * 2000 + at, 60_000) };
    });
    const merged = mergedSpans(spans);
    for (const { from, to } of spans) {
      expect(merged.some((each) => each.from <= from && each.to >= to)).toBe(true);
    }
    const sorted = merged.toSorted((a, b) => a.from - b.from);
    expect(merged).toEqual(sorted);
    const read = merged.reduce((sum, { from, to }) => sum + to - from, 0);
    expect(read).toBeLessThanOrEqual(Math.max(neededBytes(spans) * 1.2, neededBytes(spans) + 65_536));
    expect(merged.length).toBeLessThanOrEqual(Math.ceil(fewest(spans, 1.195)));
  }
});

/** Bytes that at least one range has. */
function neededBytes(spans: readonly Span[]): number {
  let [end, sum] = [0, 0];
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    sum += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return sum;
}

/** The fewest ranges with at most so many times the bytes: all but the largest gaps are read. */
function fewest(spans: readonly Span[], times: number): number {
  const gaps: number[] = [];
  let end = -1;
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    if (end >= 0 && from > end) gaps.push(from - end);
    end = Math.max(end, to);
  }
  let extra = neededBytes(spans) * (times - 1);
  let count = gaps.length + 1;
  for (const gap of gaps.toSorted((a, b) => a - b)) {
    extra -= gap;
    if (extra < 0) break;
    count--;
  }
  return count;
}
