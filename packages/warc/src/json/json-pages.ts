// Pages in JSON: an object on each line, or a HAR, whatever the name of the file.
import type { ByteReader } from '../byte-reader.ts';
import type { Tally } from '../counts.ts';
import type { WarcPage } from '../warc-page.ts';
import { HarBroken, isHarStart, readHar } from './har.ts';
import { readJsonLines } from './json-lines.ts';
import type { JsonLimits, JsonResult } from './json-page.ts';

/** Whether an input begins like a JSON object. */
export function isJsonStart(start: Buffer): boolean {
  return /^(?:\xef\xbb\xbf)?[\t\n\r ]*\{/.test(start.toString('latin1'));
}

/** Reads the pages of an input, and counts what is none. @param start its first bytes, which stay in the reader */
export async function* readJsonPages(
  reader: ByteReader,
  start: Buffer,
  tally: Tally,
  given: Pick<JsonLimits, 'maxBodyBytes' | 'statuses'>,
): AsyncGenerator<WarcPage> {
  const limits: JsonLimits = { ...given, now: Date.now() };
  function* pageIn(result: JsonResult, where: string, offset: number): Generator<WarcPage> {
    if (result.kind === 'page') {
      tally.countPage(result.page.truncated);
      yield { ...result.page, offset, obeysNoindex: false };
    } else {
      const problem = result.problem === null ? null : `${where}: ${result.problem}`;
      tally.countSkip(offset, result.url, result.why, problem);
    }
  }
  if (!isHarStart(start)) {
    for await (const { result, line, offset } of readJsonLines(reader, limits))
      yield* pageIn(result, `line ${line}`, offset);
    return;
  }
  try {
    for await (const { result, entry } of readHar(reader, limits))
      yield* pageIn(result, `entry ${entry}`, reader.offset);
  } catch (error) {
    if (!(error instanceof HarBroken)) throw error;
    tally.countSkip(reader.offset, null, 'cut_off', `the HAR can't be read further: ${error.message}`);
  }
}
