import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AgedVersion, keptVersions, type KeepVersions } from './retention.ts';

const DAY = 86_400_000;
const START = Date.UTC(2026, 2, 1);

/** Versions that stood for some days each, the first from 1 March. @param bytes of the sources of each */
function versionsOf(days: readonly number[], bytes = 1_000): readonly AgedVersion[] {
  let at = START;
  return days.map((count) => {
    const first = at;
    at += count * DAY;
    return { times: [first, at - 1], endedAt: null, contentBytes: bytes };
  });
}

const daysOf = (versions: readonly AgedVersion[]): readonly number[] =>
  versions.map(({ times }) => ((times[0] ?? 0) - START) / DAY);

describe('by age', () => {
  const keep = { maxAge: 90 * DAY };

  it('keeps what stood within the time before the page was seen last, and not the first of each month', () => {
    // From day 0, 40, 70, 100 and 200, and the page since day 210, seen last on day 215.
    const versions = versionsOf([40, 30, 30, 100, 10]);
    expect(daysOf(keptVersions(versions, keep, [START + 210 * DAY, START + 215 * DAY]))).toEqual([100, 200]);
    // The one from day 100 went on day 200: 90 days later it is too old.
    expect(daysOf(keptVersions(versions, keep, [START + 210 * DAY, START + 290 * DAY]))).toEqual([200]);
    expect(daysOf(keptVersions(versions, keep, [START + 210 * DAY, START + 400 * DAY]))).toEqual([]);
  });

  it('keeps what stood when the page went, counted from then', () => {
    const [first, last] = versionsOf([40, 30]);
    if (first === undefined || last === undefined) throw new Error('no versions');
    const gone = { ...last, endedAt: START + 100 * DAY };
    expect(daysOf(keptVersions([first, gone], keep, null))).toEqual([0, 40]);
    expect(daysOf(keptVersions([first, gone], { maxAge: 60 * DAY }, null))).toEqual([40]);
  });
});

describe('by size', () => {
  it('keeps the newest whose sources fit, and none before the first that does not', () => {
    const [one, two, three, four] = versionsOf([1, 1, 1, 1], 400);
    if (one === undefined || two === undefined || three === undefined || four === undefined)
      throw new Error();
    const keep = { maxBytes: 1_000 };
    expect(daysOf(keptVersions([one, two, three, four], keep, null))).toEqual([2, 3]);
    const large = { ...three, contentBytes: 2_000 };
    expect(daysOf(keptVersions([one, two, large, four], keep, null))).toEqual([3]);
    expect(keptVersions([one, large], keep, null)).toEqual([]);
  });
});

it.each([
  ['an age', { maxAge: 10_000 * DAY }],
  ['a size', { maxBytes: 2 ** 40 }],
] as const)('%s keeps a thousand versions at most', (_name, keep) => {
  expect(keptVersions(versionsOf(Array.from({ length: 1_100 }, () => 1)), keep, null)).toHaveLength(1_000);
});

/** Plain sets of versions that are never the same and never noise, each from its day until the next one is seen. */
const seen = fc.uniqueArray(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 30 });
const settings = fc.oneof<fc.Arbitrary<KeepVersions>[]>(
  fc.integer({ min: 0, max: 6 }),
  fc.integer({ min: 1, max: 200 }).map((days) => ({ maxAge: days * DAY })),
  fc.integer({ min: 0, max: 3_000 }).map((maxBytes) => ({ maxBytes })),
);

it('what is kept is the same in whatever order versions were seen', () => {
  fc.assert(
    fc.property(seen, settings, (found, keep) => {
      const versions = found.map((day) => ({
        times: [START + day * DAY],
        endedAt: null,
        // By size, versions of unequal ones may depend on the order.
        contentBytes: 300,
      }));
      const ordered = (some: readonly AgedVersion[]): readonly AgedVersion[] =>
        some.toSorted((a, b) => (a.times[0] ?? 0) - (b.times[0] ?? 0));
      /** Keeps the older ones, of which the last one is the page as it stands. */
      const kept = (some: readonly AgedVersion[]): readonly AgedVersion[] => {
        const all = ordered(some);
        const present = all.at(-1);
        return [...keptVersions(all.slice(0, -1), keep, present?.times ?? null), ...all.slice(-1)];
      };
      let inOrderOfArrival: readonly AgedVersion[] = [];
      for (const version of versions) inOrderOfArrival = kept([...inOrderOfArrival, version]);
      expect(inOrderOfArrival).toEqual(kept(versions));
    }),
    { numRuns: 500 },
  );
});
