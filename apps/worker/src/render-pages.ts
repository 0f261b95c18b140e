// Which pages of a site a browser renders, and what of a rendering is used.
import type { Analysis, AnalysisPool, PageOptions } from '@sitegrep/analysis';
import type { PageRenderer, RenderedPage, Rendering } from '@sitegrep/renderer';
import { registrableDomain, type Page, type RenderMode } from '@sitegrep/site';

/** Renders the pages of the sites of a process. */
export interface SiteRenderer {
  readonly pages: Pick<PageRenderer, 'render'>;
  /** Names of globals whose values tell technologies. */
  readonly globals: readonly string[];
}

/** Pages of one crawl that are rendered. */
export interface RenderWish extends SiteRenderer {
  readonly mode: Exclude<RenderMode, 'never'>;
  /** Aborted when the site is left. */
  readonly signal: AbortSignal;
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
  { mode, pages, globals, signal }: RenderWish,
  page: Page,
  options: PageOptions,
  isWanted: (result: PageAnalysis) => boolean,
): Promise<RenderedAnalysis> {
  // The first analysis takes the memory of the body with it.
  const body = page.body.slice();
  const result = await analysis.analyze(page, options);
  const isRendered = result.kind === 'page' && isWanted(result) && (mode === 'always' || result.shell);
  if (!isRendered) return { result, unrendered: null };
  const rendering = await pages.render({ url: page.url, globals, screenshot: false }, signal);
  const used = usable(rendering, page.url);
  if (typeof used === 'string') return { result, unrendered: `not rendered: ${used}` };
  const rendered = await analysis.analyze({ ...page, body }, { ...options, rendered: used });
  if (rendered.kind === 'crashed') return { result, unrendered: `not rendered: ${rendered.reason}` };
  return { result: rendered, unrendered: used.partial === null ? null : `rendered in part: ${used.partial}` };
}

type PageAnalysis = Extract<Analysis, { readonly kind: 'page' }>;

/** The rendering, or why it is not one of this page. */
function usable(rendering: Rendering, url: string): RenderedPage | string {
  if (rendering.kind === 'failed') return rendering.reason;
  if (domainOf(rendering.url) === domainOf(url)) return rendering;
  return `its scripts lead to ${rendering.url.slice(0, 200)}`;
}

function domainOf(url: string): string | null {
  const host = URL.parse(url)?.hostname;
  return host === undefined ? null : registrableDomain(host);
}
