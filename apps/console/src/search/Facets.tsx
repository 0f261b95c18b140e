import { useQuery } from '@tanstack/react-query';
import type { FacetAnswer } from '@sitegrep/client';
import { type MouseEvent, useState } from 'react';
import { client } from '../api/client.ts';
import { number } from '../format.ts';
import { Foreign } from '../parts/Foreign.tsx';
import { conditionsOf, valueOf, withCondition, withoutCondition } from '../query/language.ts';
import { TEXT } from '../text.ts';
import type { Criteria } from './criteria.ts';

/** Facets with the condition that a value of each stands for. */
const FACETS = {
  technology: (value: string) => `tech:${valueOf(value)}`,
  category: (value: string) => `category:${valueOf(value)}`,
  country: (value: string) => `country:${value}`,
  lang: (value: string) => `lang:${value}`,
  tld: (value: string) => `tld:${value}`,
  rank: (value: string) => `rank:${value}`,
  month: (value: string) => `visited:${value}-01..${lastDayOf(value)}T23:59:59Z`,
} as const;

type FacetName = keyof typeof FACETS;
const NAMES = Object.keys(FACETS) as readonly FacetName[];

const SHOWN = 8;
const MAX_VALUES = 100;

/** The last day of a month such as `2026-02`. */
function lastDayOf(month: string): string {
  const [year = 0, number_ = 1] = month.split('-').map(Number);
  return `${month}-${new Date(Date.UTC(year, number_, 0)).getUTCDate()}`;
}

/** A value as it is shown: of a category, its last part in words. */
function shownValue(field: FacetName, value: string): string {
  return field === 'category' ? (value.split('.').at(-1) ?? value).replaceAll('_', ' ') : value;
}

interface FacetsProps {
  readonly criteria: Criteria;
  readonly onQuery: (query: string) => void;
}

/** Counts of what was found; a click on a value writes its condition into the query. */
export function Facets({ criteria: { q, level }, onQuery }: FacetsProps) {
  const counts = useQuery({
    queryKey: ['facets', q, level],
    queryFn: async ({ signal }) => {
      const facets = NAMES.map((field) => ({ field, limit: SHOWN }));
      const request = { q, count_only: true, facets };
      const found =
        level === 'page'
          ? await client.query.searchPages(request, { signal })
          : await client.query.search(request, { signal });
      return found.facets ?? [];
    },
    placeholderData: (before) => before,
  });
  return (
    <details className="facets" open={matchMedia('(min-width: 960px)').matches}>
      <summary>{TEXT.search.facets}</summary>
      <p className="quiet hint">{TEXT.search.facetHint}</p>
      {counts.data?.map((facet) =>
        facet.values.length === 0 ? null : (
          <FacetValues key={facet.field} facet={facet} query={q} level={level} onQuery={onQuery} />
        ),
      )}
    </details>
  );
}

function FacetValues(props: {
  readonly facet: FacetAnswer;
  readonly query: string;
  readonly level: 'domain' | 'page';
  readonly onQuery: (query: string) => void;
}) {
  const { facet, query, level, onQuery } = props;
  const [isWhole, setWhole] = useState(false);
  const [filter, setFilter] = useState('');
  const field = facet.field as FacetName;
  const whole = useQuery({
    queryKey: ['facet', query, level, field],
    queryFn: async ({ signal }) => {
      const request = { q: query, level, count_only: true, facets: [{ field, limit: MAX_VALUES }] };
      return (await client.query.search(request, { signal })).facets?.[0]?.values ?? [];
    },
    enabled: isWhole,
  });
  const values = (isWhole ? (whole.data ?? facet.values) : facet.values).filter(({ value }) =>
    value.toLowerCase().includes(filter.toLowerCase()),
  );
  const most = Math.max(1, ...facet.values.map(({ domains }) => domains));
  const written = new Set(conditionsOf(query));

  function toggle(value: string, isExcluded: boolean): void {
    const condition = FACETS[field](value);
    const wish = isExcluded ? `-${condition}` : condition;
    if (written.has(wish)) onQuery(withoutCondition(query, wish));
    else onQuery(withCondition(withoutCondition(query, isExcluded ? condition : `-${condition}`), wish));
  }

  return (
    <section className="facet">
      <h2>{TEXT.facetNames[field]}</h2>
      {isWhole && (
        <input
          className="input"
          type="search"
          aria-label={TEXT.search.facetFind}
          placeholder={TEXT.search.facetFind}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
      )}
      <ul>
        {values.map(({ value, domains }) => {
          const condition = FACETS[field](value);
          return (
            <li key={value}>
              <button
                type="button"
                aria-pressed={written.has(condition)}
                onClick={(event: MouseEvent) => toggle(value, event.altKey)}
              >
                <meter min={0} max={most} value={domains} aria-hidden="true" />
                <Foreign text={shownValue(field, value)} />
                <span className="count">{number(domains)}</span>
              </button>
              <button
                type="button"
                className="exclude"
                aria-label={TEXT.search.exclude(value)}
                aria-pressed={written.has(`-${condition}`)}
                onClick={() => toggle(value, true)}
              >
                <span aria-hidden="true">−</span>
              </button>
            </li>
          );
        })}
      </ul>
      {facet.distinct > SHOWN && (
        <button
          type="button"
          className="link-button"
          onClick={() => {
            setWhole(!isWhole);
            setFilter('');
          }}
        >
          {isWhole ? TEXT.search.facetFewer : TEXT.search.facetMore(number(facet.distinct))}
        </button>
      )}
    </section>
  );
}
