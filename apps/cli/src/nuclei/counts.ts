// Counts of translated queries, some at a time, in the order of the queries.
import { type SitegrepClient, SitegrepError } from '@sitegrep/client';
import { LRUCache } from 'lru-cache';

/** Result of a count; or why there is none. */
export type Count =
  { readonly domains: number; readonly problem: null } | { readonly domains: null; readonly problem: string };

/** Queries that are counted at the same time. */
const AT_A_TIME = 4;
/** Further tries of a request that the server's limits refuse for now. */
const RETRIES = 10;
/** Counts that are kept: templates often have the same query for several engines. */
const MAX_KEPT = 10_000;

/**
 * Makes a function that counts domains, each query once.
 *
 * @throws SitegrepError if the server does not answer; a query that it refuses is a problem of that query alone
 */
export function counter(client: SitegrepClient): (query: string) => Promise<Count> {
  const kept = new LRUCache<string, Promise<Count>>({ max: MAX_KEPT });
  return (query) => {
    const known = kept.get(query);
    if (known !== undefined) return known;
    const count = countOf(client, query);
    kept.set(query, count);
    return count;
  };
}

async function countOf(client: SitegrepClient, q: string): Promise<Count> {
  try {
    const { total_count: domains } = await client.query.search({ q, count_only: true }, { retries: RETRIES });
    return { domains, problem: null };
  } catch (error) {
    if (!(error instanceof SitegrepError)) throw error;
    if (error.code !== 'bad_request' && error.code !== 'too_broad') throw error;
    return { domains: null, problem: error.details };
  }
}

/** Does asynchronous work for each item, a few at a time, and gives the results in the order of the items. */
export async function* inOrder<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void> {
  const running: Promise<Result>[] = [];
  try {
    for (const item of items) {
      running.push(work(item));
      if (running.length < AT_A_TIME) continue;
      const next = running.shift();
      if (next !== undefined) yield await next;
    }
    for (let next = running.shift(); next !== undefined; next = running.shift()) yield await next;
  } finally {
    // What still runs when one fails must not fail unheard.
    await Promise.allSettled(running);
  }
}
