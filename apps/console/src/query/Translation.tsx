import { useQuery } from '@tanstack/react-query';
import type { QueryTranslation } from '@sitegrep/client';
import { searchAt } from '../api/search.ts';
import { Foreign } from '../parts/Foreign.tsx';
import { totalText } from '../search/criteria.ts';
import { TEXT } from '../text.ts';
import { ShownQuery } from './ShownQuery.tsx';

const WORDS = TEXT.otherEngines;
/** Maximum parts that are shown by themselves. */
const MAX_PARTS = 20;

/** A query of another engine in our language, what is left out of it, and how many domains the original means. */
export function Translation({ translation }: { readonly translation: QueryTranslation }) {
  const { query, bound, left_out: leftOut, problem } = translation;
  // The problem says the reason already.
  const parts = leftOut.filter(({ reason }) => reason !== problem);
  const found = useQuery({
    queryKey: ['count', query, 'domain'],
    queryFn: ({ signal }) => searchAt('domain', { q: query ?? '', count_only: true }, { signal, retries: 0 }),
    enabled: query !== null,
  });
  const total = found.data === undefined ? null : totalText(found.data.total_count, 'domain');
  return (
    <>
      {query === null ? (
        <p className="bad">
          {WORDS.refused} <Foreign text={problem ?? ''} />
        </p>
      ) : (
        <p>
          <ShownQuery query={query} />
        </p>
      )}
      {bound !== null && <p>{WORDS.bounds[bound](total)}</p>}
      {parts.length > 0 && (
        <>
          <h3>{WORDS.leftOut}</h3>
          <ul>
            {parts.slice(0, MAX_PARTS).map(({ part, reason }, index) => (
              <li key={`${index} ${part}`}>
                <Foreign text={part} className="mono" />
                <Foreign text={reason} className="quiet" />
              </li>
            ))}
          </ul>
          {parts.length > MAX_PARTS && <p className="quiet">{WORDS.further(parts.length - MAX_PARTS)}</p>}
        </>
      )}
    </>
  );
}
