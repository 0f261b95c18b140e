import type { IndexedScope } from '@sitegrep/search';
import { valueAt } from './order/chunk.ts';

/**
 * Id in the segments of what a page said, or of what its scripts wrote: twice its number, and one more. So one order of operations,
 * one commit and one merge serve both, and a page that was not rendered has no second entry.
 */
export function textId(page: number, scope: IndexedScope): number {
  return 2 * page + (scope === 'rendered' ? 1 : 0);
}

/** The pages of those ids that are of a scope. @param ids ascending */
export function pagesOfIds(ids: Float64Array<ArrayBuffer>, scope: IndexedScope): Float64Array<ArrayBuffer> {
  const pages = new Float64Array(ids.length);
  let count = 0;
  for (let at = 0; at < ids.length; at++) {
    const id = valueAt(ids, at);
    const page = Math.floor(id / 2);
    if (textId(page, scope) === id) pages[count++] = page;
  }
  return count === ids.length ? pages : pages.slice(0, count);
}
