// Counts of facets: of the results, and of the whole index, which they are compared with.
import { useQuery } from '@tanstack/react-query';
import type { FacetAnswer, Level } from '@sitegrep/client';
import { type FacetRequest, searchAt } from '../api/search.ts';
import type { Criteria } from './criteria.ts';
import { type FacetForm, formKey } from './facet-forms.ts';
import type { FacetCounts } from './facet-order.ts';

/** Facets that a search takes at most. */
const AT_A_TIME = 10;
/** Values of each facet that are compared, as many as a search gives, and those where nothing is. */
export const MAX_VALUES = 100;
const FEW = 8;
/** Time for which counts of the whole index are taken for current, in milliseconds. */
const INDEX_FRESH_MS = 10 * 60_000;

/** The number of domains, or of changes, of a value. */
export function countOf(count: { readonly domains: number } | { readonly changes: number }): number {
  return 'domains' in count ? count.domains : count.changes;
}

/** Counts of facets, in the order of the requests. */
async function countsOf(
  level: Level,
  q: string,
  wishes: readonly FacetRequest[],
  signal: AbortSignal,
): Promise<readonly FacetAnswer[]> {
  const parts = wishes.flatMap((_, at) => (at % AT_A_TIME === 0 ? [wishes.slice(at, at + AT_A_TIME)] : []));
  const answers = await Promise.all(
    parts.map((facets) => searchAt(level, { q, count_only: true, facets: [...facets] }, { signal })),
  );
  return answers.flatMap(({ facets = [] }) => facets);
}

/** Number of domains that facets count, also where pages are found: each domain has one rank, and there are few steps of ranks. */
function domainsIn(facets: readonly FacetAnswer[]): number {
  const ranks = facets.find(({ field }) => field === 'rank');
  return ranks === undefined ? 0 : ranks.values.reduce((sum, count) => sum + countOf(count), ranks.without);
}

/** Counts of a facet as they are compared. */
function comparable(total: number, { values, distinct }: FacetAnswer): FacetCounts {
  return { total, distinct, values: values.map(({ value, ...count }) => ({ value, count: countOf(count) })) };
}

/**
 * Counts of what a query finds, and of the whole index where they are compared. Whoever counts the same shares the requests.
 *
 * @param isComparable false: the most frequent values are always first
 */
export function useCounts(
  { q, level, counts }: Pick<Criteria, 'q' | 'level' | 'counts'>,
  forms: readonly FacetForm[],
  isComparable: boolean,
) {
  // Without a query, everything is as frequent as in the index.
  const isCompared = isComparable && counts === 'peculiar' && q !== '';
  const found = useFoundCounts(level, q, forms, isCompared ? MAX_VALUES : FEW);
  const index = useIndexCounts(forms, isCompared);
  return { found, index };
}

/** Counts of what a query finds: of each form, and after them those without what is only implied. */
function useFoundCounts(level: Level, q: string, forms: readonly FacetForm[], limit: number) {
  const seen = forms.filter(({ hasImplied }) => hasImplied);
  return useQuery({
    queryKey: ['facets', q, level, limit, ...forms.map(formKey)],
    queryFn: async ({ signal }) => {
      const wishes = [
        // The map shows every country.
        ...forms.map(({ wish }) => ({ ...wish, limit: wish.field === 'country' ? MAX_VALUES : limit })),
        // A value that is not among them may still be more than half implied.
        ...seen.map(({ wish }) => ({ ...wish, implied: false, limit: MAX_VALUES })),
      ];
      const facets = await countsOf(level, q, wishes, signal);
      const total = domainsIn(facets);
      return forms.flatMap((form, index) => {
        const facet = facets[index];
        const own = form.hasImplied ? facets[forms.length + seen.indexOf(form)] : undefined;
        if (facet === undefined || facet.values.length === 0) return [];
        const counts = comparable(total, facet);
        return [{ form, counts, seen: own === undefined ? null : comparable(total, own) }];
      });
    },
    placeholderData: (before) => before,
  });
}

/** Counts of the whole index by form; null: they are not wanted, or not there yet. */
function useIndexCounts(
  forms: readonly FacetForm[],
  isWanted: boolean,
): ReadonlyMap<string, FacetCounts> | null {
  const counts = useQuery({
    queryKey: ['index-facets', ...forms.map(formKey)],
    queryFn: async ({ signal }) => {
      const wishes = forms.map(({ wish }) => ({ ...wish, limit: MAX_VALUES }));
      const facets = await countsOf('domain', '', wishes, signal);
      const total = domainsIn(facets);
      return new Map(
        forms.flatMap((form, index) => {
          const facet = facets[index];
          return facet === undefined ? [] : [[formKey(form), comparable(total, facet)]];
        }),
      );
    },
    enabled: isWanted,
    staleTime: INDEX_FRESH_MS,
    gcTime: INDEX_FRESH_MS,
  });
  return isWanted ? (counts.data ?? null) : null;
}
