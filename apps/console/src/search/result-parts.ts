// Results in parts: only those near the window are kept, so that a long list takes no more memory than a short one.
import type { Found, FoundDomain, FoundPage } from '@sitegrep/client';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { client } from '../api/client.ts';
import { continuation } from '../api/queries.ts';
import type { Criteria } from './criteria.ts';

export type Item = FoundDomain | FoundPage;

/** Results of a part. */
const SIZE = 50;
/** Results after the window for which the next part is loaded: what comes while one scrolls on. */
const AHEAD = 40;
/** Parts before and after the window that are kept. */
const KEPT = 6;

/** Tokens of the parts of a list as far as it was read, and how many results these parts have. */
export interface Reached {
  /** Token of each part, also of one that was not read yet; that of the first part is empty. */
  readonly tokens: readonly string[];
  readonly count: number;
}

/** One part of the results as a query. @param token that the part before it ended with */
export function partQuery(criteria: Criteria, part: number, token: string) {
  const { q, level, order } = criteria;
  return {
    queryKey: ['results', q, level, order, part],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => loadPart(criteria, token, signal),
  };
}

function loadPart({ q, level, order }: Criteria, token: string, signal: AbortSignal): Promise<Found<Item>> {
  const request = {
    q,
    order_by: [order],
    limit: SIZE,
    snippets: { per_item: 3, around: 60 },
    ...(token !== '' && { offset_token: token }),
  };
  return level === 'page'
    ? client.query.searchPages(request, { signal })
    : client.query.search(request, { signal });
}

/** How far a list was read, and a function that notes that it was read further. @param start the first part */
export function useReached({ q, level, order }: Criteria, start: Found<Item>) {
  const queries = useQueryClient();
  const key = ['reached', q, level, order];
  // Kept beside the answers, so that one comes back to where one was.
  const [reached, setReached] = useState(
    () => queries.getQueryData<Reached>(key) ?? further({ tokens: [''], count: 0 }, start),
  );
  const reach = (newest: Found<Item>): void => {
    const next = further(reached, newest);
    setReached(next);
    queries.setQueryData(key, next);
  };
  return [reached, reach] as const;
}

/** Adds the part that the last token led to. */
function further({ tokens }: Reached, newest: Found<Item>): Reached {
  const token = continuation(newest.offset_token);
  return {
    tokens: token === undefined ? tokens : [...tokens, token],
    count: (tokens.length - 1) * SIZE + newest.items.length,
  };
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
 * @param first index of the first result in the window
 * @param onNewest called with the part that the last token led to
 */
export function useResultParts(
  criteria: Criteria,
  { tokens, count }: Reached,
  [first, last]: readonly [first: number, last: number],
  onNewest: (newest: Found<Item>) => void,
): ResultParts {
  const queries = useQueryClient();
  const { q, level, order } = criteria;
  const firstPart = Math.floor(first / SIZE);
  const lastPart = Math.min(Math.floor((last + AHEAD) / SIZE), tokens.length - 1);
  const parts = Array.from({ length: lastPart - firstPart + 1 }, (_, index) => firstPart + index);
  const answers = useQueries({
    queries: parts.map((part) => partQuery(criteria, part, tokens[part] ?? '')),
  });

  const newest = answers[tokens.length - 1 - firstPart]?.data;
  useEffect(() => {
    if (newest !== undefined && count <= (tokens.length - 1) * SIZE) onNewest(newest);
  }, [newest, count, tokens, onNewest]);

  useEffect(() => {
    // The first part stays: its answer has the total.
    queries.removeQueries({
      queryKey: ['results', q, level, order],
      predicate: ({ queryKey }) => {
        const part = Number(queryKey.at(-1));
        return part > 0 && (part < firstPart - KEPT || part > lastPart + KEPT);
      },
    });
  }, [queries, q, level, order, firstPart, lastPart]);

  return {
    itemAt: (index) => answers[Math.floor(index / SIZE) - firstPart]?.data?.items[index % SIZE],
    isLoading: answers.some(({ isFetching, data }) => isFetching && data === undefined),
    error: answers.find(({ error, data }) => error !== null && data === undefined)?.error ?? null,
    retry: () => {
      for (const { error, refetch } of answers) if (error !== null) void refetch();
    },
  };
}
