import { type CallOptions, requireCount } from './options.ts';

/** Options of an iteration over all items of a list, which fetches a page at a time. */
export interface WalkOptions extends CallOptions {
  /** Items to fetch at a time. */
  readonly pageSize?: number | undefined;
}

/** A page of a list; `next_token` is empty on the last page. */
export interface ListPage<Item> {
  items: Item[];
  next_token: string;
}

/** Iterates over all items of a list, page by page. */
export async function* walkList<Item>(
  pageAfter: (token: { readonly next_token?: string }) => Promise<ListPage<Item>>,
): AsyncGenerator<Item, void> {
  let token: string | undefined;
  do {
    const page = await pageAfter(token === undefined ? {} : { next_token: token });
    yield* page.items;
    token = page.next_token;
  } while (token !== '');
}

/** Page size of an iteration. @throws TypeError if it is less than 1 */
export function pageSizeOf({ pageSize }: WalkOptions, usual: number): number {
  if (pageSize === undefined) return usual;
  requireCount('pageSize', pageSize);
  if (pageSize === 0) throw new TypeError('pageSize is 0; give an integer from 1');
  return pageSize;
}
