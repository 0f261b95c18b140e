// Results in parts, as queries of which only those near the window are kept.
import type { Found, SearchCallOptions } from '@sitegrep/client';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { continuation } from '../api/lists.ts';
import { type Item, searchAt } from '../api/search.ts';
import type { Criteria } from './criteria.ts';
import {
  answeredAnew,
  further,
  isFar,
  isUncounted,
  NOTHING_REACHED,
  partsNear,
  type Reached,
  SIZE,
} from './result-window.ts';

/** Matches that a row shows, and characters on either side of one: longer lines are cut. */
const MATCHES = 3;
export const AROUND = 400;

/**
 * One part of the results as a query.
 *
 * @param token that the part before it ended with
 * @param onProgress see `SearchCallOptions`
 */
export function partQuery(
  { q, level, order, context }: Criteria,
  part: number,
  token: string,
  onProgress?: SearchCallOptions['onProgress'],
) {
  return {
    queryKey: ['results', q, level, order, context, part],
    queryFn: ({ signal }: { readonly signal: AbortSignal }): Promise<Found<Item>> => {
      // A change has no sources.
      const snippets =
        level === 'change' ? {} : { snippets: { per_item: MATCHES, around: AROUND, lines: context } };
      const latest = level === 'domain' || level === 'page' ? { latest: true } : {};
      const fields = level === 'domain' ? { fields: ['implied_tech' as const] } : {};
      const request = { q, order_by: [order], limit: SIZE, ...snippets, ...fields, ...latest };
      return searchAt(level, token === '' ? request : { ...request, offset_token: token }, {
        signal,
        onProgress,
      });
    },
  };
}

/** How far a list was read, and a function that notes that it was read further. @param start the first part */
export function useReached({ q, level, order }: Criteria, start: Found<Item>) {
  const queries = useQueryClient();
  const key = ['reached', q, level, order];
  const after = (before: Reached, { items, offset_token: token }: Found<Item>): Reached =>
    further(before, items.length, continuation(token));
  // Kept beside the answers, so that one comes back to where one was.
  const [kept, setReached] = useState(() => queries.getQueryData<Reached>(key) ?? NOTHING_REACHED);
  // After an import, say, the same query finds others.
  const reached = answeredAnew(kept, after(NOTHING_REACHED, start));
  const reach = (newest: Found<Item>): void => {
    const next = after(reached, newest);
    setReached(next);
    queries.setQueryData(key, next);
  };
  return [reached, reach] as const;
}

export interface ResultParts {
  /** A result; undefined: it is being loaded. */
  readonly itemAt: (index: number) => Item | undefined;
  readonly isLoading: boolean;
  /** Why a part could not be loaded; null: all were. */
  readonly error: Error | null;
  readonly retry: () => void;
}

/**
 * Loads the parts that the window shows, and the next one when their end is near.
 *
 * @param window indexes of the first and the last result in it
 * @param onNewest called with the part that the last token led to
 */
export function useResultParts(
  criteria: Criteria,
  reached: Reached,
  window: readonly [first: number, last: number],
  onNewest: (newest: Found<Item>) => void,
): ResultParts {
  const queries = useQueryClient();
  const { q, level, order, context } = criteria;
  const { tokens } = reached;
  const { first, last } = partsNear(...window, reached);
  const answers = useQueries({
    queries: tokens.slice(first, last + 1).map((token, index) => partQuery(criteria, first + index, token)),
  });

  const newest = answers[tokens.length - 1 - first]?.data;
  useEffect(() => {
    if (newest !== undefined && isUncounted(reached)) onNewest(newest);
  }, [newest, reached, onNewest]);

  useEffect(() => {
    queries.removeQueries({
      queryKey: ['results', q, level, order, context],
      predicate: ({ queryKey }) => isFar(Number(queryKey.at(-1)), { first, last }),
    });
  }, [queries, q, level, order, context, first, last]);

  return {
    itemAt: (index) => answers[Math.floor(index / SIZE) - first]?.data?.items[index % SIZE],
    isLoading: answers.some(({ isFetching, data }) => isFetching && data === undefined),
    error: answers.find(({ error, data }) => error !== null && data === undefined)?.error ?? null,
    retry: () => {
      for (const { error, refetch } of answers) if (error !== null) void refetch();
    },
  };
}
