import type { CrawlSeed } from '@sitegrep/storage';
import { csvReader } from './csv.ts';
import { numberLines } from './lines.ts';
import { readNdjson } from './ndjson.ts';
import { unreadable, type LineReader } from './reading.ts';
import { readText } from './text.ts';

export type SeedFormat = 'text' | 'csv' | 'ndjson';

/** A line that was not blank: the site it names, or why it names none. `line` counts from 1. */
export type SeedLine =
  | { readonly kind: 'seed'; readonly line: number; readonly seed: CrawlSeed }
  | { readonly kind: 'rejected'; readonly line: number; readonly text: string; readonly reason: string };

/**
 * Seeds out of lines, one by one. White space around a line and a BOM are dropped, blank lines are skipped.
 *
 * @param format `text`: a domain or an http(s) URL a line, `#` begins a comment. `csv`: with a header, its column
 *   `domain` (or host, url, origin, …); without one, the first field that names a site, as in `rank,domain`.
 *   `ndjson`: `{"domain": …}`, `{"url": …}` or a string a line.
 */
export async function* readSeeds(
  lines: AsyncIterable<string> | Iterable<string>,
  format: SeedFormat,
): AsyncGenerator<SeedLine, void, undefined> {
  const read = readerOf(format);
  for await (const { line, text } of numberLines(lines)) {
    const reading = unreadable(text) ?? read(text);
    if (reading.kind === 'seed') yield { kind: 'seed', line, seed: reading.seed };
    if (reading.kind === 'rejected') yield { kind: 'rejected', line, text, reason: reading.reason };
  }
}

/** A reader is made for each list: the csv one remembers the header. */
function readerOf(format: SeedFormat): LineReader {
  switch (format) {
    case 'text':
      return readText;
    case 'csv':
      return csvReader();
    case 'ndjson':
      return readNdjson;
  }
}
