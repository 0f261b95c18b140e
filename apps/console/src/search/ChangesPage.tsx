import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Queries } from '../query/Queries.tsx';
import { CHANGES_TEXT as WORDS, KIND_NAMES } from '../text/history.ts';
import { CausesFacet } from './CausesFacet.tsx';
import { type Criteria, criteriaIn, parametersOf } from './criteria.ts';
import { COUNTED_KINDS, changeFacets } from './facet-forms.ts';
import { Facets } from './Facets.tsx';
import { Searched } from './Searched.tsx';

const changesRoute = getRouteApi('/changes');

/** Changes of all sites that a query finds, the newest first. */
export function ChangesPage() {
  const given = changesRoute.useSearch();
  const navigate = useNavigate();
  const criteria = criteriaIn({ ...given, level: 'change' });
  const kind = COUNTED_KINDS.find((one) => one === given.kind) ?? 'tech';
  const ask = (change: Partial<Criteria & { readonly kind: string }>): void => {
    const next = { ...criteria, ...change };
    const counted = change.kind ?? kind;
    void (next.level === 'change'
      ? navigate({
          to: '/changes',
          search: { ...parametersOf(next), ...(counted !== 'tech' && { kind: counted }) },
        })
      : navigate({ to: '/search', search: parametersOf(next) }));
  };
  const chosen = (
    <label className="field">
      <span className="hint">{WORDS.counted}</span>
      <select className="input" value={kind} onChange={({ target: { value } }) => ask({ kind: value })}>
        {COUNTED_KINDS.map((one) => (
          <option key={one} value={one}>
            {KIND_NAMES[one]}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <Searched
      title={WORDS.title}
      examples={WORDS.examples}
      criteria={criteria}
      ask={ask}
      pane={null}
      beside={<Queries query={criteria.q} onChoose={(q) => ask({ q })} />}
      facets={(of) => (
        <Facets criteria={of} forms={changeFacets(kind)} onQuery={(q) => ask({ q })}>
          {chosen}
          <CausesFacet query={of.q} onQuery={(q) => ask({ q })} />
        </Facets>
      )}
    />
  );
}
