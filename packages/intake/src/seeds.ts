import type { CrawlSeed } from '@sitegrep/storage';
import { csvReader } from './csv.ts';
import { numberLines, unreadable, type LineReader, type Reading, readText, readSite } from './list-lines.ts';

export type SeedFormat = 'text' | 'csv' | 'ndjson';

/** A line that is not blank: the site that it names, or why it is refused. `line` counts from 1. */
export type SeedLine =
  | { readonly kind: 'seed'; readonly line: number; readonly seed: CrawlSeed }
  | { readonly kind: 'rejected'; readonly line: number; readonly text: string; readonly reason: string };

/**
 * Reads seeds from lines, one by one. White space around a line and a BOM are removed, blank lines are skipped.
 *
 * @param format `text`: a domain or an http(s) URL per line, `#` begins a comment. `csv`: with a header, its column `domain`
 *   (or host, url, origin, …); without one, the first field that names a site, as in `rank,domain`. `ndjson`:
 *   `{"domain": …}`, `{"url": …}` or a string per line.
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

/** Makes a reader for one list: a CSV reader remembers the header. */
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

/** Reads a line of NDJSON: a string, or an object with `url` or `domain` (`url` takes precedence). */
function readNdjson(line: string): Reading {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { kind: 'rejected', reason: 'not JSON' };
  }
  if (typeof value === 'string') return readSite(value.trim());
  if (typeof value === 'object' && value !== null) {
    if ('url' in value && typeof value.url === 'string') return readUrl(value.url.trim());
    if ('domain' in value && typeof value.domain === 'string') return readSite(value.domain.trim());
  }
  return { kind: 'rejected', reason: 'neither a string nor an object with a "domain" or "url"' };
}

function readUrl(text: string): Reading {
  return text.includes('://') ? readSite(text) : { kind: 'rejected', reason: 'not an http(s) URL' };
}
