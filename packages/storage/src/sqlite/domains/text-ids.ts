import type { IndexedScope } from '@sitegrep/search';
import { valueAt } from './order/chunk.ts';

/**
 * Id in the segments of what the pages of a revision said, or of what their scripts wrote: twice the revision, and one more. So
 * one order of operations, one commit and one merge serve both, and a document that was not rendered has no second entry.
 */
export function textId(revision: number, scope: IndexedScope): number {
  return 2 * revision + (scope === 'rendered' ? 1 : 0);
}

/** The revisions of those ids that are of a scope. @param ids ascending */
export function revisionsOf(ids: Float64Array<ArrayBuffer>, scope: IndexedScope): Float64Array<ArrayBuffer> {
  const revisions = new Float64Array(ids.length);
  let count = 0;
  for (let at = 0; at < ids.length; at++) {
    const id = valueAt(ids, at);
    const revision = Math.floor(id / 2);
    if (textId(revision, scope) === id) revisions[count++] = revision;
  }
  return count === ids.length ? revisions : revisions.slice(0, count);
}
