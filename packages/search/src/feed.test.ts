import { describe, expect, test } from 'vitest';
import { feedCursor, isFeed } from './feed.ts';
import { parseOrder } from './order.ts';

function orderOf(...rules: readonly string[]) {
  const order = parseOrder('change', rules);
  if (!order.ok) throw new Error(order.error.problem);
  return order.value;
}

describe('a feed', () => {
  test('is a search for changes in the order of their records', () => {
    expect(isFeed({ level: 'change', order: orderOf('recorded,asc') })).toBe(true);
    expect(isFeed({ level: 'change', order: orderOf('recorded,asc', 'rank,desc') })).toBe(true);
    expect(isFeed({ level: 'change', order: orderOf('recorded,desc') })).toBe(false);
    expect(isFeed({ level: 'change', order: orderOf('at,asc', 'recorded,asc') })).toBe(false);
    expect(isFeed({ level: 'change', order: orderOf() })).toBe(false);
  });

  test('goes on after its last record, and begins before the first', () => {
    const order = orderOf('recorded,asc', 'rank,desc');
    expect(order.map(({ field }) => field)).toEqual(['recorded', 'rank', 'domain', 'at']);
    const last = { recorded: 7, domain: 'a.example', at: 1_790_000_000 };
    expect(feedCursor({ order }, last, 3)).toEqual({
      values: [7, null, 'a.example', 1_790_000_000],
      offset: 3,
    });
    expect(feedCursor({ order }, null, 0)).toEqual({ values: [0, null, '', 0], offset: 0 });
  });
});
