// Streams of server-sent events that are opened again when they break off, after the last event that came.
import { SitegrepError } from './error.ts';
import type { OperationId } from './operations.ts';
import type { CallOptions } from './options.ts';
import { isTemporary, pause } from './retry.ts';
import { type ServerSentEvent, serverSentEvents } from './streams.ts';
import type { Transport } from './transport.ts';

/** Default wait before an interrupted stream is reopened, in milliseconds; the server may set another. */
const REOPEN_MS = 2_000;
/** Minimum time for which a stream may be silent, in milliseconds; the API sends a heartbeat every fifteen seconds. */
const SILENCE_MS = 45_000;

interface StreamRequest {
  readonly operation: 'watchCrawl' | 'watchSavedSearch';
  readonly id: string;
  /** Id of the last event that was received; absent: none. */
  readonly after: string | undefined;
  readonly options: CallOptions;
}

interface Streamed {
  readonly type: string;
  /** Null for events after which a stream cannot be opened again. */
  readonly id: string | null;
}

/**
 * Reads events until the last one.
 *
 * @param read gives an event of the stream; null for one of an unknown kind, which a later server may send
 * @param isLast tells whether nothing comes after an event
 */
export async function* reopenedStream<Event extends Streamed>(
  transport: Transport,
  { operation, id, after, options }: StreamRequest,
  read: (raw: ServerSentEvent) => Event | null,
  isLast: (event: Event) => boolean,
): AsyncGenerator<Event, void> {
  let last = after;
  let reopenMs = REOPEN_MS;
  let failures = 0;
  for (;;) {
    try {
      const header = last === undefined ? {} : { 'Last-Event-ID': last };
      const lines = await transport.lines(
        operation,
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
        const event = read(raw);
        if (event === null) continue;
        failures = 0;
        if (event.id !== null) last = event.id;
        yield event;
        if (isLast(event)) return;
      }
      throw new SitegrepError({
        operation,
        code: 'network',
        details: 'The stream ended before its last event.',
        retryAfterMs: reopenMs,
      });
    } catch (error) {
      if (!isTemporary(error)) throw error;
      await pause(transport.retryDelay(error, failures, options), options.signal);
      failures += 1;
    }
  }
}

/** The data of an event. @throws SitegrepError */
export function dataOf(operation: OperationId, { name, data }: ServerSentEvent): unknown {
  try {
    return JSON.parse(data);
  } catch (error) {
    throw new SitegrepError({
      operation,
      code: 'unexpected_answer',
      details: `The data of an event "${name}" is not JSON.`,
      cause: error,
    });
  }
}
