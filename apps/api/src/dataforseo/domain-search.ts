import { DEFAULT_DOMAINS } from '@sitegrep/contract';
import { type Expression, type Facet, type SearchInput, signToken } from '@sitegrep/search';
import type { SearchPage } from '@sitegrep/storage';
import { requireQuery } from '../search-request.ts';
import type { Searches } from '../searches.ts';
import type { TaskExchange } from './tasks.ts';

/**
 * Searches for domains within the time limit.
 *
 * @param technologies requirement besides those of the input; null: none
 * @param facets what is counted of the domains that match
 * @throws Failure
 */
export type DomainSearch = (
  input: SearchInput,
  technologies: Expression | null,
  exchange: TaskExchange,
  facets?: readonly Facet[],
) => Promise<SearchPage & { readonly token: string }>;

export function openDomainSearch(searches: Searches): DomainSearch {
  return async (input, technologies, { request, reply }, facets = []) => {
    const key = await searches.tokenKey();
    const plain = requireQuery({ limit: DEFAULT_DOMAINS, ...input }, key, technologies);
    const query = facets.length === 0 ? plain : { ...plain, facets };
    const page = await searches.withinTime(reply, (signal) => searches.domains(request, query, { signal }));
    return { ...page, token: page.next === null ? '' : signToken(key, query, page.next) };
  };
}
