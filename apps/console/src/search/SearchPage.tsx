import { getRouteApi, Navigate, useNavigate } from '@tanstack/react-router';
import { OtherEngines } from '../query/OtherEngines.tsx';
import { Queries } from '../query/Queries.tsx';
import { TEXT } from '../text.ts';
import { type Criteria, criteriaIn, parametersOf } from './criteria.ts';
import { Facets } from './Facets.tsx';
import { DOMAIN_FACETS } from './facet-forms.ts';
import { Searched } from './Searched.tsx';

const searchRoute = getRouteApi('/search');

/** Domains or pages that a query finds. */
export function SearchPage() {
  const criteria = criteriaIn(searchRoute.useSearch());
  const navigate = useNavigate();
  const ask = (change: Partial<Criteria>): void => {
    const next = { ...criteria, ...change };
    void navigate({ to: next.level === 'change' ? '/changes' : '/search', search: parametersOf(next) });
  };
  // Changes have a page of their own.
  if (criteria.level === 'change') return <Navigate to="/changes" search={parametersOf(criteria)} replace />;
  return (
    <Searched
      title={TEXT.search.title}
      examples={TEXT.search.examples}
      criteria={criteria}
      ask={ask}
      beside={
        <>
          <Queries query={criteria.q} onChoose={(q) => ask({ q })} />
          <OtherEngines onChoose={(q) => ask({ q })} />
        </>
      }
      facets={<Facets criteria={criteria} forms={DOMAIN_FACETS} onQuery={(q) => ask({ q })} />}
    />
  );
}
