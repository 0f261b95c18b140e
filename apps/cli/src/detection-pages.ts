import { clearLine, cursorTo } from 'node:readline';
import type { Config } from '@sitegrep/config';
import type { SiteCrawler } from '@sitegrep/crawl';
import type { Page } from '@sitegrep/site';
import { NotWarcError, readWarc } from '@sitegrep/warc';
import type { DetectionInput, SiteInput, WarcFile } from './detection-input.ts';
import { CommandFailed } from './failure.ts';
import { fetchPage } from './fetch-page.ts';
import type { Closers } from './instance.ts';
import { readPage } from './read-page.ts';
import { counted, isInteractive } from './terminal.ts';

interface FoundPage {
  readonly page: Page;
  /** Final URL; null for a file whose URL was not given. */
  readonly url: string | null;
}

export interface PageSourceOptions {
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
      `${name}: is truncated in the middle of a record, after ${counted(pages, 'page', 'pages')}.`,
    );
  }
  if (pages === 0) {
    throw new CommandFailed(
      `${name}: holds no HTML page with a 2xx status in ${counted(records, 'record', 'records')}.`,
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
