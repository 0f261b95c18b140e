import { DEFAULT_DOMAINS } from '@sitegrep/contract';
import { type Expression, type Facet, type SearchInput, signToken } from '@sitegrep/search';
import type { SearchPage } from '@sitegrep/storage';
import { requireQuery } from '../search-request.ts';
import type { Searches } from '../searches.ts';
import type { TaskExchange } from './tasks.ts';

/**
 * A search for domains.
 *
 * @param technologies requirement besides those of the input; null: none
 * @param facets what is counted of the domains that match
 * @throws Failure
 */
export type DomainSearch = (
  input: SearchInput,
  technologies: Expression | null,
  facets?: readonly Facet[],
) => Promise<SearchPage<'domain'> & { readonly token: string }>;

/** Does the searches of a task, all of them within the time limit of one. @throws Failure */
export type TaskSearches = <Value>(
  exchange: TaskExchange,
  work: (find: DomainSearch) => Promise<Value>,
) => Promise<Value>;

export function openTaskSearches(searches: Searches): TaskSearches {
  return async ({ request, reply }, work) => {
    const key = await searches.tokenKey();
    return searches.withinTime(reply, (signal) =>
      work(async (input, technologies, facets = []) => {
        const plain = requireQuery({ limit: DEFAULT_DOMAINS, ...input }, key, technologies);
        const query = facets.length === 0 ? plain : { ...plain, facets };
        const page = await searches.search(request, query, { signal });
        return { ...page, token: page.next === null ? '' : signToken(key, query, page.next) };
      }),
    );
  };
}
