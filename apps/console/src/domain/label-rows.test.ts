import type { LabelInterval } from '@sitegrep/client';
import { describe, expect, test } from 'vitest';
import { barOf, hasChanged, type LabelRow, rowsByKind, spanOf, stateOf } from './label-rows.ts';

/** A time of day `number` of a span of ten days. */
const day = (number: number): string => `2026-03-${String(number + 1).padStart(2, '0')} 00:00:00 +00:00`;
const SPAN = spanOf([{ at: day(0) }, { at: day(4) }, { at: day(10) }]);

interface Given extends Partial<LabelInterval> {
  readonly days: readonly (readonly [from: number, to: number])[];
}

function interval({ days, ...given }: Given): LabelInterval {
  const seen = days.map(([from, to]) => ({ from: day(from), to: day(to), visits: 1 }));
  return {
    kind: 'tech',
    value: 'PHP',
    first_seen: seen[0]?.from ?? '',
    last_seen: seen.at(-1)?.to ?? '',
    gone_at: null,
    missing_since: null,
    added_by: null,
    removed_by: null,
    visits_count: seen.length,
    seen,
    seen_left_out: 0,
    ...given,
  };
}

/** The only row of intervals. */
function rowOf(...given: readonly Given[]): LabelRow {
  const row = rowsByKind(given.map(interval))[0]?.rows[0];
  if (row === undefined) throw new Error('there is no row');
  return row;
}

test('labels are in rows by their kinds, those of the whole site first, and a host that is named otherwise is another', () => {
  const kinds = rowsByKind([
    interval({ kind: 'tech', value: 'A', days: [[0, 1]], gone_at: day(2), removed_by: 'visit' }),
    interval({ kind: 'tech', value: 'A', days: [[4, 10]], added_by: 'visit' }),
    interval({ kind: 'tech', value: 'B', days: [[0, 10]] }),
    interval({ kind: 'host', value: 'a.example', named_by: ['script'], days: [[0, 4]] }),
    interval({ kind: 'host', value: 'a.example', named_by: ['script', 'link'], days: [[4, 10]] }),
    interval({ kind: 'outcome', value: 'gone', days: [[10, 10]], added_by: 'visit' }),
  ]);
  expect(
    kinds.map(({ kind, rows }) => [kind, rows.map(({ value, intervals }) => `${value} ${intervals.length}`)]),
  ).toEqual([
    ['outcome', ['gone 1']],
    ['tech', ['A 2', 'B 1']],
    ['host', ['a.example 1', 'a.example 1']],
  ]);
});

describe('the state of a label', () => {
  test.each<[string, readonly Given[], unknown]>([
    ['that was always there', [{ days: [[0, 10]] }], { kind: 'there' }],
    ['that came', [{ days: [[4, 10]], added_by: 'visit' }], { kind: 'thereSince', at: day(4), by: 'visit' }],
    [
      'that new fingerprints found',
      [{ days: [[4, 10]], added_by: 'detector' }],
      { kind: 'thereSince', at: day(4), by: 'detector' },
    ],
    [
      'that went',
      [{ days: [[0, 0]], gone_at: day(4), removed_by: 'visit' }],
      { kind: 'gone', at: day(4), by: 'visit' },
    ],
    [
      'that was missed once',
      [{ days: [[0, 4]], missing_since: day(10) }],
      { kind: 'missed', at: day(10), by: 'visit' },
    ],
    [
      'that went and came back',
      [
        { days: [[0, 0]], gone_at: day(2), removed_by: 'visit' },
        { days: [[10, 10]], added_by: 'visit' },
      ],
      { kind: 'back', at: day(10), by: 'visit' },
    ],
    [
      'that said that the site is gone, which is over',
      [
        {
          kind: 'outcome',
          value: 'gone',
          days: [[0, 0]],
          added_by: 'visit',
          gone_at: day(4),
          removed_by: 'visit',
        },
      ],
      { kind: 'over', at: day(4), by: 'visit' },
    ],
  ])('%s', (_, given, state) => {
    const row = rowOf(...given);
    expect(stateOf(row)).toEqual(state);
    expect(hasChanged(row)).toBe(JSON.stringify(state) !== '{"kind":"there"}');
  });
});

describe('the bar of a label', () => {
  test('is thick between visits that showed it, and a line until one missed it', () => {
    const row = rowOf({
      days: [
        [0, 2],
        [4, 5],
      ],
      gone_at: day(8),
      removed_by: 'visit',
    });
    expect(barOf(row, SPAN)).toEqual([
      { look: 'between', x: 0, width: 800 },
      { look: 'seen', x: 0, width: 200 },
      { look: 'seen', x: 400, width: 100 },
    ]);
  });

  test('goes on to the end if none missed it, and is seen if one visit alone showed it', () => {
    expect(barOf(rowOf({ days: [[5, 5]], added_by: 'visit' }), SPAN)).toEqual([
      { look: 'between', x: 500, width: 500 },
      { look: 'seen', x: 500, width: 6 },
    ]);
    expect(barOf(rowOf({ days: [[10, 10]], added_by: 'visit' }), SPAN)).toEqual([
      { look: 'between', x: 994, width: 6 },
      { look: 'seen', x: 994, width: 6 },
    ]);
  });

  test('of a site with one visit is at its beginning', () => {
    const once = spanOf([{ at: day(3) }]);
    expect(barOf(rowOf({ days: [[3, 3]] }), once)).toContainEqual({ look: 'seen', x: 0, width: 6 });
    expect(spanOf([])).toEqual([0, 0]);
  });
});
