// Pages that were fetched elsewhere: they are sent as one request of any size, whose answer tells meanwhile what became of each.
import type { PagesLine } from './api.ts';
import { apiErrorOf, SitegrepError } from './error.ts';
import type { Operations } from './operations.ts';
import type { CallOptions } from './options.ts';
import type { ListSource } from './request.ts';
import { isTemporary, pause } from './retry.ts';
import { ClientPart, parsedJson } from './transport.ts';

/** Pages to send: their bytes, and what they are if it is known; else their content says it. */
export interface SentPages {
  /** The bytes, or a function that gives them from an offset on; it is called again after an interruption. */
  readonly bytes: ListSource | ((offset: number) => ListSource);
  readonly type?: Operations['sendPages']['list'];
  /** Which pages get a line: all (default), or those with problems. */
  readonly report?: 'all' | 'problems';
}

type Resume = NonNullable<Extract<PagesLine, { type: 'progress' }>['resume']>;

/** Pages that were fetched elsewhere, as `client.admin.pages`. */
export class Pages extends ClientPart {
  /**
   * Indexes lines of JSON, or a WARC, ARC, WACZ or HAR file, and iterates over the outcomes of its pages; the last line is
   * `summary`, which counts all. If the connection is lost or the server not available, it goes on where all before had their
   * outcome, unless the bytes are a stream; `retries` counts the tries without a further outcome.
   */
  async *send(
    { bytes, type = 'application/octet-stream', report }: SentPages,
    options: CallOptions = {},
  ): AsyncGenerator<PagesLine, void> {
    const bytesFrom = repeatable(bytes);
    /** Numbers of the pages that have a line already, from `resume` on. */
    let told = new Set<number>();
    let resume = null as Resume | null;
    for (let failures = 0; ; failures++) {
      const before = told;
      told = new Set(before);
      try {
        const from = resume?.offset ?? 0;
        const list = bytesFrom === null ? (bytes as ListSource) : bytesFrom(from);
        for await (const line of this.#sendOnce({ list, type, report, token: resume?.token }, options)) {
          if (line.type === 'page' && line.record !== null) {
            if (before.has(line.record)) continue;
            told.add(line.record);
            failures = 0;
          } else if (line.type === 'progress' && line.resume !== null) {
            resume = line.resume;
            const { record } = line.resume;
            told = new Set([...told].filter((number) => number >= record));
            failures = 0;
          }
          if (line.type === 'summary') {
            const failure = apiErrorOf(line.failure);
            if (failure !== null) throw new SitegrepError({ operation: 'sendPages', ...failure });
          }
          yield line;
          if (line.type === 'summary') return;
        }
        throw new SitegrepError({
          operation: 'sendPages',
          code: 'network',
          details: 'The answer ended before the import did.',
        });
      } catch (error) {
        const isInterrupted =
          isTemporary(error) || (error instanceof SitegrepError && error.code === 'unavailable');
        if (bytesFrom === null || !isInterrupted) throw error;
        await pause(this.transport.retryDelay(error, failures, options), options.signal);
      }
    }
  }

  async *#sendOnce(
    {
      list,
      type,
      report,
      token,
    }: {
      readonly list: ListSource;
      readonly type: Operations['sendPages']['list'];
      readonly report: SentPages['report'];
      readonly token: string | undefined;
    },
    options: CallOptions,
  ): AsyncGenerator<PagesLine, void> {
    const query = {
      ...(report === undefined ? {} : { report }),
      ...(token === undefined ? {} : { resume: token }),
    };
    const upload = { type, list, isGzip: false };
    const lines = await this.transport.lines(
      'sendPages',
      { query },
      'application/x-ndjson',
      options,
      SILENCE_MS,
      upload,
    );
    for await (const text of lines ?? []) yield lineOf(text);
  }
}

/** Makes bytes available from any offset on; null if they can be sent once only. */
function repeatable(bytes: SentPages['bytes']): ((offset: number) => ListSource) | null {
  if (typeof bytes === 'function') return bytes;
  if (typeof bytes === 'string') {
    const encoded = new TextEncoder().encode(bytes);
    return (offset) => encoded.subarray(offset);
  }
  if (bytes instanceof Uint8Array) return (offset) => bytes.subarray(offset);
  return bytes instanceof Blob ? (offset) => bytes.slice(offset) : null;
}

/** Minimum time for which the answer may be silent, in milliseconds. */
const SILENCE_MS = 300_000;

/** Reads a line. @throws SitegrepError if it is not one of this answer */
function lineOf(text: string): PagesLine {
  const record = parsedJson(text);
  if (typeof record === 'object' && record !== null && 'type' in record) return record as PagesLine;
  throw new SitegrepError({
    operation: 'sendPages',
    code: 'unexpected_answer',
    details: 'A line of the answer is not one of pages.',
  });
}
