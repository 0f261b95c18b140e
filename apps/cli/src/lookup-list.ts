// The list of a lookup: a file, or standard input, with a domain or URL on each line.
import { createReadStream } from 'node:fs';
import { readSeeds } from '@sitegrep/intake/seeds';
import { splitLines } from '@sitegrep/intake/list-lines';
import { unpacked } from '@sitegrep/intake/unpacked';

/** Gives the entries of a list as they are written. CSV may have other columns. @throws errors of the file system; BrokenGzip */
export async function* listedEntries(path: string): AsyncGenerator<string, void> {
  const lines = splitLines(unpacked(path === '-' ? process.stdin : createReadStream(path)));
  if (/\.csv(\.gz)?$/i.test(path)) yield* entriesOfCsv(lines);
  else if (/\.(ndjson|jsonl)(\.gz)?$/i.test(path)) yield* entriesOfJson(lines);
  else yield* entriesOfText(lines);
}

async function* entriesOfText(lines: AsyncIterable<string>): AsyncGenerator<string, void> {
  for await (const line of lines) {
    // trim() also removes a BOM, which is white space in ECMAScript.
    const text = line.trim();
    if (text !== '' && !text.startsWith('#')) yield text;
  }
}

async function* entriesOfCsv(lines: AsyncIterable<string>): AsyncGenerator<string, void> {
  for await (const line of readSeeds(lines, 'csv')) {
    if (line.kind === 'rejected') yield line.text;
    else yield line.seed.urls[0] ?? line.seed.domain;
  }
}

/** Strings, and objects with a url or domain; any other line is given as it is, and refused by the lookup. */
async function* entriesOfJson(lines: AsyncIterable<string>): AsyncGenerator<string, void> {
  for await (const line of lines) {
    const text = line.trim();
    if (text !== '') yield entryIn(text) ?? text;
  }
}

function entryIn(text: string): string | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return null;
  if ('url' in value && typeof value.url === 'string') return value.url;
  return 'domain' in value && typeof value.domain === 'string' ? value.domain : null;
}
