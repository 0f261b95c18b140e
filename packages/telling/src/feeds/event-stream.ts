import type { SearchEvent } from '@sitegrep/storage';
import { eventData } from '../message.ts';

/** The media type of a stream of events. */
export const EVENT_STREAM_TYPE = 'text/event-stream; charset=utf-8';

/** A comment, which keeps a stream open through proxies. */
export const EVENT_STREAM_PING = ': ping\n\n';

/** An event of a search as a server-sent event. Its id is the number after which a client that comes back continues. */
export function serverSentEvent(event: SearchEvent): string {
  const data = { search: event.search, ...eventData(event) };
  // JSON has no line ends outside of its texts, and escapes those in them.
  return `id: ${event.number}\nevent: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
}
