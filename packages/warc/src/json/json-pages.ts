// Pages in JSON: an object on each line, or a HAR, whatever the name of the file.
import type { ByteReader } from '../byte-reader.ts';
import type { Tally } from '../counts.ts';
import type { WarcPage } from '../warc-page.ts';
import { HarBroken, readHar } from './har.ts';
import { readJsonLines } from './json-lines.ts';
import type { JsonLimits, JsonResult } from './json-page.ts';

/** Whether an input begins like a JSON object. */
export function isJsonStart(start: Buffer): boolean {
  return /^(?:\xef\xbb\xbf)?[\t\n\r ]*\{/.test(start.toString('latin1'));
}

/** Options of an input in JSON: a HAR, or lines. */
interface JsonOptions extends Pick<JsonLimits, 'maxBodyBytes' | 'statuses'> {
  readonly isHar: boolean;
}

/** Reads the pages of an input, and counts what is none. */
export async function* readJsonPages(
  reader: ByteReader,
  tally: Tally,
  { isHar, ...given }: JsonOptions,
): AsyncGenerator<WarcPage> {
  const limits: JsonLimits = { ...given, now: Date.now };
  const pageOf = (
    { page, isDated }: JsonResult & { kind: 'page' },
    offset: number,
  ): Omit<WarcPage, 'record'> => ({
    ...page,
    entry: null,
    offset,
    obeysNoindex: false,
    isDated,
    notice: null,
  });
  if (!isHar) {
    for await (const { result, line, offset } of readJsonLines(reader, limits)) {
      if (result.kind === 'page') {
        tally.countPage(result.page.truncated);
        yield { ...pageOf(result, offset), record: line };
      } else await tally.countSkip(offset, result.url, result.why, result.problem, line);
    }
    return;
  }
  try {
    for await (const result of readHar(reader, limits)) {
      const { offset } = reader;
      if (result.kind === 'page')
        yield { ...pageOf(result, offset), record: tally.countPage(result.page.truncated) };
      else {
        // A browser fetches much besides pages.
        const problem = result.why === 'broken' ? result.problem : null;
        await tally.countSkip(offset, result.url, result.why, problem);
      }
    }
  } catch (error) {
    if (!(error instanceof HarBroken)) throw error;
    const problem = `the HAR can't be read further: ${error.message}`;
    await tally.countSkip(reader.offset, null, 'cut_off', problem);
  }
}
