import type { CrawlEndEvent, CrawlProgressEvent, CrawlSiteItem, CrawlStateEvent } from './api.ts';
import { SitegrepError } from './error.ts';
import type { CallOptions } from './options.ts';
import { isPassing, pause } from './retry.ts';
import { type ServerSentEvent, serverSentEvents } from './server-sent-events.ts';
import type { Transport } from './transport.ts';

interface EventData {
  site: CrawlSiteItem;
  progress: CrawlProgressEvent;
  state: CrawlStateEvent;
  end: CrawlEndEvent;
}

/**
 * What happens to a crawl. `id` is where a later stream goes on (`after`), null for events that are none to come back to.
 * The last one is `end`.
 */
export type CrawlEvent = {
  [Name in keyof EventData]: { type: Name; id: string | null; data: EventData[Name] };
}[keyof EventData];

export interface CrawlEventsOptions extends CallOptions {
  /** The id of the last event that is known already; from the beginning if left out. */
  readonly after?: string | undefined;
}

/** Milliseconds until a stream that ended is opened again, unless the server says otherwise. */
const REOPEN_MS = 2_000;
/** Milliseconds for which a stream may be silent at least: the API's says something every fifteen seconds. */
const SILENCE_MS = 45_000;

/** As `Crawls.events`. */
export async function* crawlEvents(
  transport: Transport,
  id: string,
  { after, ...options }: CrawlEventsOptions = {},
): AsyncGenerator<CrawlEvent, void> {
  let last = after;
  let reopenMs = REOPEN_MS;
  let failures = 0;
  for (;;) {
    try {
      const header = last === undefined ? {} : { 'Last-Event-ID': last };
      const lines = await transport.lines(
        'watchCrawl',
        { path: { id }, header },
        'text/event-stream',
        options,
        SILENCE_MS,
      );
      if (lines === null) return;
      const found = serverSentEvents(lines, (ms) => {
        reopenMs = ms;
      });
      for await (const raw of found) {
        const event = eventOf(raw);
        if (event === null) continue;
        failures = 0;
        if (event.id !== null) last = event.id;
        yield event;
        if (event.type === 'end') return;
      }
      throw new SitegrepError({
        operation: 'watchCrawl',
        code: 'network',
        details: 'The stream ended before the crawl did.',
        retryAfterMs: reopenMs,
      });
    } catch (error) {
      if (!isPassing(error)) throw error;
      await pause(transport.retryDelay(error, failures, options), options.signal);
      failures += 1;
    }
  }
}

const NAMES: readonly string[] = ['site', 'progress', 'state', 'end'] satisfies readonly CrawlEvent['type'][];

/** @returns null for an event of a kind that a later server may have */
function eventOf({ name, data, id }: ServerSentEvent): CrawlEvent | null {
  if (!NAMES.includes(name)) return null;
  try {
    return { type: name, id: id === '' ? null : id, data: JSON.parse(data) } as CrawlEvent;
  } catch (error) {
    throw new SitegrepError({
      operation: 'watchCrawl',
      code: 'unexpected_answer',
      details: `The data of an event "${name}" is no JSON.`,
      cause: error,
    });
  }
}
