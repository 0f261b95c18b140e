// Searches that say how far they are.
import type { SearchErrorEvent, SearchProgressEvent } from './api.ts';
import { apiErrorOf, SitegrepError } from './error.ts';
import { dataOf } from './event-stream.ts';
import type { Operations } from './operations.ts';
import type { CallOptions } from './options.ts';
import { isTemporary, pause } from './retry.ts';
import { serverSentEvents } from './streams.ts';
import type { Transport } from './transport.ts';

/** Options of a search. */
export interface SearchCallOptions extends CallOptions {
  /** Called twice a second with how far the search is, once it takes longer than a second. */
  readonly onProgress?: ((progress: SearchProgressEvent) => void) | undefined;
}

type Request = Operations['watchSearch']['json'];
type Answer = Operations['search']['data'];

/** Searches, and tells how far it is. It is tried again as any search is. @throws SitegrepError */
export async function watchedSearch(
  transport: Transport,
  json: Request,
  { onProgress = () => undefined, ...options }: SearchCallOptions,
): Promise<Answer> {
  for (let failures = 0; ; failures += 1) {
    try {
      const lines = await transport.lines('watchSearch', { json }, 'text/event-stream', options);
      for await (const raw of serverSentEvents(lines ?? NONE, () => undefined)) {
        const data = dataOf('watchSearch', raw);
        if (raw.name === 'progress') onProgress(data as SearchProgressEvent);
        if (raw.name === 'answer') return (data as { readonly data: Answer }).data;
        const error = raw.name === 'error' ? apiErrorOf(data) : null;
        if (error === null) continue;
        const { retry_after: seconds } = data as SearchErrorEvent;
        const retryAfterMs = seconds === undefined ? null : 1_000 * seconds;
        throw new SitegrepError({ operation: 'watchSearch', ...error, retryAfterMs });
      }
      const details = 'The stream ended before the answer.';
      throw new SitegrepError({ operation: 'watchSearch', code: 'network', details });
    } catch (error) {
      if (!isTemporary(error)) throw error;
      await pause(transport.retryDelay(error, failures, options), options.signal);
    }
  }
}

async function* empty(): AsyncGenerator<string, void> {}

const NONE: AsyncIterable<string> = empty();
