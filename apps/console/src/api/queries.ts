// Requests as queries: cached, cancelled when nobody waits for them, repeated when it helps.
import { SitegrepError } from '@sitegrep/client';
import { QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

/** Time for which an answer is taken for current, in milliseconds. */
const FRESH_MS = 30_000;

export const SESSION_KEY = ['session'] as const;

/** Whether an error says that nobody is signed in. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof SitegrepError && error.code === 'unauthorized';
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      // A session that has ended is noticed by whichever request comes first.
      if (isSignedOut(error) && query.queryKey[0] !== SESSION_KEY[0])
        queryClient.setQueryData(SESSION_KEY, null);
    },
  }),
  defaultOptions: {
    // The client of the API repeats what may be repeated.
    queries: { retry: false, staleTime: FRESH_MS, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: {
      // A browser without a network may have the server on its own machine.
      networkMode: 'always',
      onError: (error) => {
        if (isSignedOut(error)) queryClient.setQueryData(SESSION_KEY, null);
      },
    },
  },
});

/** Repeats the requests of what is shown that failed. */
export function refetchFailed(): void {
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
}

/** Key and session of this browser; null: it is not signed in. */
export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: async ({ signal }) => {
    try {
      return await client.sessions.get({ signal });
    } catch (error) {
      if (isSignedOut(error)) return null;
      throw error;
    }
  },
  staleTime: 5 * 60_000,
});
