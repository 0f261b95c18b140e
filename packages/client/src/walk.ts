import type { ListPage } from './operations.ts';
import { type CallOptions, requireCount } from './options.ts';

/** Options of an iteration over all items of a list, which fetches a page at a time. */
export interface WalkOptions extends CallOptions {
  /** Items to fetch at a time. */
  readonly pageSize?: number | undefined;
}

/** Default items per page when iterating over a list; the API allows at most 1,000. */
const LIST_PAGE_SIZE = 200;

/** Iterates over all items of a list, page by page. @throws TypeError if the page size is not an integer from 1 */
export function walkList<Item>(
  options: WalkOptions,
  readPage: (position: { readonly limit: number; readonly next_token?: string }) => Promise<ListPage<Item>>,
): AsyncGenerator<Item, void> {
  const limit = pageSizeOf(options, LIST_PAGE_SIZE);
  return (async function* () {
    let page = await readPage({ limit });
    yield* page.items;
    while (page.next_token !== '') {
      page = await readPage({ limit, next_token: page.next_token });
      yield* page.items;
    }
  })();
}

/** Page size of an iteration. @throws TypeError if it is not an integer from 1 */
export function pageSizeOf(options: WalkOptions, usual: number): number {
  const { pageSize = usual } = options;
  requireCount('pageSize', pageSize);
  if (pageSize === 0) throw new TypeError('pageSize is 0; give an integer from 1');
  return pageSize;
}
