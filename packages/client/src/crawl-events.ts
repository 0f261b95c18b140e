import type { CrawlEndEvent, CrawlProgressEvent, CrawlSiteItem, CrawlStateEvent } from './api.ts';
import { dataOf, reopenedStream } from './event-stream.ts';
import type { CallOptions } from './options.ts';
import type { ServerSentEvent } from './streams.ts';
import type { Transport } from './transport.ts';

interface EventData {
  site: CrawlSiteItem;
  progress: CrawlProgressEvent;
  state: CrawlStateEvent;
  end: CrawlEndEvent;
}

/**
 * An event of a crawl. A later stream can continue after its `id` (`after`), which is null for events that only report the
 * current state. The last event is `end`.
 */
export type CrawlEvent = {
  [Name in keyof EventData]: { type: Name; id: string | null; data: EventData[Name] };
}[keyof EventData];

export interface CrawlEventsOptions extends CallOptions {
  /** Id of the last event that was received; absent: from the beginning. */
  readonly after?: string | undefined;
}

/** Implements `Crawls.events`. */
export function crawlEvents(
  transport: Transport,
  id: string,
  { after, ...options }: CrawlEventsOptions = {},
): AsyncGenerator<CrawlEvent, void> {
  const request = { operation: 'watchCrawl', id, after, options } as const;
  return reopenedStream(transport, request, eventOf, ({ type }) => type === 'end');
}

const NAMES: readonly string[] = ['site', 'progress', 'state', 'end'] satisfies readonly CrawlEvent['type'][];

/** @returns null for an event of an unknown kind, which a later server may send */
function eventOf(raw: ServerSentEvent): CrawlEvent | null {
  if (!NAMES.includes(raw.name)) return null;
  const id = raw.id === '' ? null : raw.id;
  return { type: raw.name, id, data: dataOf('watchCrawl', raw) } as CrawlEvent;
}
