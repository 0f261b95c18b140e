// Saved searches, their events and their deliveries, as queries that are asked again while they are looked at.
import { client } from '../api/client.ts';
import { listQuery } from '../api/lists.ts';
import { isNotFound } from '../api/message.ts';

/** Beginning of the keys of all queries about saved searches. */
export const SAVED_KEY = ['saved'] as const;

/** Interval at which what is shown is read again, in milliseconds: events come with every crawl. */
export const READ_EVERY_MS = 10_000;

export function savedList() {
  return listQuery([...SAVED_KEY, 'list'], (from, options) =>
    client.searches.list({ limit: 25, ...from }, options),
  );
}

export function savedSearch(id: string) {
  return {
    queryKey: [...SAVED_KEY, 'one', id],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => client.searches.get(id, { signal }),
  };
}

/** The events of a search, newest first. @param limit of a part */
export function eventList(id: string, limit: number) {
  return listQuery([...SAVED_KEY, 'events', id, limit], (from, options) =>
    client.searches.events(id, { limit, ...from }, options),
  );
}

/** The deliveries of a search, newest first. @param limit of a part */
export function deliveryList(id: string, limit: number) {
  return listQuery([...SAVED_KEY, 'deliveries', id, limit], (from, options) =>
    client.searches.deliveries(id, { limit, ...from }, options),
  );
}

/** The reports of a search, newest first. */
export function reportList(id: string) {
  return listQuery([...SAVED_KEY, 'reports', id], (from, options) =>
    client.searches.reports(id, { limit: 20, ...from }, options),
  );
}

export function savedTrend(id: string) {
  return {
    queryKey: [...SAVED_KEY, 'trend', id],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => client.searches.trend(id, {}, { signal }),
  };
}

/** Tells whether a search has this name: saving another one would replace it without a word. */
export async function isTaken(id: string): Promise<boolean> {
  try {
    await client.searches.get(id);
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}
