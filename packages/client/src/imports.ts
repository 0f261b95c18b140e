// Imports of captures: files of any size are sent as one request, whose answer tells meanwhile what was done.
import type { ImportEvent } from './api.ts';
import { apiErrorOf, SitegrepError } from './error.ts';
import type { CallOptions } from './options.ts';
import { chunksOf, type ListSource } from './request.ts';
import { ClientPart, parsedJson } from './transport.ts';

/** A WARC, ARC, WACZ or HAR file, or pages as lines of JSON. */
export interface CaptureFile {
  /** Its name in events; it says nothing about the content. */
  readonly name: string;
  readonly bytes: ListSource;
}

/** Imports of captures, as `client.admin.imports`. */
export class Imports extends ClientPart {
  /**
   * Indexes the pages of captures, and iterates over what is done; the last event is `end`. Give the files of one crawl
   * together, in the order of their names. It is never retried: what was stored stays, so it can be called again.
   */
  async *run(
    files: Iterable<CaptureFile> | AsyncIterable<CaptureFile>,
    options: CallOptions = {},
  ): AsyncGenerator<ImportEvent, void> {
    const boundary = `sitegrep-${crypto.randomUUID()}`;
    const upload = {
      type: `multipart/form-data; boundary=${boundary}`,
      list: multipart(files, boundary),
      isGzip: false,
    };
    const lines = await this.transport.lines(
      'importCaptures',
      {},
      'application/x-ndjson',
      options,
      SILENCE_MS,
      upload,
    );
    for await (const line of lines ?? []) {
      const event = eventOf(line);
      yield event;
      if (event.type === 'end') return;
    }
    throw new SitegrepError({
      operation: 'importCaptures',
      code: 'network',
      details: 'The answer ended before the import did.',
    });
  }
}

/** Minimum time for which the stream may be silent, in milliseconds. */
const SILENCE_MS = 300_000;

/** Reads an event. @throws SitegrepError if the line is an error, or no event */
function eventOf(line: string): ImportEvent {
  const record = parsedJson(line);
  const error = apiErrorOf(record);
  if (error !== null) throw new SitegrepError({ operation: 'importCaptures', ...error });
  if (typeof record === 'object' && record !== null && 'type' in record) return record as ImportEvent;
  throw new SitegrepError({
    operation: 'importCaptures',
    code: 'unexpected_answer',
    details: 'A line of the answer is not an event.',
  });
}

/** Makes a body of multipart/form-data (RFC 7578). */
async function* multipart(
  files: Iterable<CaptureFile> | AsyncIterable<CaptureFile>,
  boundary: string,
): AsyncGenerator<string | Uint8Array, void> {
  for await (const { name, bytes } of files) {
    // As browsers write it (HTML, 4.10.21.8).
    const escaped = name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
    yield (
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${escaped}"\r\n` +
      'Content-Type: application/octet-stream\r\n\r\n'
    );
    yield* chunksOf(bytes);
    yield '\r\n';
  }
  yield `--${boundary}--\r\n`;
}
