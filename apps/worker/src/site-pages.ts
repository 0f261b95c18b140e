import type { Analysis, AnalysisPool } from '@sitegrep/analysis';
import type { KnownPages, PageHandler, PageVerdict } from '@sitegrep/crawl';
import { pageDigest, sourceBytes, type Page, type PageRecord, type Source } from '@sitegrep/site';
import type { ComparedPages, StoredPages } from './stored-pages.ts';

export interface SitePagesOptions {
  /** UTF-8 bytes of all sources of a site together; no page is taken after they are reached. */
  readonly maxSiteBytes: number;
  /** Leave pages out that ask for it by meta robots or X-Robots-Tag. */
  readonly honourNoindex: boolean;
  /** Don't follow links of pages, nor single links, that ask for it by meta robots, X-Robots-Tag or `rel`. */
  readonly honourNofollow: boolean;
}

/** The pages of one site as they come in: analysed and kept. */
export interface SitePages extends ComparedPages {
  readonly onPage: PageHandler;
  /** Those that may be as they were, for the crawler to ask about. */
  readonly known: KnownPages;
}

/**
 * @param stored pages that an earlier crawl left; empty if there are none to be compared
 * @param walks whether links of pages are of use
 */
export function collectPages(
  analysis: Pick<AnalysisPool, 'analyze'>,
  options: SitePagesOptions,
  stored: StoredPages,
  walks: boolean,
): SitePages {
  const records: PageRecord<Source>[] = [];
  const unchanged = { notModified: [] as PageRecord<Source>[], same: [] as PageRecord<Source>[] };
  let bytes = 0;

  function keep(record: PageRecord<Source>, as: keyof typeof unchanged | null): void {
    (as === null ? records : unchanged[as]).push(record);
    bytes += sourceBytes(record.source);
  }
  const kept = { links: [], indexed: true, problem: null, unchanged: true } as const;

  /** @param known the page as it is stored, if it was found to be so, and how */
  async function analyzed(
    page: Page,
    known: { readonly record: PageRecord; readonly as: keyof typeof unchanged } | null,
  ): Promise<PageVerdict> {
    const result = await analysis.analyze(page, { links: walks });
    if (result.kind === 'crashed') return { links: [], indexed: false, problem: result.reason };
    const followed = linksToFollow(result, options.honourNofollow);
    if (options.honourNoindex && result.robots.noindex) return { ...followed, indexed: false, problem: null };
    keep(known?.record ?? result.record, known?.as ?? null);
    return known === null
      ? { ...followed, indexed: true, problem: result.partial }
      : { ...kept, ...followed };
  }

  return {
    records,
    unchanged,
    onPage: async (page) => {
      if (bytes >= options.maxSiteBytes) return full(options.maxSiteBytes);
      const record = stored.comparable(page.url);
      // Up to some milliseconds for the largest pages, which is less than it takes to hand them to a thread.
      if (record === null || record.version.digest !== pageDigest(page)) return analyzed(page, null);
      if (walks) return analyzed(page, { record, as: 'same' });
      keep(record, 'same');
      return kept;
    },
    known: {
      validators: (url) => {
        const record = stored.comparable(url);
        // Of a page that was cut the rest might be wanted now.
        return record === null || record.truncated ? null : record.version;
      },
      onNotModified: async ({ url, headers, fetchedAt }) => {
        if (bytes >= options.maxSiteBytes) return full(options.maxSiteBytes);
        const record = stored.comparable(url);
        if (record === null) throw new Error(`${url} is not modified, but nothing of it is stored`);
        const asks = headers.filter(([name]) => name === 'x-robots-tag');
        if (walks || asks.length > 0) {
          return analyzed(pageOf(record, asks, fetchedAt), { record, as: 'notModified' });
        }
        keep(record, 'notModified');
        return kept;
      },
    },
  };
}

/** A stored page as an answer, to be read again for its links and for what it asks of robots. */
function pageOf({ url, source }: PageRecord, asks: Page['headers'], fetchedAt: number): Page {
  return {
    url,
    status: 200,
    headers: [['content-type', 'text/html; charset=utf-8'], ...asks],
    body: new TextEncoder().encode(source),
    truncated: false,
    fetchedAt,
  };
}

function linksToFollow(
  { links, nofollowLinks, ownerLinks, robots }: Extract<Analysis, { readonly kind: 'page' }>,
  honourNofollow: boolean,
): Pick<PageVerdict, 'links' | 'ownerLinks'> {
  if (!honourNofollow) return { links: [...links, ...nofollowLinks], ownerLinks };
  return robots.nofollow ? { links: [] } : { links, ownerLinks };
}

function full(maxSiteBytes: number): PageVerdict {
  return { links: [], indexed: false, problem: `the site's ${maxSiteBytes} bytes are full` };
}
