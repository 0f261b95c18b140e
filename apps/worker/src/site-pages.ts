import type { AnalysisPool } from '@sitegrep/analysis';
import type { PageHandler, PageVerdict } from '@sitegrep/crawl';
import type { PageRecord } from '@sitegrep/site';

export interface SitePagesOptions {
  /** UTF-8 bytes of all sources of a site together; no page is taken after they are reached. */
  readonly maxSiteBytes: number;
  /** Leave pages out that ask for it by meta robots or X-Robots-Tag. */
  readonly honourNoindex: boolean;
}

/** The pages of one site as they come in: analysed and kept. */
export interface SitePages {
  readonly onPage: PageHandler;
  readonly records: readonly PageRecord[];
}

export function collectPages(analysis: Pick<AnalysisPool, 'analyze'>, options: SitePagesOptions): SitePages {
  const records: PageRecord[] = [];
  let bytes = 0;
  return {
    records,
    onPage: async (page) => {
      if (bytes >= options.maxSiteBytes) return full(options.maxSiteBytes);
      const result = await analysis.analyze(page);
      if (result.kind === 'crashed') return { links: [], indexed: false, problem: result.reason };
      const links = result.robots.nofollow ? [] : result.links;
      if (options.honourNoindex && result.robots.noindex) return { links, indexed: false, problem: null };
      records.push(result.record);
      bytes += Buffer.byteLength(result.record.source);
      return { links, indexed: true, problem: result.partial };
    },
  };
}

function full(maxSiteBytes: number): PageVerdict {
  return { links: [], indexed: false, problem: `the site's ${maxSiteBytes} bytes are full` };
}
