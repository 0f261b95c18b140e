import type { CrawlEndEvent, CrawlProgressEvent, CrawlSiteItem, CrawlStateEvent } from './api.ts';
import { SitegrepError } from './error.ts';
import type { CallOptions } from './options.ts';
import { isTemporary, pause } from './retry.ts';
import { type ServerSentEvent, serverSentEvents } from './streams.ts';
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

/** Default wait before an interrupted stream is reopened, in milliseconds; the server may set another. */
const REOPEN_MS = 2_000;
/** Minimum time for which a stream may be silent, in milliseconds; the API sends a heartbeat every fifteen seconds. */
const SILENCE_MS = 45_000;

/** Implements `Crawls.events`. */
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
      if (!isTemporary(error)) throw error;
      await pause(transport.retryDelay(error, failures, options), options.signal);
      failures += 1;
    }
  }
}

const NAMES: readonly string[] = ['site', 'progress', 'state', 'end'] satisfies readonly CrawlEvent['type'][];

/** @returns null for an event of an unknown kind, which a later server may send */
function eventOf({ name, data, id }: ServerSentEvent): CrawlEvent | null {
  if (!NAMES.includes(name)) return null;
  try {
    return { type: name, id: id === '' ? null : id, data: JSON.parse(data) } as CrawlEvent;
  } catch (error) {
    throw new SitegrepError({
      operation: 'watchCrawl',
      code: 'unexpected_answer',
      details: `The data of an event "${name}" is not JSON.`,
      cause: error,
    });
  }
}
