// The stream of the events of a saved search as text, from a position on.
import type { SavedSearches } from '@sitegrep/storage';
import { Heartbeat, serverSentEvent, STREAM_START } from '../event-streams/server-sent.ts';
import type { EventTail } from './event-tail.ts';
import { searchEventItem } from './items.ts';

/** Events that are read at a time. */
const AT_A_TIME = 100;

interface StreamOptions {
  readonly searches: Pick<SavedSearches, 'events'>;
  readonly tail: EventTail;
  readonly search: string;
  /** Number of the last event that the client has. */
  readonly after: number;
  /** Ends the stream as if the connection had been lost. */
  readonly signal: AbortSignal;
  readonly heartbeatMs: number;
}

/** Renders events as they happen. Each part is made when it is read, so that a slow client keeps nothing in memory. */
export async function* searchEvents(options: StreamOptions): AsyncGenerator<string, void> {
  const { searches, tail, search, signal } = options;
  const heartbeat = new Heartbeat(options.heartbeatMs, signal);
  let { after } = options;
  // Events of other searches wake the stream, too: it waits for what comes after the newest of all.
  let seen = after;
  yield heartbeat.sent(STREAM_START);
  try {
    for (;;) {
      const newest = yield* heartbeat.until(tail.newest());
      const events = yield* heartbeat.until(searches.events({ after, limit: AT_A_TIME, search }));
      const last = events.at(-1);
      if (last === undefined) {
        seen = Math.max(seen, newest);
        yield* heartbeat.until(tail.after(seen, signal));
        continue;
      }
      after = last.number;
      const parts = events.map((one) => serverSentEvent(one.kind, searchEventItem(one), String(one.number)));
      yield heartbeat.sent(parts.join(''));
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
