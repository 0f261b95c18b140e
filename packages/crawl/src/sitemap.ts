// Reads one sitemap in the forms of sitemaps.org/protocol.html: XML of pages or of further sitemaps, RSS, Atom, or plain text,
// gzipped or not.
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { decodedBody } from './body.ts';
import { FailureError } from './failure.ts';
import { MAX_URL_LENGTH } from './links.ts';
import { openXmlSitemap } from './sitemap-xml.ts';

/** URLs of a sitemap as they are written, in their order. */
export interface Sitemap {
  readonly pages: readonly string[];
  readonly sitemaps: readonly string[];
}

export interface SitemapLimits {
  /** Maximum URLs of each kind. */
  readonly maxUrls: number;
  /** Maximum bytes of text. */
  readonly maxBytes: number;
  /** Expansion as in `CrawlerSettings`. */
  readonly maxExpansion: number;
}

/** Bytes that are parsed at once; other work may run in between. */
const PART_BYTES = 64 * 1024;

/** Reads a sitemap up to its limits. A damaged file gives the URLs before the damage. */
export async function readSitemap(body: Buffer, limits: SitemapLimits): Promise<Sitemap> {
  const found: Found = { pages: new Set(), sitemaps: new Set() };
  const full = (): boolean => found.pages.size >= limits.maxUrls || found.sitemaps.size >= limits.maxUrls;
  let reader: Reader | null = null;
  try {
    for await (const part of partsOf(body, limits)) {
      reader ??= readerOf(part, found);
      reader.read(part);
      if (full()) break;
      await setImmediate();
    }
    reader?.end();
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
  }
  return {
    pages: [...found.pages].slice(0, limits.maxUrls),
    sitemaps: [...found.sitemaps].slice(0, limits.maxUrls),
  };
}

interface Found {
  readonly pages: Set<string>;
  readonly sitemaps: Set<string>;
}

interface Reader {
  read(part: Buffer): void;
  end(): void;
}

/** Bytes of the text. @throws FailureError if the compression is damaged or expands too far */
async function* partsOf(body: Buffer, { maxBytes, maxExpansion }: SitemapLimits): AsyncGenerator<Buffer> {
  const zipped = body[0] === 0x1f && body[1] === 0x8b;
  const source = zipped
    ? decodedBody(Readable.from([body]), { codings: ['gzip'], unread: null }, { maxBytes, maxExpansion })
    : [body.subarray(0, maxBytes)];
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length; at += PART_BYTES) yield chunk.subarray(at, at + PART_BYTES);
  }
}

function readerOf(start: Buffer, found: Found): Reader {
  const encoding =
    start[0] === 0xff && start[1] === 0xfe
      ? 'utf-16le'
      : start[0] === 0xfe && start[1] === 0xff
        ? 'utf-16be'
        : 'utf-8';
  const decoder = new TextDecoder(encoding);
  const isXml = new TextDecoder(encoding).decode(start.subarray(0, 1_000)).trimStart().startsWith('<');
  const text = isXml ? openXmlSitemap(found) : lineReader(found);
  return {
    read: (part) => text.read(decoder.decode(part, { stream: true })),
    end: () => text.end(),
  };
}

interface TextReader {
  read(text: string): void;
  end(): void;
}

/** Reads one URL per line. */
function lineReader(found: Found): TextReader {
  let rest = '';
  const take = (line: string): void => {
    const url = line.trim();
    if (/^https?:\/\//i.test(url) && url.length <= MAX_URL_LENGTH) found.pages.add(url);
  };
  return {
    read(text) {
      const lines = (rest + text).split(/\r\n|\r|\n/);
      rest = (lines.pop() ?? '').slice(0, MAX_URL_LENGTH + 1);
      for (const line of lines) take(line);
    },
    end: () => take(rest),
  };
}
