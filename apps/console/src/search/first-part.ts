// The first part of the results: how far the search for it is, and what was found before.
import type { Found, SearchProgressEvent } from '@sitegrep/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Item } from '../api/search.ts';
import type { Criteria } from './criteria.ts';
import { partQuery } from './result-parts.ts';

/** The first part of the results, and how far the search for it is; null: it is done, or takes less than a second. */
export function useFirstPart(criteria: Criteria) {
  const [told, setTold] = useState<{ readonly of: string; readonly progress: SearchProgressEvent } | null>(
    null,
  );
  const of = JSON.stringify(partQuery(criteria, 0, '').queryKey);
  const found = useQuery(partQuery(criteria, 0, '', (progress) => setTold({ of, progress })));
  const { fetchStatus, isFetching, isPending } = found;
  return {
    found,
    progress: isFetching && isPending && told?.of === of ? told.progress : null,
    // A request that is held back, as one is without a network, still goes on.
    isCancelled: isPending && fetchStatus === 'idle',
  };
}

/** The first part that is shown: that of what the criteria find, or else of what was found last; null: nothing yet. */
export function useShown(criteria: Criteria, first: Found<Item> | undefined) {
  const [last, setLast] = useState<{ readonly criteria: Criteria; readonly first: Found<Item> } | null>(null);
  if (first === undefined) return last;
  if (first !== last?.first) setLast({ criteria, first });
  return { criteria, first };
}
