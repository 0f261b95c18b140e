import type { LabelInterval } from '@sitegrep/client';
import { expect, test } from 'vitest';
import { barsOf, ticksOf } from './history-bars.ts';

/** A time of day `number` of a span of ten days. */
const day = (number: number): string => `2026-03-${String(number + 1).padStart(2, '0')} 00:00:00 +00:00`;
const VISITS = [0, 2, 5, 10].map((number) => ({ at: day(number) }));

function label(
  kind: LabelInterval['kind'],
  value: string,
  from: number,
  until: number | null = null,
): LabelInterval {
  return {
    kind,
    value,
    first_seen: day(from),
    last_seen: day(until ?? 10),
    gone_at: until === null ? null : day(until),
    missing_since: null,
    added_by: from === 0 ? null : 'visit',
    removed_by: until === null ? null : 'visit',
    visits_count: 1,
    seen: [],
    seen_left_out: 0,
  };
}

/** The bars in short: name, and each part as `from-to look text`. */
function shortly(items: readonly LabelInterval[], visits = VISITS): readonly string[] {
  return barsOf(items, visits).rows.map(
    ({ kind, name, parts }) =>
      `${kind} ${name}: ${parts.map(({ from, to, look, text }) => `${from}-${to} ${look} ${text}`.trim()).join('; ')}`,
  );
}

test('technologies that came, went or changed their version are rows, those that changed last first', () => {
  expect(
    shortly([
      label('tech', 'Always', 0),
      label('tech', 'WordPress', 0),
      label('tech_version', 'WordPress 6.7', 0, 2),
      label('tech_version', 'WordPress 6.8', 2, 5),
      label('tech_version', 'WordPress 6.9', 5),
      label('tech', 'Google Ads', 10),
      label('tech', 'Matomo', 0, 2),
      label('category', 'analytics.analytics', 0, 2),
    ]),
  ).toEqual([
    'tech Google Ads: 1-1 came',
    'tech WordPress: 0-0.2 was 6.7; 0.2-0.5 was 6.8; 0.5-1 is 6.9',
    'tech Matomo: 0-0.2 gone',
    'outcome : 0-1 came',
  ]);
});

test('versions of several pages stand together, and a technology that came back has two bars', () => {
  expect(
    shortly([
      label('tech', 'jQuery', 0),
      label('tech_version', 'jQuery 1.7', 0),
      label('tech_version', 'jQuery 3.2', 5),
      label('tech', 'Hotjar', 0, 2),
      label('tech', 'Hotjar', 5),
    ]),
  ).toEqual([
    'tech Hotjar: 0-0.2 was; 0.5-1 is',
    'tech jQuery: 0-0.5 was 1.7; 0.5-1 is 1.7, 3.2',
    'outcome : 0-1 came',
  ]);
});

test('another title is a row, and so is the time in which the site was gone', () => {
  expect(
    shortly([
      label('title', 'Tea and more', 0, 5),
      label('title', 'Tea for you', 5),
      label('outcome', 'gone', 2, 5),
    ]),
  ).toEqual([
    'title : 0-0.5 was Tea and more; 0.5-1 is Tea for you',
    'outcome : 0-0.2 came; 0.2-0.5 away gone; 0.5-1 came',
  ]);
});

test('a site that nothing changed at, or with one visit, has none', () => {
  const items = [label('tech', 'WordPress', 0), label('title', 'Tea', 0)];
  expect(shortly(items)).toEqual([]);
  expect(shortly([label('tech', 'X', 0, 2)], VISITS.slice(0, 1))).toEqual([]);
  expect(shortly([], [])).toEqual([]);
});

test('further rows are counted', () => {
  const items = Array.from({ length: 15 }, (_, index) => label('tech', `T${index}`, 2));
  const { rows, moreRows } = barsOf(items, VISITS);
  expect([rows.length, moreRows]).toEqual([13, 3]);
});

test('ticks are even over the visits', () => {
  expect(ticksOf(VISITS, 2).map(({ at, time }) => [at, time.toISOString().slice(0, 10)])).toEqual([
    [0, '2026-03-01'],
    [0.5, '2026-03-06'],
    [1, '2026-03-11'],
  ]);
  expect(ticksOf([])).toEqual([]);
});
