/**
 * How a page's row id tells its domain without a lookup.
 *
 * A domain owns a block of 2^b consecutive ids, one a page, b the smallest that holds its pages. Blocks of one size lie
 * in one region of 2^48 ids, region b; so the upper bits of an id tell the size of its block, and the lower b bits the
 * page. Pages of small sites get neighbouring ids, which the index stores in a byte each: with one block size for all
 * (2^20) it is 11 % larger.
 *
 * Ids stay below 2^53, so they are exact as JavaScript numbers.
 */
const REGION = 2 ** 48;

export function blockBits(pages: number): number {
  return Math.ceil(Math.log2(Math.max(1, pages)));
}

/** The bounds of the ids of blocks of this size: `[first, end)`. */
export function regionOf(bits: number): readonly [first: number, end: number] {
  return [bits * REGION, (bits + 1) * REGION];
}

/** The id of a page's domain, which is the id of the domain's first page. */
export function domainIdOf(pageId: number): number {
  return pageId - (pageId % blockSize(pageId));
}

/** The block of a domain: how many ids follow from its own. */
export function blockSize(id: number): number {
  return 2 ** Math.floor(id / REGION);
}
