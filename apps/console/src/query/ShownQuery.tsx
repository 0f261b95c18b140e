import { useMemo } from 'react';
import { SEARCH_BOUNDS } from '@sitegrep/search/bounds';
import { colouredParts } from './colours.ts';

/** A query in its colours; one that is too long to be read has none. @param fault column of its fault, from 0; null: none */
export function Coloured({ query, fault }: { readonly query: string; readonly fault: number | null }) {
  const isRead = query.length <= SEARCH_BOUNDS.maxQueryLength;
  const parts = useMemo(() => (isRead ? colouredParts(query, fault) : []), [query, fault, isRead]);
  if (!isRead) return query;
  return parts.map(({ from, text, colour }) =>
    colour === null ? (
      text
    ) : (
      <span key={from} className={`query-${colour}`}>
        {text}
      </span>
    ),
  );
}

/** A query that is only shown. */
export function ShownQuery({ query }: { readonly query: string }) {
  return (
    <code className="shown-query">
      <Coloured query={query} fault={null} />
    </code>
  );
}
