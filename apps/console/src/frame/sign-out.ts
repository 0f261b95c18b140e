import { client } from '../api/client.ts';
import { queryClient, SESSION_KEY } from '../api/queries.ts';
import { forgetEntries } from '../palette/recent.ts';
import { dropRecent } from '../query/history.ts';

/** Ends the session, also where the server can't be told, and forgets what was shown, searched and chosen in it. */
export async function signOut(): Promise<void> {
  await client.sessions.close().catch(() => null);
  dropRecent(null);
  forgetEntries();
  queryClient.setQueryData(SESSION_KEY, null);
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
}
