import { useMemo } from 'react';
import { colouredParts } from './colours.ts';

/** A query in its colours. @param fault column of its fault, from 0; null: none */
export function Coloured({ query, fault }: { readonly query: string; readonly fault: number | null }) {
  const parts = useMemo(() => colouredParts(query, fault), [query, fault]);
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
