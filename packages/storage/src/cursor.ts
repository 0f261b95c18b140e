import type { Cursor, OrderRule } from '@sitegrep/search';
import { sortValue } from '@sitegrep/site';
import type { DomainHit } from './domains.ts';

/** Position right after one of the hits of a search. @param offset number of hits before the next one */
export function cursorAfter(order: readonly OrderRule[], hit: DomainHit, offset: number): Cursor {
  return { values: order.map(({ field }) => sortValue(field, hit)), offset };
}
