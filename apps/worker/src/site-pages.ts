import type { Analysis, AnalysisPool, PageOptions } from '@sitegrep/analysis';
import type { KnownPages, LeadsTo, NotModified, PageHandler, PageVerdict, StoredIcon } from '@sitegrep/crawl';
import { pageDigest, sourceBytes, type Page, type PageRecord, type Source } from '@sitegrep/site';
import { analyzeRendered, type RenderedAnalysis, type RenderWish } from './render-pages.ts';
import type { ComparablePage, ComparedPages, StoredPages } from './revisit.ts';

export interface SitePagesOptions {
  /** Maximum UTF-8 bytes of all sources of a site; no page is taken after they are reached. */
  readonly maxSiteBytes: number;
  /** Whether pages are left out that ask for it by meta robots or X-Robots-Tag. */
  readonly honourNoindex: boolean;
  /** Whether links are not followed if they or their page ask for it by meta robots, X-Robots-Tag or `rel`. */
  readonly honourNofollow: boolean;
}

/** The pages of one site as they arrive: analysed, and compared with stored ones. */
export interface SitePages extends ComparedPages {
  readonly onPage: PageHandler;
  /** Stored pages, for conditional requests of the crawler. */
  readonly known: KnownPages;
}

/** The pages of a site that are stored at its end, and the bytes of their sources. */
class FoundPages implements ComparedPages {
  readonly records: PageRecord<Source>[] = [];
  readonly unchanged: Readonly<Record<HowUnchanged, ComparablePage[]>> = { notModified: [], same: [] };
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Verdict about a page that has no room; null if there is room. */
  full(): PageVerdict | null {
    if (this.#bytes < this.#maxBytes) return null;
    return { links: [], indexed: false, problem: `the site's ${this.#maxBytes} bytes are full` };
  }

  add(record: PageRecord<Source>): void {
    this.records.push(record);
    this.#bytes += sourceBytes(record.source) + sourceBytes(record.rendered?.source ?? '');
  }

  addUnchanged(page: ComparablePage, how: HowUnchanged): void {
    this.unchanged[how].push(page);
    this.#bytes += page.sourceBytes;
  }

  /** Adds a page that only its host's certificate distinguishes from the stored one. */
  addCertified(
    { version, sourceBytes: size }: ComparablePage,
    record: PageRecord,
    answer: NotModified,
  ): void {
    const { fetchedAt } = answer;
    const certificate = answer.certificate ?? null;
    const facts = { ...record.facts, certificate };
    this.records.push({ ...record, fetchedAt, facts, version: { ...version, certificate } });
    this.#bytes += size;
  }
}

/** How a page was found to be as it is stored. */
type HowUnchanged = keyof ComparedPages['unchanged'];

/** Problem of a page that is stored although nobody reads it. */
const CHALLENGE = 'the page is a challenge: it wants a person or a browser';
const AS_STORED = { links: [], indexed: true, problem: null, unchanged: true } as const;

/**
 * Collects the pages of a site.
 *
 * @param stored pages that an earlier crawl stored; empty if there are none to compare
 * @param walks whether links of pages are needed
 * @param render pages that are rendered; null: none
 */
export function collectPages(
  analysis: Pick<AnalysisPool, 'analyze'>,
  options: SitePagesOptions,
  stored: StoredPages,
  walks: boolean,
  render: RenderWish | null = null,
): SitePages {
  const found = new FoundPages(options.maxSiteBytes);

  /** @param keep takes the stored page if the page has not changed; null if it has */
  async function analyzed(
    page: Page,
    keep: (() => void) | null,
    pageOptions: PageOptions = {},
    leadsTo: LeadsTo = () => false,
  ): Promise<PageVerdict> {
    const { result, unrendered } = await read(page, { links: walks, ...pageOptions }, leadsTo);
    if (result.kind === 'crashed') return { links: [], indexed: false, problem: result.reason };
    const { refresh } = result;
    if (refresh !== null && leadsTo(refresh)) {
      return { links: [], indexed: false, problem: null, refresh };
    }
    const followed = linksToFollow(result, options.honourNofollow);
    if (options.honourNoindex && result.robots.noindex) return { ...followed, indexed: false, problem: null };
    if (keep !== null) {
      keep();
      return { ...AS_STORED, ...followed, icon: storedIcon(page.url) };
    }
    found.add(result.record);
    const challenge = result.record.facts.kind === 'challenge' ? CHALLENGE : null;
    const problems = [challenge, result.partial, unrendered].filter((one) => one !== null);
    const { icon } = result;
    return { ...followed, icon, indexed: true, problem: problems.length === 0 ? null : problems.join('; ') };
  }

  function storedIcon(url: string): StoredIcon {
    return () => stored.icon(url);
  }

  async function read(page: Page, pageOptions: PageOptions, leadsTo: LeadsTo): Promise<RenderedAnalysis> {
    if (render === null) return { result: await analysis.analyze(page, pageOptions), unrendered: null };
    return await analyzeRendered(analysis, render, page, pageOptions, ({ refresh, robots }) => {
      const isLeft = refresh !== null && leadsTo(refresh);
      return !isLeft && !(options.honourNoindex && robots.noindex);
    });
  }

  return {
    records: found.records,
    unchanged: found.unchanged,
    onPage: async (page, leadsTo) => {
      const full = found.full();
      if (full !== null) return full;
      const known = stored.comparable(page.url);
      // Hashing takes some milliseconds for the largest pages, less than handing them to a thread.
      if (known === null || !isAs(known, page) || known.version.digest !== pageDigest(page)) {
        return analyzed(page, null, {}, leadsTo);
      }
      if (walks) return analyzed(page, () => found.addUnchanged(known, 'same'));
      found.addUnchanged(known, 'same');
      return { ...AS_STORED, icon: storedIcon(page.url) };
    },
    known: {
      validators: (url) => {
        const known = stored.comparable(url);
        // The rest of a truncated page might fit now.
        return known === null || known.truncated ? null : known.version;
      },
      onNotModified: async (answer) => {
        const { url, headers, fetchedAt } = answer;
        const full = found.full();
        if (full !== null) return full;
        const known = stored.comparable(url);
        if (known === null) throw new Error(`${url} is not modified, but is not stored`);
        const robotsFields = headers.filter(([name]) => name === 'x-robots-tag');
        const sameCertificate = isAs(known, answer);
        if (walks || robotsFields.length > 0 || !sameCertificate) {
          const record = await stored.record(known);
          const keep = (): void =>
            sameCertificate
              ? found.addUnchanged(known, 'notModified')
              : found.addCertified(known, record, answer);
          const page = pageOf(record, robotsFields, fetchedAt);
          return analyzed(page, keep, { linkCharset: record.charset });
        }
        found.addUnchanged(known, 'notModified');
        return { ...AS_STORED, icon: storedIcon(url) };
      },
    },
  };
}

/** Whether an answer came with a certificate of the same verdict as the stored page. */
function isAs({ version }: ComparablePage, { certificate }: Pick<Page, 'certificate'>): boolean {
  return version.certificate === (certificate ?? null);
}

/** A stored page as an answer, to be analysed again for its links and for its robots directives. */
function pageOf({ url, source }: PageRecord, robotsFields: Page['headers'], fetchedAt: number): Page {
  return {
    url,
    status: 200,
    headers: [['content-type', 'text/html; charset=utf-8'], ...robotsFields],
    body: new TextEncoder().encode(source),
    truncated: false,
    fetchedAt,
  };
}

function linksToFollow(
  {
    links,
    nofollowLinks,
    ownerLinks,
    firstLinks,
    framesetLinks,
    robots,
  }: Extract<Analysis, { readonly kind: 'page' }>,
  honourNofollow: boolean,
): Pick<PageVerdict, 'links' | 'ownerLinks' | 'firstLinks' | 'framesetLinks'> {
  if (!honourNofollow) return { links: [...links, ...nofollowLinks], ownerLinks, firstLinks, framesetLinks };
  return robots.nofollow ? { links: [] } : { links, ownerLinks, firstLinks, framesetLinks };
}
