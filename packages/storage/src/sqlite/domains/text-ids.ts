import type { IndexedScope } from '@sitegrep/search';
import { valueAt } from './order/chunk.ts';

/** Offsets of the ids of the texts of a page, in the order in which they are written. */
const OFFSETS: Readonly<Record<IndexedScope, number>> = {
  body: 0,
  rendered: 1,
  url: 2,
  dns: 3,
  headers: 4,
  cookies: 5,
  file: 6,
};
/** Ids that a page takes. */
const IDS = 7;

/**
 * Id in the segments of what a page said, of what its scripts wrote, or of a text beside them: seven times its number, and the
 * offset of the text. So one order of operations, one commit and one merge serve all, and a page without one of
 * these has no entry for it.
 */
export function textId(page: number, scope: IndexedScope): number {
  return IDS * page + OFFSETS[scope];
}

/** Bits of texts, by which the row of a page says which of them it has. */
export function textBits(scopes: readonly IndexedScope[]): number {
  return scopes.reduce((bits, scope) => bits | (1 << OFFSETS[scope]), 0);
}

/** Tells whether bits of texts have that of a scope. */
export function hasTextBit(bits: number, scope: IndexedScope): boolean {
  return (bits & (1 << OFFSETS[scope])) !== 0;
}

/** The pages of those ids that are of a scope. @param ids ascending */
export function pagesOfIds(ids: Float64Array<ArrayBuffer>, scope: IndexedScope): Float64Array<ArrayBuffer> {
  const pages = new Float64Array(ids.length);
  let count = 0;
  for (let at = 0; at < ids.length; at++) {
    const id = valueAt(ids, at);
    const page = Math.floor(id / IDS);
    if (textId(page, scope) === id) pages[count++] = page;
  }
  return count === ids.length ? pages : pages.slice(0, count);
}
