import type { UseQueryResult } from '@tanstack/react-query';
import type { Criteria } from '../search/criteria.ts';
import { useCounts } from '../search/facet-counts.ts';
import { DOMAIN_FACETS } from '../search/facet-forms.ts';
import { toggled } from '../query/facet-values.ts';
import { CountryPicture } from './CountryPicture.tsx';
import { Missing } from './Missing.tsx';
import { QueryPicture } from './QueryPicture.tsx';
import { TechnologyPicture } from './TechnologyPicture.tsx';
import { useMovingLine } from './use-moving-line.ts';

interface StripProps {
  readonly criteria: Criteria;
  readonly onQuery: (query: string) => void;
}

/** The pictures, of which none stands that has nothing to show. Values are counted by the requests that the facets make. */
export function Strip({ criteria, onQuery }: StripProps) {
  const { q, level } = criteria;
  const { found } = useCounts(criteria, DOMAIN_FACETS, true);
  const line = useMovingLine(q, level);
  const facets = new Map(found.data?.map((one) => [one.form.wish.field, one]));
  const countries = facets.get('country')?.counts;
  const technologies = facets.get('tech')?.seen?.values ?? [];
  const isCounted = found.data !== undefined;
  if (isCounted && countries === undefined && technologies.length === 0 && line.data === null) return null;
  const onChoose = (condition: string, isExcluded: boolean): void =>
    onQuery(toggled(q, condition, isExcluded));
  return (
    <div className="pictures">
      {!isCounted && <Pending request={found} />}
      {countries !== undefined && <CountryPicture counts={countries} query={q} onChoose={onChoose} />}
      {technologies.length > 0 && (
        <TechnologyPicture counts={technologies} query={q} level={level} onChoose={onChoose} />
      )}
      {line.data === undefined && <Pending request={line} />}
      {line.data != null && <QueryPicture query={q} trend={line.data} />}
    </div>
  );
}

/** Stands for a picture whose numbers are on their way, or did not come. */
function Pending({
  request: { error, refetch },
}: {
  readonly request: Pick<UseQueryResult, 'error' | 'refetch'>;
}) {
  return (
    <section className="picture">
      {error === null ? <div className="skeleton" /> : <Missing error={error} refetch={refetch} />}
    </section>
  );
}
