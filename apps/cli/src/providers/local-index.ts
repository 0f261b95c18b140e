import type { LocalIndex } from '@sitegrep/providers';
import { deriveTokenKey, parseQuery } from '@sitegrep/search';
import type { DomainIndex } from '@sitegrep/storage';

/** The index as a provider searches it: whatever storage there is, by the same query as everybody. */
export function localIndex(domains: Pick<DomainIndex, 'search'>): LocalIndex {
  // No token comes in or goes out here, so any key will do.
  const key = deriveTokenKey(new Uint8Array(32));
  return {
    async find(terms, maxSites, signal) {
      const query = parseQuery({ search_terms: terms, limit: maxSites }, key);
      if (!query.ok) throw new TypeError(`${query.error.field} ${query.error.problem}`);
      const { hits } = await domains.search(query.value, { signal });
      return hits.map(({ domain, rank, facts }) => ({
        domain,
        rank,
        title: facts.title,
        description: facts.description,
        keywords: facts.metaKeywords,
        language: facts.contentLanguageCode,
      }));
    },
  };
}
