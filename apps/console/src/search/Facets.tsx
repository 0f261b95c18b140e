import { useQuery } from '@tanstack/react-query';
import type { FacetAnswer, Level } from '@sitegrep/client';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { searchAt } from '../api/search.ts';
import { number } from '../format.ts';
import { Foreign } from '../parts/Foreign.tsx';
import { toggled } from '../query/facet-values.ts';
import { conditionsOf } from '../query/language.ts';
import { TEXT } from '../text.ts';
import type { Criteria } from './criteria.ts';
import { type FacetForm, formKey } from './facet-forms.ts';

const SHOWN = 8;
const MAX_VALUES = 100;
/** Facets that a search takes at most. */
const AT_A_TIME = 10;

interface FacetsProps {
  readonly criteria: Criteria;
  readonly forms: readonly FacetForm[];
  readonly onQuery: (query: string) => void;
  /** Shown before the counts. */
  readonly children?: ReactNode;
}

/** Counts of what was found; a click on a value writes its condition into the query. */
export function Facets({ criteria: { q, level }, forms, onQuery, children }: FacetsProps) {
  const counts = useQuery({
    queryKey: ['facets', q, level, ...forms.map(formKey)],
    queryFn: async ({ signal }) => {
      const facets = forms.map(({ wish }) => ({ ...wish, limit: SHOWN }));
      const parts = facets.flatMap((_, at) =>
        at % AT_A_TIME === 0 ? [facets.slice(at, at + AT_A_TIME)] : [],
      );
      const counted = await Promise.all(
        parts.map((part) => searchAt(level, { q, count_only: true, facets: part }, { signal })),
      );
      return counted
        .flatMap(({ facets: some = [] }) => some)
        .flatMap((facet, index) => {
          const form = forms[index];
          return form === undefined || facet.values.length === 0 ? [] : [{ form, facet }];
        });
    },
    placeholderData: (before) => before,
  });
  return (
    <details className="facets" open={matchMedia('(min-width: 960px)').matches}>
      <summary>{TEXT.search.facets}</summary>
      <p className="quiet hint">{TEXT.search.facetHint}</p>
      {children}
      {counts.data?.map(({ form, facet }) => (
        <FacetValues
          key={formKey(form)}
          form={form}
          facet={facet}
          query={q}
          level={level}
          onQuery={onQuery}
        />
      ))}
    </details>
  );
}

/** The number of domains, or of changes, of a value. */
export function countOf(count: { readonly domains: number } | { readonly changes: number }): number {
  return 'domains' in count ? count.domains : count.changes;
}

function FacetValues(props: {
  readonly form: FacetForm;
  readonly facet: FacetAnswer;
  readonly query: string;
  readonly level: Level;
  readonly onQuery: (query: string) => void;
}) {
  const { form, facet, query, level, onQuery } = props;
  const { nameOf, conditionOf } = form;
  const [isWhole, setWhole] = useState(false);
  const [filter, setFilter] = useState('');
  const whole = useQuery({
    queryKey: ['facet', query, level, formKey(form)],
    queryFn: async ({ signal }) => {
      const request = { q: query, count_only: true, facets: [{ ...form.wish, limit: MAX_VALUES }] };
      return (await searchAt(level, request, { signal })).facets?.[0]?.values ?? [];
    },
    enabled: isWhole,
  });
  const values = (isWhole ? (whole.data ?? facet.values) : facet.values).filter(({ value }) =>
    nameOf(value).toLowerCase().includes(filter.toLowerCase()),
  );
  const most = Math.max(1, ...facet.values.map(countOf));
  const written = new Set(conditionsOf(query));

  const toggle = (value: string, isExcluded: boolean): void =>
    onQuery(toggled(query, conditionOf(value), isExcluded));

  return (
    <section className="facet">
      <h2>{form.title}</h2>
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
        {values.map(({ value, ...count }) => (
          <li key={value}>
            <button
              type="button"
              aria-pressed={written.has(conditionOf(value))}
              onClick={(event: MouseEvent) => toggle(value, event.altKey)}
            >
              <meter min={0} max={most} value={countOf(count)} aria-hidden="true" />
              <Foreign text={nameOf(value)} />
              <span className="count">{number(countOf(count))}</span>
            </button>
            <button
              type="button"
              className="exclude"
              aria-label={TEXT.search.exclude(value)}
              aria-pressed={written.has(`-${conditionOf(value)}`)}
              onClick={() => toggle(value, true)}
            >
              <span aria-hidden="true">−</span>
            </button>
          </li>
        ))}
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
