// A newer version of the console on the server than the one that runs here, whose further scripts are gone.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { START } from './client.ts';
import { queryClient } from './queries.ts';

/** Time for which what the server had is taken for what it has, in milliseconds. */
const RECENT_MS = 5_000;

const newConsoleQuery = queryOptions({
  queryKey: ['new console'],
  queryFn: async ({ signal }) => {
    const own = document.querySelector('script[type="module"]')?.getAttribute('src') ?? '';
    const answer = await fetch(START, { headers: { Accept: 'text/html' }, cache: 'no-cache', signal });
    // Names of scripts have a hash of their content.
    return answer.ok && !(await answer.text()).includes(own);
  },
  staleTime: RECENT_MS,
});

/** Looks whether the server has a newer version; learns nothing if it can't be reached. */
export async function lookForNewConsole(): Promise<void> {
  await queryClient.prefetchQuery(newConsoleQuery);
}

/** True if the server had a newer version when it was looked for. */
export function useNewConsole(): boolean {
  return useQuery({ ...newConsoleQuery, enabled: false }).data === true;
}
