// Pages that were fetched elsewhere: they are sent as one request of any size, whose answer tells meanwhile what became of each.
import type { PagesLine } from './api.ts';
import { apiErrorOf, SitegrepError } from './error.ts';
import type { Operations } from './operations.ts';
import type { CallOptions } from './options.ts';
import type { ListSource } from './request.ts';
import { ClientPart, parsedJson } from './transport.ts';

/** Pages to send: their bytes, and what they are if it is known; else their content says it. */
export interface SentPages {
  readonly bytes: ListSource;
  readonly type?: Operations['sendPages']['list'];
  /** Which pages get a line: all (default), or those with problems. */
  readonly report?: 'all' | 'problems';
}

/** Pages that were fetched elsewhere, as `client.admin.pages`. */
export class Pages extends ClientPart {
  /**
   * Indexes lines of JSON, or a WARC, ARC, WACZ or HAR file, and iterates over the outcomes of its pages; the last line is
   * `summary`. It is never retried: what was acknowledged stays, and the same page twice changes nothing, so it can be called
   * again.
   */
  async *send(
    { bytes, type = 'application/octet-stream', report }: SentPages,
    options: CallOptions = {},
  ): AsyncGenerator<PagesLine, void> {
    const upload = { type, list: bytes, isGzip: false };
    const input = report === undefined ? {} : { query: { report } };
    const lines = await this.transport.lines(
      'sendPages',
      input,
      'application/x-ndjson',
      options,
      SILENCE_MS,
      upload,
    );
    for await (const text of lines ?? []) {
      const line = lineOf(text);
      yield line;
      if (line.type === 'summary') return;
    }
    throw new SitegrepError({
      operation: 'sendPages',
      code: 'network',
      details: 'The answer ended before the import did.',
    });
  }
}

/** Minimum time for which the answer may be silent, in milliseconds. */
const SILENCE_MS = 300_000;

/** Reads a line. @throws SitegrepError if it is an error, or none of this answer */
function lineOf(text: string): PagesLine {
  const record = parsedJson(text);
  const error = apiErrorOf(record);
  if (error !== null) throw new SitegrepError({ operation: 'sendPages', ...error });
  if (typeof record === 'object' && record !== null && 'type' in record) return record as PagesLine;
  throw new SitegrepError({
    operation: 'sendPages',
    code: 'unexpected_answer',
    details: 'A line of the answer is not one of pages.',
  });
}
