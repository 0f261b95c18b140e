// What the overview of a domain asks the API besides its facts, history, answers and pages.
import { client } from '../../api/client.ts';
import { AROUND, atDomain, MAX_LINES } from './match-lines.ts';
import { EXTRACTIONS, relatedQuery, type Shared } from './related.ts';

interface Context {
  readonly signal: AbortSignal;
}

/** Sites of which it is looked at what they share: those of the highest rank. */
const CANDIDATES = 25;

/** The domain with its matches of a query. */
export function matchesAt(domain: string, q: string) {
  return {
    queryKey: ['domain-matches', domain, q],
    queryFn: ({ signal }: Context) =>
      client.query.search(
        {
          q: atDomain(q, domain),
          limit: 1,
          // Several matches may stand on one line.
          snippets: { per_item: 2 * MAX_LINES, around: AROUND, lines: 0 },
        },
        { signal },
      ),
  };
}

export function thirdParties(domain: string) {
  return {
    queryKey: ['third-parties', domain],
    queryFn: ({ signal }: Context) => client.domains.thirdParties(domain, { signal }),
  };
}

/** Technologies of a domain with what shows them. */
export function technologyEvidence(domain: string) {
  return {
    queryKey: ['domain-technologies', domain],
    queryFn: ({ signal }: Context) => client.domains.technologies(domain, { signal }),
  };
}

/** Values that are read out of the sources of a domain. */
export function identifiersAt(domain: string) {
  return {
    queryKey: ['identifiers', domain],
    queryFn: async ({ signal }: Context) => {
      const found = await client.query.search(
        { q: atDomain('', domain), limit: 1, extract: EXTRACTIONS },
        { signal },
      );
      return found.items[0]?.extracted ?? {};
    },
  };
}

/** Sites that share something with a domain. */
export function sitesSharing(domain: string, shared: readonly Shared[]) {
  const q = relatedQuery(shared, domain);
  return {
    queryKey: ['related', q],
    queryFn: ({ signal }: Context) =>
      client.query.search({ q, limit: CANDIDATES, snippets: { per_item: 1, around: 0 } }, { signal }),
    enabled: shared.length > 0,
  };
}
