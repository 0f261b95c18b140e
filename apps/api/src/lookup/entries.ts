// The entries of a lookup: read from the body, each as a domain or as the reason why it names none.
import { readEntry, type SiteReading } from '@sitegrep/intake';
import { SEARCH_BOUNDS } from '@sitegrep/search';
import { badRequest, type Failure } from '../failure.ts';

const { maxListed } = SEARCH_BOUNDS;

/** An entry as it was given: a text, or why it is none. */
export type Entry = string | Junk;

/** A line that holds no entry. */
interface Junk {
  readonly text: string;
  readonly reason: string;
}

/** How the lines of a list are read. */
export type ListFormat = 'text' | 'ndjson';

/**
 * Reads the entries of a list; blank lines and comments are none.
 *
 * @throws Failure bad_request if there are none or too many; errors of `lines`
 */
export async function entriesOf(lines: AsyncIterable<string>, format: ListFormat): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of linesAsEntries(lines, format))
    if (entries.push(entry) > maxListed) throw tooMany();
  if (entries.length > 0) return entries;
  throw badRequest({ field: 'The list', problem: 'is empty', remedy: 'give one domain or URL per line' });
}

/** The entries of a list as its lines come in; blank lines and comments are none. */
export async function* linesAsEntries(
  lines: AsyncIterable<string>,
  format: ListFormat,
): AsyncGenerator<Entry, void> {
  for await (const line of lines) {
    // trim() also removes a BOM, which is white space in ECMAScript.
    const text = line.trim();
    if (text === '' || (format === 'text' && text.startsWith('#'))) continue;
    yield format === 'text' ? text : jsonEntry(text);
  }
}

function tooMany(): Failure {
  return badRequest({
    field: 'The list',
    problem: `has more than ${maxListed} entries`,
    remedy: `give at most ${maxListed} at a time`,
  });
}

function jsonEntry(text: string): Entry {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { text, reason: 'not JSON' };
  }
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null) {
    if ('url' in value && typeof value.url === 'string') return value.url;
    if ('domain' in value && typeof value.domain === 'string') return value.domain;
  }
  return { text, reason: 'neither a string nor an object with a "domain" or "url"' };
}

/** Maximum characters of a refused entry that the answer repeats. */
const SHOWN = 200;

/** An entry with what was read of it; `input` is the entry in the answer. */
export type ReadEntry = { readonly input: string } & SiteReading;

export function readEntryOf(entry: Entry): ReadEntry {
  const { text, reason } = typeof entry === 'string' ? { text: entry, reason: null } : entry;
  const reading = reason === null ? readEntry(text.trim()) : ({ kind: 'rejected', reason } as const);
  if (reading.kind === 'seed') return { ...reading, input: text };
  // toWellFormed: the text may end within a surrogate pair.
  return { ...reading, input: text.slice(0, SHOWN).toWellFormed() };
}
