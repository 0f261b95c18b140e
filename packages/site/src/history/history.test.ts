import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PlainHistory } from '../../test/plain-history.ts';
import { changesOf } from './changes.ts';
import { MAX_VISITS, NO_HISTORY, repeatedVisit, withVisits } from './history.ts';
import { historyIn, historyText } from './history-text.ts';
import { kindedLabel } from './kinds.ts';
import { HOME, pagelessVisit, type PageKey, type Visit, withRank } from './visit.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const tech = (name: string): string => kindedLabel('tech', name);

/** A visit of the home page. */
function seen(at: number, names: readonly string[], over: Partial<Visit> = {}): Visit {
  const labels = new Map(names.map((name) => [tech(name), HOME]));
  return { at, source: 'crawl', facts: 'v1', labels, pages: [HOME], ...over };
}

/** Changes in the order of time: `day +added -removed`. */
function told(visits: readonly Visit[]): readonly string[] {
  return changesOf(withVisits(NO_HISTORY, visits)).map(({ at, by, added, removed }) => {
    const names = [...added.map((label) => `+${label}`), ...removed.map((label) => `-${label}`)];
    const all = names.map((name) => name.replace('tech\0', '').replace('\0', '=')).join(' ');
    return `${(at * 1_000) / DAY} ${all}${by === 'visit' ? '' : ' by detector'}`;
  });
}

describe('changes', () => {
  test('the first visit is the baseline, what comes later is added', () => {
    expect(told([seen(0, ['A']), seen(DAY, ['A', 'B']), seen(2 * DAY, ['A', 'B'])])).toEqual(['1 +B']);
  });
  test('a label is removed when two visits miss it, at the time of the first', () => {
    expect(told([seen(0, ['A']), seen(DAY, [])])).toEqual([]);
    expect(told([seen(0, ['A']), seen(DAY, []), seen(2 * DAY, [])])).toEqual(['1 -A']);
    expect(told([seen(0, ['A']), seen(DAY, []), seen(2 * DAY, ['A'])])).toEqual([]);
  });
  test('one in place of another is one change', () => {
    expect(told([seen(0, ['A']), seen(DAY, ['B']), seen(2 * DAY, ['B'])])).toEqual(['1 +B -A']);
  });
  test('a site that alternates daily for a year has no more changes than the first one', () => {
    const visits = Array.from({ length: 365 }, (_, day) => seen(day * DAY, [day % 2 === 0 ? 'A' : 'B']));
    expect(told(visits)).toEqual(['1 +B']);
  });
  test('a visit of fewer pages closes nothing that stood on others, and a page seen first adds nothing', () => {
    const shop: PageKey = 7;
    const large = (at: number, name: string | null): Visit => ({
      ...seen(at, ['A']),
      labels: new Map([[tech('A'), HOME], ...(name === null ? [] : [[tech(name), shop] as const])]),
      pages: [HOME, shop],
    });
    expect(told([large(0, 'B'), seen(DAY, ['A']), seen(2 * DAY, ['A'])])).toEqual([]);
    expect(told([seen(0, ['A']), large(DAY, 'B'), large(2 * DAY, null), large(3 * DAY, null)])).toEqual([
      '2 -B',
    ]);
    expect(told([seen(0, ['A'], { pages: 'all' }), large(DAY, 'B')])).toEqual(['1 +B']);
  });
  test('other fingerprints change by a detector, and what changes after an analysis by a visit', () => {
    const v2 = { facts: 'v2' };
    expect(told([seen(0, ['A']), seen(DAY, ['B'], v2)])).toEqual(['1 +B -A by detector']);
    expect(
      told([
        seen(0, ['A']),
        seen(DAY, ['A', 'B'], { ...v2, source: 'analysis', pages: 'all' }),
        seen(2 * DAY, ['B', 'C'], v2),
        seen(3 * DAY, ['B', 'C'], v2),
      ]),
    ).toEqual(['1 +B by detector', '2 +C -A']);
  });
  test('a site is gone when two visits say so, since the first, and back at once', () => {
    const gone = (at: number): Visit => pagelessVisit(at, null);
    expect(told([seen(0, ['A']), gone(DAY), seen(2 * DAY, ['A'])])).toEqual([]);
    expect(told([seen(0, ['A']), gone(DAY), gone(2 * DAY), gone(3 * DAY), seen(4 * DAY, ['A'])])).toEqual([
      '1 +outcome=gone',
      '4 -outcome=gone',
    ]);
    const moved = (at: number): Visit => pagelessVisit(at, 'b.example');
    expect(told([seen(0, ['A']), moved(DAY), moved(2 * DAY)])).toEqual([
      '1 +moved_to=b.example +outcome=moved',
    ]);
  });
  test('a crawl is later than the one before, whatever the clock says', () => {
    const visits = [seen(DAY, ['A']), seen(DAY - HOUR, ['B']), seen(DAY - HOUR / 2, ['B'])];
    const { visits: past } = withVisits(NO_HISTORY, visits);
    expect(past.map(({ at }) => at - DAY / 1_000)).toEqual([0, 1, 2]);
    expect(changesOf(withVisits(NO_HISTORY, visits)).map(({ at }) => at - DAY / 1_000)).toEqual([1]);
  });
});

const few = <T>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const PAGES: readonly PageKey[] = [HOME, 5, 9];

/** Captures at an hour of twenty days, of some pages, each with some labels. */
const captures: fc.Arbitrary<Visit> = fc
  .record({
    hour: fc.integer({ min: 0, max: 479 }),
    pages: fc.subarray([...PAGES], { minLength: 1 }),
    shown: fc.array(fc.tuple(few('A', 'B', 'C', 'D'), few(...PAGES)), { maxLength: 4 }),
    facts: few('v1', 'v1', 'v1', 'v2'),
  })
  .map(({ hour, pages, shown, facts }) => {
    const labels = new Map<string, PageKey>();
    for (const [name, page] of shown.toSorted(([, a], [, b]) => b - a)) {
      if (pages.includes(page)) labels.set(tech(name), page);
    }
    return { at: hour * HOUR, source: 'captures', facts, labels, pages };
  });

const lines = (history: Parameters<typeof changesOf>[0]): readonly string[] =>
  changesOf(history)
    .flatMap(({ at, by, added, removed }) => [
      ...added.map((label) => `${at} +${label} ${by}`),
      ...removed.map((label) => `${at} -${label} ${by}`),
    ])
    .toSorted();

test('captures in any order and in any parts give the changes of their definition', () => {
  fc.assert(
    fc.property(
      fc.array(captures, { maxLength: 20 }),
      fc.array(fc.nat(20), { maxLength: 5 }),
      (all, cuts) => {
        const plain = new PlainHistory();
        for (const one of all) plain.add(one);
        const expected = plain.changes();
        const ends = [...cuts, all.length].toSorted((a, b) => a - b);
        let [history, from] = [NO_HISTORY, 0];
        const stored = [tech('A'), tech('C')];
        for (const end of ends) {
          history = withVisits(history, all.slice(from, end));
          // As it is after it was stored.
          history = historyIn(historyText(history, stored), stored);
          from = Math.max(from, end);
        }
        expect(lines(history)).toEqual(expected);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('a history has bounds, and keeps what changed', () => {
  const visits = Array.from({ length: MAX_VISITS + 300 }, (_, day) =>
    seen(day * DAY, day >= 500 && day < 700 ? ['A', 'B'] : ['A']),
  );
  const history = withVisits(NO_HISTORY, visits);
  expect(history.visits).toHaveLength(MAX_VISITS);
  expect(told(visits)).toEqual(['500 +B', '700 -B']);
});

test('a visit that repeats another one has its own rank alone', () => {
  const history = withVisits(NO_HISTORY, [withRank(seen(0, ['A']), 250)]);
  const repeated = repeatedVisit(history, DAY);
  const again = repeated === null ? [] : [withRank(repeated, 990)];
  expect(again.map(({ labels }) => [...labels.keys()].toSorted())).toEqual([
    [kindedLabel('rank', '900'), tech('A')],
  ]);
});
