import { describe, expect, test } from 'vitest';
import { type FacetCounts, orderedValues } from './facet-order.ts';
import { cellAfter } from './grid-keys.ts';

const countsOf = (
  total: number,
  values: Readonly<Record<string, number>>,
  distinct?: number,
): FacetCounts => ({
  total,
  values: Object.entries(values).map(([value, count]) => ({ value, count })),
  distinct: distinct ?? Object.keys(values).length,
});

describe('values of a facet', () => {
  const found = countsOf(100, { PHP: 90, WordPress: 80, jQuery: 60, Yoast: 40, Odd: 1 });
  const index = countsOf(1_000, { jQuery: 600, PHP: 450, WordPress: 200, Yoast: 50, Odd: 1 });

  test('come by how much more frequent they are than in the index, rare ones behind', () => {
    // 40/100 to 50/1,000 is 8; 80/100 to 200/1,000 is 4; 90/100 to 450/1,000 is 2; one of a hundred is too few.
    expect(orderedValues(found, index, null).map(({ value, lift }) => [value, lift])).toEqual([
      ['Yoast', 8],
      ['WordPress', 4],
      ['PHP', 2],
      ['jQuery', 1],
      ['Odd', null],
    ]);
  });

  test('that are only implied in most domains come last', () => {
    const seen = countsOf(100, { PHP: 44, WordPress: 80, jQuery: 30, Yoast: 40, Odd: 1 });
    const ordered = orderedValues(found, index, seen);
    expect(ordered.map(({ value }) => value)).toEqual(['Yoast', 'WordPress', 'jQuery', 'Odd', 'PHP']);
    expect(ordered.filter(({ isImplied }) => isImplied).map(({ value }) => value)).toEqual(['PHP']);
  });

  test('that the index lists no more have at least the lift of the last one that it lists', () => {
    const cut = countsOf(1_000, { jQuery: 600, PHP: 450 }, 5);
    // At most 450 of 1,000 have Yoast.
    const yoast = orderedValues(found, cut, null).find(({ value }) => value === 'Yoast');
    expect(yoast?.lift).toBeCloseTo(40 / 100 / (450 / 1_000));
  });

  test('stay as they are while the index is not known, and in an empty one', () => {
    const order = (counts: FacetCounts | null) =>
      orderedValues(found, counts, null).map(({ value }) => value);
    expect(order(null)).toEqual(['PHP', 'WordPress', 'jQuery', 'Yoast', 'Odd']);
    expect(orderedValues(countsOf(0, {}), countsOf(0, {}), null)).toEqual([]);
  });
});

test('arrows go from value to value, and to the button beside it', () => {
  const from = (key: string, row: number, column: 0 | 1) => cellAfter(key, { row, column }, 3);
  expect(from('ArrowDown', 0, 1)).toEqual({ row: 1, column: 1 });
  expect(from('ArrowDown', 2, 0)).toEqual({ row: 2, column: 0 });
  expect(from('ArrowUp', 0, 0)).toEqual({ row: 0, column: 0 });
  expect([from('ArrowRight', 1, 0), from('ArrowLeft', 1, 1)]).toEqual([
    { row: 1, column: 1 },
    { row: 1, column: 0 },
  ]);
  expect([from('Home', 2, 0), from('End', 0, 0), from('Enter', 0, 0)]).toEqual([
    { row: 0, column: 0 },
    { row: 2, column: 0 },
    null,
  ]);
});
