import { useQuery } from '@tanstack/react-query';
import { searchAt } from '../api/search.ts';
import { number } from '../format.ts';
import { causeIn, ofAnyCause, withCause } from '../query/causes.ts';
import { TEXT } from '../text.ts';
import { CHANGES_TEXT as WORDS } from '../text/history.ts';
import { countOf } from './facet-counts.ts';

interface CausesFacetProps {
  readonly query: string;
  readonly onQuery: (query: string) => void;
}

const NAMES: Readonly<Record<string, string>> = TEXT.search.causes;

/** Counts of what changes are by, of all that the query finds without its condition on them; a click chooses one. */
export function CausesFacet({ query, onQuery }: CausesFacetProps) {
  const counts = useQuery({
    queryKey: ['causes', ofAnyCause(query)],
    queryFn: async ({ signal }) => {
      const request = { q: ofAnyCause(query), count_only: true, facets: [{ field: 'by' }] };
      return (await searchAt('change', request, { signal })).facets?.[0]?.values ?? [];
    },
    placeholderData: (before) => before,
  });
  const values = counts.data ?? [];
  if (values.length === 0) return null;
  const cause = causeIn(query);
  return (
    <section className="facet">
      <h2>{WORDS.by}</h2>
      <ul>
        {values.map(({ value, ...count }) => (
          <li key={value}>
            <button
              type="button"
              aria-pressed={cause === value}
              onClick={() => onQuery(withCause(query, value))}
            >
              <span>{NAMES[value] ?? value}</span>
              <span className="count">{number(countOf(count))}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
