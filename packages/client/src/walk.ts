import type { CallOptions } from './options.ts';
import { requireCount } from './options.ts';

/** Of a walk over all items, which asks for a page at a time. */
export interface WalkOptions extends CallOptions {
  /** Items that are asked for at a time. */
  readonly pageSize?: number | undefined;
}

/** A page of a list; `next_token` is empty on the last one. */
export interface ListPage<Item> {
  items: Item[];
  next_token: string;
}

/** All items of a list, page after page. */
export async function* walkList<Item>(
  pageBehind: (token: { readonly next_token?: string }) => Promise<ListPage<Item>>,
): AsyncGenerator<Item, void> {
  let token: string | undefined;
  do {
    const page = await pageBehind(token === undefined ? {} : { next_token: token });
    yield* page.items;
    token = page.next_token;
  } while (token !== '');
}

/** @throws TypeError if it is less than 1 */
export function pageSizeOf({ pageSize }: WalkOptions, usual: number): number {
  if (pageSize === undefined) return usual;
  requireCount('pageSize', pageSize);
  if (pageSize === 0) throw new TypeError('pageSize is 0; give an integer from 1');
  return pageSize;
}
