import type { SavedSearchItem } from '@sitegrep/client';
import { Link } from '../parts/Link.tsx';
import { ShownQuery } from '../query/ShownQuery.tsx';

/** The query of a saved search, which leads to what it finds; a tree is shown as it is. */
export function SavedQuery({ search: { q, query, level } }: { readonly search: SavedSearchItem }) {
  if (q === null) return <code className="saved-query">{JSON.stringify(query)}</code>;
  return (
    <Link
      to={level === 'change' ? '/changes' : '/search'}
      search={{ q, ...(level === 'page' && { level }) }}
      className="saved-query"
    >
      <ShownQuery query={q} />
    </Link>
  );
}
