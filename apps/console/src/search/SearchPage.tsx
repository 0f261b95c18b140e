import { getRouteApi, Navigate, useNavigate } from '@tanstack/react-router';
import { useMay } from '../frame/caller.ts';
import { Pictures } from '../pictures/Pictures.tsx';
import { OtherEngines } from '../query/OtherEngines.tsx';
import { Queries } from '../query/Queries.tsx';
import { TEXT } from '../text.ts';
import { type Criteria, criteriaIn, parametersOf } from './criteria.ts';
import { Facets } from './Facets.tsx';
import { DOMAIN_FACETS } from './facet-forms.ts';
import { Searched } from './Searched.tsx';
import { type ShownSource, shownIn } from './shown-source.ts';

const searchRoute = getRouteApi('/search');

/** Domains or pages that a query finds. */
export function SearchPage() {
  const given = searchRoute.useSearch();
  const criteria = criteriaIn(given);
  const navigate = useNavigate();
  // The address may come from somebody who may see sources.
  const maySource = useMay('source');
  const ask = (change: Partial<Criteria>): void => {
    const next = { ...criteria, ...change };
    void navigate({ to: next.level === 'change' ? '/changes' : '/search', search: parametersOf(next) });
  };
  const show = (next: ShownSource | null, isStep = false): void => {
    void navigate({
      to: '/search',
      search: { ...parametersOf(criteria), ...next },
      replace: isStep,
      resetScroll: false,
    });
  };
  // Changes have a page of their own.
  if (criteria.level === 'change') return <Navigate to="/changes" search={parametersOf(criteria)} replace />;
  return (
    <Searched
      title={TEXT.search.title}
      examples={TEXT.search.examples}
      criteria={criteria}
      ask={ask}
      pane={{ shown: maySource ? shownIn(given) : null, show }}
      beside={
        <>
          <Queries query={criteria.q} onChoose={(q) => ask({ q })} />
          <OtherEngines onChoose={(q) => ask({ q })} />
        </>
      }
      pictures={(of) => <Pictures criteria={of} onQuery={(q) => ask({ q })} />}
      facets={(of) => (
        <Facets
          criteria={of}
          forms={DOMAIN_FACETS}
          onQuery={(q) => ask({ q })}
          onOrder={(counts) => ask({ counts })}
        />
      )}
    />
  );
}
