import { expect, test } from 'vitest';
import {
  type CrawlTimeline,
  narrowestFrom,
  NO_TIMELINE,
  timelineOf,
  widthFor,
  withVisits,
} from './crawl-timeline.ts';

type Visit = readonly [at: number, pages: number];

/** The timeline by its definition: the first width of which 240 intervals hold every visit. */
function expected(visits: readonly Visit[]): CrawlTimeline {
  const times = visits.map(([at]) => at);
  for (let widthMs = 10_000; ; widthMs *= 2) {
    const numbers = times.map((at) => Math.floor(at / widthMs));
    const first = numbers.reduce((a, b) => Math.min(a, b));
    const last = numbers.reduce((a, b) => Math.max(a, b));
    if (last - first + 1 > 240) continue;
    const pages = Array.from({ length: last - first + 1 }, (_, index) =>
      visits
        .filter(([at]) => Math.floor(at / widthMs) === first + index)
        .reduce((sum, [, count]) => sum + count, 0),
    );
    return { from: first * widthMs, widthMs, pages };
  }
}

/** Numbers from 0 to 1 that are the same in each run. */
function randoms(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

test.each([30_000, 2_400_000, 2_410_000, 90_000_000, 40 * 86_400_000])(
  'visits within %i ms give the same timeline in whatever order and pieces they come',
  (span) => {
    const random = randoms(span);
    const from = 1_790_000_000_123;
    const visits: Visit[] = Array.from({ length: 300 }, () => [
      from + Math.floor(random() * span),
      Math.floor(random() * 5),
    ]);
    const whole = expected(visits);
    expect(whole.pages.length).toBeLessThanOrEqual(240);
    expect(withVisits(NO_TIMELINE, visits)).toEqual(whole);
    let pieces = NO_TIMELINE;
    for (let at = 0; at < visits.length; at += 7)
      pieces = withVisits(pieces, visits.slice(at, at + 7).toReversed());
    expect(pieces).toEqual(whole);
    // As Elasticsearch gives them: by the beginning of intervals of the width that their span has.
    const times = visits.map(([at]) => at).toSorted((a, b) => a - b);
    const [first = 0, last = 0] = [times.at(0), times.at(-1)];
    const width = widthFor(first, last);
    const buckets = visits.map(([at, pages]) => [Math.floor(at / width) * width, pages] as const);
    expect(timelineOf(buckets, { first, last })).toEqual(whole);
    // And as a transaction counts them.
    expect(
      withVisits(
        NO_TIMELINE,
        visits.map(([at, pages]) => [narrowestFrom(at), pages] as const),
      ),
    ).toEqual(whole);
  },
);

test('without visits there are no intervals, and one visit is one', () => {
  expect(withVisits(NO_TIMELINE, [])).toEqual({ from: 0, widthMs: 10_000, pages: [] });
  expect(withVisits(NO_TIMELINE, [[25_001, 0]])).toEqual({ from: 20_000, widthMs: 10_000, pages: [0] });
});

test('the widest span there is has a bound, too', () => {
  const { widthMs, pages } = withVisits(NO_TIMELINE, [
    [0, 1],
    [8_640_000_000_000_000, 2],
  ]);
  expect([pages.at(0), pages.at(-1), pages.length <= 240, widthMs > 10_000]).toEqual([1, 2, true, true]);
});
