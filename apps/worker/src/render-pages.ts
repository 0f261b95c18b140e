// Which pages of a site a browser renders, and what of a rendering is used.
import type { Analysis, AnalysisPool, PageOptions } from '@sitegrep/analysis';
import type { PageRenderer, RenderedPage, Rendering } from '@sitegrep/renderer';
import { registrableDomain, type Page, type RenderMode, type Screenshot } from '@sitegrep/site';

/** Renders the pages of the sites of a process. */
export interface SiteRenderer {
  readonly pages: Pick<PageRenderer, 'render'>;
  /** Names of globals whose values tell technologies. */
  readonly globals: readonly string[];
  /** True if screenshots are taken and stored. */
  readonly screenshots: boolean;
}

/** Pages of one crawl that are rendered. */
export interface RenderWish extends Omit<SiteRenderer, 'screenshots'> {
  readonly mode: Exclude<RenderMode, 'never'>;
  /** Bytes that are left for screenshots of the site; null: none are taken. */
  readonly screenshots: ScreenshotCapacity | null;
  /** Aborted when the site is left. */
  readonly signal: AbortSignal;
}

/** Maximum bytes of the screenshots of a site, thumbnails included: what a document of Elasticsearch has room for beside its sources. */
const MAX_SITE_SCREENSHOT_BYTES = 16 * 1_024 * 1_024;

/** The bytes that screenshots of one site may take. */
export class ScreenshotCapacity {
  #left: number;

  constructor(bytes = MAX_SITE_SCREENSHOT_BYTES) {
    this.#left = bytes;
  }

  /** True once a screenshot did not fit, or none can: no further one is worth taking. */
  get isFull(): boolean {
    return this.#left === 0;
  }

  /** @returns whether the screenshot fits; if it does not, none does after it */
  takes({ full, thumbnail }: Screenshot): boolean {
    const bytes = full.length + thumbnail.length;
    const fits = bytes <= this.#left;
    this.#left = fits ? this.#left - bytes : 0;
    return fits;
  }
}

/** An analysis, and why the page is not rendered although it should be; null if it is, or need not be. */
export interface RenderedAnalysis {
  readonly result: Analysis;
  readonly unrendered: string | null;
}

/**
 * Analyses pages, and those that are to be rendered once more with what a browser makes of them. A page that cannot be rendered
 * has the analysis of its source.
 *
 * @param isWanted whether a page is stored, by the analysis of its source
 */
export async function analyzeRendered(
  analysis: Pick<AnalysisPool, 'analyze'>,
  { mode, pages, globals, screenshots, signal }: RenderWish,
  page: Page,
  options: PageOptions,
  isWanted: (result: PageAnalysis) => boolean,
): Promise<RenderedAnalysis> {
  // The first analysis takes the memory of the body with it.
  const body = page.body.slice();
  const result = await analysis.analyze(page, options);
  const isRendered = result.kind === 'page' && isWanted(result) && (mode === 'always' || result.shell);
  if (!isRendered) return { result, unrendered: null };
  const screenshot = screenshots !== null && !screenshots.isFull;
  const rendering = await pages.render({ url: page.url, globals, screenshot }, signal);
  const used = usable(rendering, page.url);
  if (typeof used === 'string') return { result, unrendered: `not rendered: ${used}` };
  const { screenshot: taken, ...withoutImages } = used;
  const rendered = await analysis.analyze({ ...page, body }, { ...options, rendered: withoutImages });
  if (rendered.kind === 'crashed') return { result, unrendered: `not rendered: ${rendered.reason}` };
  const kept = taken !== null && screenshots?.takes(taken) === true ? taken : null;
  const isLeftOut = kept === null && screenshots?.isFull === true;
  const reasons = [...(used.partial === null ? [] : [used.partial]), ...(isLeftOut ? [NO_CAPACITY] : [])];
  return {
    result: kept === null ? rendered : withScreenshot(rendered, kept),
    unrendered: reasons.length === 0 ? null : `rendered in part: ${reasons.join('; ')}`,
  };
}

const NO_CAPACITY = `no screenshot: those of its site take ${MAX_SITE_SCREENSHOT_BYTES / 2 ** 20} MiB`;

function withScreenshot(result: PageAnalysis, screenshot: Screenshot): PageAnalysis {
  const { rendered } = result.record;
  if (rendered === undefined) return result;
  return { ...result, record: { ...result.record, rendered: { ...rendered, screenshot } } };
}

type PageAnalysis = Extract<Analysis, { readonly kind: 'page' }>;

/** The rendering, or why it is not one of this page. */
function usable(rendering: Rendering, url: string): RenderedPage | string {
  if (rendering.kind === 'failed') return rendering.reason;
  if (domainOf(rendering.url) === domainOf(url)) return rendering;
  return `its scripts lead to ${rendering.url.slice(0, 200)}`;
}

/** The domain of an address, or of the page that made the document at it (`blob:`). */
function domainOf(url: string): string | null {
  const host = URL.parse(URL.parse(url)?.origin ?? '')?.hostname;
  return host === undefined ? null : registrableDomain(host);
}
