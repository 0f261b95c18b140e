import { createReadStream } from 'node:fs';
import type { Page } from '@sitegrep/site';
import type { PageFile } from './detection-input.ts';
import { CommandFailed } from './failure.ts';

/** Facts about a page that its file does not contain. */
export interface PageCircumstances {
  /** URL of the page; null if it was not given. */
  readonly url: string | null;
  /** Headers of the HTTP answer, names in lower case. */
  readonly headers: Page['headers'];
  /** Maximum bytes to read of the file. */
  readonly maxBytes: number;
}

/** URL of a page whose URL is unknown; no fingerprint matches it. */
const NOWHERE = 'about:blank';

const READ_BYTES = 256 * 1024;

/**
 * Reads an HTML file, or standard input, as if it had been fetched.
 *
 * @throws CommandFailed if it is empty or clearly not HTML; the file system's errors
 */
export async function readPage(
  { name, path }: PageFile,
  { url, headers, maxBytes }: PageCircumstances,
): Promise<Page> {
  const stream = path === null ? process.stdin : createReadStream(path, { highWaterMark: READ_BYTES });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) break;
  }
  const all = Buffer.concat(chunks);
  if (bytes === 0) throw new CommandFailed(`${name}: is empty.`);
  const other = otherFormat(all);
  if (other !== null) throw new CommandFailed(`${name}: ${other}`);
  return {
    url: url ?? NOWHERE,
    status: 200,
    headers,
    body: all.subarray(0, maxBytes),
    truncated: bytes > maxBytes,
    fetchedAt: Date.now(),
  };
}

const OTHER_FORMATS: readonly (readonly [start: string, what: string])[] = [
  ['WARC/', 'is a WARC; give it as a file whose name ends in .warc.'],
  ['\x1f\x8b', 'is compressed with gzip; decompress it first, or name it .warc.gz if it holds a WARC.'],
  ['\x28\xb5\x2f\xfd', 'is compressed with zstd; decompress it first.'],
  ['%PDF-', 'is a PDF, not HTML.'],
  ['PK\x03\x04', 'is a zip archive, not HTML.'],
  ['\x89PNG', 'is an image, not HTML.'],
  ['\xff\xd8\xff', 'is an image, not HTML.'],
];

function otherFormat(body: Buffer): string | null {
  const start = body.toString('latin1', 0, 16);
  return OTHER_FORMATS.find(([magic]) => start.startsWith(magic))?.[1] ?? null;
}
