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

/** The part of a search's request that says where its answer begins and ends. */
interface Position {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly offset_token?: string | undefined;
}

/** Default items per page when iterating over what a search finds; the API allows at most 10,000. */
const SEARCH_PAGE_SIZE = 500;

/** Iterates over all that a search finds, or `limit` of it, page by page. @throws TypeError if the page size is not an integer from 1 */
export async function* walkSearch<Request extends Position, Item>(
  request: Request,
  options: WalkOptions,
  readPage: (
    request: Request & { limit: number },
  ) => Promise<{ readonly items: readonly Item[]; readonly offset_token: string }>,
): AsyncGenerator<Item, void> {
  const { limit: max = Number.POSITIVE_INFINITY, offset, offset_token: start } = request;
  const pageSize = pageSizeOf(options, SEARCH_PAGE_SIZE);
  let left = max;
  let token = start;
  do {
    const { items, offset_token: next } = await readPage({
      ...request,
      offset: token === undefined ? offset : undefined,
      offset_token: token,
      limit: Math.min(left, pageSize),
    });
    yield* items;
    left -= items.length;
    token = next;
  } while (token !== '' && left > 0);
}

/** Page size of an iteration. @throws TypeError if it is not an integer from 1 */
function pageSizeOf(options: WalkOptions, usual: number): number {
  const { pageSize = usual } = options;
  requireCount('pageSize', pageSize);
  if (pageSize === 0) throw new TypeError('pageSize is 0; give an integer from 1');
  return pageSize;
}
