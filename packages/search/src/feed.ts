// A feed of changes: a search for changes in the order in which they are recorded. Since whatever is recorded later comes last, it goes
// on from any of its positions, also from its end.
import type { SortValue } from '@sitegrep/site';
import type { Criteria, Cursor } from './criteria.ts';

/** Tells whether a search is a feed of changes. */
export function isFeed({ level, order: [first] }: Pick<Criteria, 'level' | 'order'>): boolean {
  return level === 'change' && first?.field === 'recorded' && first.direction === 'asc';
}

/** Values of the last item that was read which say where a feed goes on; null: nothing was read. */
type LastRead = {
  readonly recorded: number;
  readonly domain: string;
  /** Seconds since the epoch. */
  readonly at: number;
} | null;

/** The position of a feed right after an item. @param offset number of items before it */
export function feedCursor({ order }: Pick<Criteria, 'order'>, last: LastRead, offset: number): Cursor {
  const known = new Map<string, SortValue>([
    // The first record has the number 1.
    ['recorded', last?.recorded ?? 0],
    ['domain', last?.domain ?? ''],
    ['at', last?.at ?? 0],
  ]);
  // No two records have the same number, so that nothing after it decides.
  return { values: order.map(({ field }) => known.get(field) ?? null), offset };
}
