import { createHash } from 'node:crypto';
import type { SearchEvent } from '@sitegrep/storage';
import { type TellingSearch, titleOf } from '../destinations.ts';
import { eventData } from '../message.ts';
import { eventSentence } from '../sentences.ts';

/** Events in a feed. */
export const MAX_FEED_EVENTS = 100;

/** A search as a feed of its events. */
export interface Feed {
  readonly search: Pick<TellingSearch, 'id' | 'label'>;
  /** Address of the feed itself, without a key. */
  readonly url: string;
  /** Address of the search for people. */
  readonly home: string;
  /** When the search was made, in milliseconds since the epoch: a feed without events is of then. */
  readonly createdAt: number;
  /** The newest first; the first `MAX_FEED_EVENTS` of them are taken. */
  readonly events: readonly SearchEvent[];
}

/** An entry of a feed, in whatever form. */
export interface FeedEntry {
  /** The same in each form, and as long as the event is stored. */
  readonly id: string;
  readonly title: string;
  /** The page that shows it, if it is one of the web. */
  readonly url: string | null;
  readonly at: string;
  readonly text: string;
}

export function entriesOf({ search, home, events }: Feed): readonly FeedEntry[] {
  return events.slice(0, MAX_FEED_EVENTS).map((event) => {
    const { before, domain, after, url: page } = eventSentence(eventData(event));
    return {
      id: uuidOf(home, event.number),
      title: `${titleOf(search)} ${before}${domain}`,
      url: page !== null && /^https?:/.test(page) ? page : null,
      at: new Date(event.at).toISOString(),
      text: [`${titleOf(search)} ${before}${domain}${after}`, ...event.pages].join('\n'),
    };
  });
}

/** When something last changed in a feed. */
export function updatedAt({ events, createdAt }: Feed): string {
  return new Date(Math.max(createdAt, ...events.slice(0, MAX_FEED_EVENTS).map(({ at }) => at))).toISOString();
}

/** A name in the form of a UUID (RFC 9562, version 8). */
export function uuidOf(...names: readonly (string | number)[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(names)).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return `urn:uuid:${bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}`;
}
