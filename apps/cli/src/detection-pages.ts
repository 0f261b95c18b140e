// The pages that `detect` examines: fetched, read from HTML files, or from WARC files.
import { createReadStream } from 'node:fs';
import { clearLine, cursorTo } from 'node:readline';
import type { Config } from '@sitegrep/config';
import type { SiteCrawler } from '@sitegrep/crawl';
import {
  canonicalDomain,
  type Page,
  type Redirect,
  registrableDomain,
  type SiteResult,
} from '@sitegrep/site';
import { NotWarcError, readWarc } from '@sitegrep/warc';
import type { DetectionInput, PageFile, SiteInput, WarcFile } from './detection-input.ts';
import { CommandFailed } from './failure.ts';
import type { Closers } from './read-config.ts';
import { counted, isInteractive, printable } from './terminal.ts';

interface FoundPage {
  readonly page: Page;
  /** Final URL; null for a file whose URL was not given. */
  readonly url: string | null;
}

interface PageSourceOptions {
  /** URL of an HTML file; null if it was not given. */
  readonly url: string | null;
  readonly headers: Page['headers'];
  /** Maximum pages of each WARC file. */
  readonly limit: number;
}

/** Reads the pages of an input, one in memory at a time. Throws CommandFailed or an error of the file system. */
export type PageSource = (input: DetectionInput) => AsyncIterable<FoundPage>;

/** Opens a reader of pages. The crawler is loaded and opened only if something has to be fetched. */
export function openPageSource(config: Config, closers: Closers, options: PageSourceOptions): PageSource {
  const { url, headers, limit } = options;
  const { maxPageBytes: maxBytes } = config;
  let crawler: SiteCrawler | null = null;

  async function fetched(site: SiteInput): Promise<FoundPage> {
    const { openCrawler } = await import('./crawler.ts');
    crawler ??= openCrawler(config, closers);
    const done = announce(`fetching ${site.name} …`);
    try {
      const page = await fetchPage(crawler, site);
      return { page, url: page.url };
    } finally {
      done();
    }
  }

  return async function* pagesOf(input) {
    if (input.kind === 'site') yield await fetched(input);
    else if (input.kind === 'file') yield { page: await readPage(input, { url, headers, maxBytes }), url };
    else yield* warcPages(input, maxBytes, limit);
  };
}

async function* warcPages(
  { name, path }: WarcFile,
  maxBodyBytes: number,
  limit: number,
): AsyncGenerator<FoundPage> {
  const reader = readWarc(path, { maxBodyBytes });
  let pages = 0;
  try {
    for await (const page of reader) {
      yield { page, url: page.url };
      pages++;
      if (pages === limit) return;
    }
  } catch (error) {
    throw error instanceof NotWarcError ? new CommandFailed(`${name}: ${error.message}.`) : error;
  }
  const { records, skipped } = reader.counts;
  if (skipped.cut_off > 0) {
    throw new CommandFailed(
      `${name}: is truncated in the middle of a record, after ${counted(pages, 'page')}.`,
    );
  }
  if (pages === 0) {
    throw new CommandFailed(
      `${name}: holds no HTML page with a 2xx status in ${counted(records, 'record')}.`,
    );
  }
}

/** Shows a person at the terminal what is being waited for. @returns a function that removes the line again */
function announce(what: string): () => void {
  const { stderr } = process;
  if (!isInteractive(stderr)) return () => {};
  stderr.write(what);
  return () => {
    cursorTo(stderr, 0);
    clearLine(stderr, 0);
  };
}

/**
 * Fetches the first page of a site as a crawl does.
 *
 * @throws CommandFailed with the site's outcome, its reason and a remedy, if there is no page
 */
async function fetchPage(crawler: SiteCrawler, site: SiteInput): Promise<Page> {
  const { name, domain, urls } = site;
  const pages: Page[] = [];
  const result = await crawler.crawl({ domain, urls, maxPages: 1, maxDepth: 0 }, (page) => {
    pages.push(page);
    return Promise.resolve({ links: [], indexed: true, problem: null });
  });
  const [page] = pages;
  if (page !== undefined) return page;
  const { outcome, reason } = result;
  const why = [name, outcome, ...(reason === null ? [] : [reason])].join(': ');
  throw new CommandFailed(printable(`${why}.${remedyFor(site, result)}`));
}

/** @returns a sentence of advice, or '' */
function remedyFor({ domain, urls }: SiteInput, { outcome, reason, redirects }: SiteResult): string {
  if (outcome === 'blocked_address' && reason?.includes('address') === true)
    return ' For this machine, the range is 127.0.0.0/8.';
  if (outcome === 'robots_disallowed')
    return ' SITEGREP_ROBOTS=ignore fetches it anyway; use that only for your own sites.';
  if (outcome === 'dns_failed' && urls.length === 0) return ' There is no file of that name either.';
  if (outcome === 'timed_out')
    return ' SITEGREP_REQUEST_TIMEOUT and SITEGREP_SITE_TIMEOUT set how long to wait.';
  const last = redirects.at(-1);
  const elsewhere = outcome !== 'http_error' || last === undefined ? null : whereTo(last, domain);
  return elsewhere === null
    ? ''
    : ` A crawl does not follow redirects to another domain; run "sitegrep detect ${elsewhere}" for that one.`;
}

/** @returns the host that a redirect leads to, if it has another registrable domain, or null */
function whereTo({ from, to }: Redirect, domain: string): string | null {
  const host = canonicalDomain(to);
  const before = canonicalDomain(from);
  if (host === null || before === null) return null;
  const owner = registrableDomain(host);
  return owner === registrableDomain(domain) || owner === registrableDomain(before) ? null : host;
}

/** Facts about a page that its file does not contain. */
interface PageCircumstances {
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
async function readPage(
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
  ['filedesc:', 'is an ARC; give it as a file whose name ends in .arc.'],
  ['\x1f\x8b', 'is compressed with gzip; decompress it first, or name it .warc.gz if it holds a WARC.'],
  [
    '\x28\xb5\x2f\xfd',
    'is compressed with zstd; decompress it first, or name it .warc.zst if it holds a WARC.',
  ],
  ['%PDF-', 'is a PDF, not HTML.'],
  ['PK\x03\x04', 'is a ZIP; name it .wacz if it holds WARC files.'],
  ['\x89PNG', 'is an image, not HTML.'],
  ['\xff\xd8\xff', 'is an image, not HTML.'],
];

function otherFormat(body: Buffer): string | null {
  const start = body.toString('latin1', 0, 16);
  return OTHER_FORMATS.find(([magic]) => start.startsWith(magic))?.[1] ?? null;
}
