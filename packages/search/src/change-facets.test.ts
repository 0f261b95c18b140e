import { describe, expect, test } from 'vitest';
import { timeStepOf } from './change-facets.ts';
import { facetInputOf, parseFacets } from './facets.ts';

const ALL = { kind: 'constant', value: true } as const;

function parsed(written: string, level: 'domain' | 'page' | 'change' = 'change'): unknown {
  const read = parseFacets(level, [facetInputOf(written)], ALL, {});
  return read.ok ? read.value : `${read.error.field} ${read.error.problem}; ${read.error.remedy}`;
}

describe('facets of changes', () => {
  test.each([
    ['added:tech', { kind: 'changed', side: 'added', of: 'tech' }],
    ['removed:plugin_version', { kind: 'changed', side: 'removed', of: 'plugin_version' }],
    ['month', { kind: 'times', step: 'month' }],
    ['week', { kind: 'times', step: 'week' }],
    ['day', { kind: 'times', step: 'day' }],
    ['by', { kind: 'causes' }],
    ['country', { kind: 'label', label: 'country' }],
  ])('%s', (written, facet) => {
    expect(parsed(written)).toEqual([{ ...facet, limit: 10, offset: 0, min: 1 }]);
  });

  test.each([
    [
      'added',
      'facets[0].of is missing; name the kind of labels that are counted: use one of tech, category,',
    ],
    [
      'added:tecc',
      'facets[0].of is "tecc", which is not a kind of labels whose changes are recorded; did you mean tech?',
    ],
    ['added:has', 'facets[0].of is "has", which is not a kind'],
    ['month:tech', 'facets[0].of is given with month; leave it out: only added and removed are of a kind'],
    [
      'capture:1',
      'facets[0].field is "capture", which changes do not have; leave it out: a change has no sources',
    ],
  ])('%s is refused', (written, fault) => {
    expect(parsed(written)).toContain(fault);
  });

  test('are of the level of changes alone', () => {
    expect(parsed('added:tech', 'domain')).toBe(
      'facets[0].field is "added", which counts changes; give level change, or leave it out',
    );
  });
});

test.each([
  ['2026-10-26T00:00:00Z', '2026-10', '2026-10-26', '2026-10-26'],
  ['2026-10-25T23:59:59Z', '2026-10', '2026-10-19', '2026-10-25'],
  ['2026-01-01T12:00:00Z', '2026-01', '2025-12-29', '2026-01-01'],
  ['1970-01-01T00:00:00Z', '1970-01', '1969-12-29', '1970-01-01'],
  ['1969-12-28T23:59:59Z', '1969-12', '1969-12-22', '1969-12-28'],
])('%s is in the steps %s, %s and %s', (time, month, week, day) => {
  const at = Date.parse(time) / 1_000;
  expect([timeStepOf('month', at), timeStepOf('week', at), timeStepOf('day', at)]).toEqual([
    month,
    week,
    day,
  ]);
});
