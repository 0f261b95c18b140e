// The parts of the worker with metrics: each wraps a part, and counts and times its calls, so that the steps of a site need
// not know metrics.
import type { AnalysisPool } from '@sitegrep/analysis';
import type { FetchReport, PageVerdict, SiteCrawler, PermitReport } from '@sitegrep/crawl';
import type { Processor } from '@sitegrep/jobs';
import type { Metrics } from '@sitegrep/metrics';
import type { SiteResult } from '@sitegrep/site';
import type { DomainIndex } from '@sitegrep/storage';
import type { SiteRenderer } from './render-pages.ts';

/** Callback for the crawler's `onFetch`. */
export function fetchMeter(metrics: Metrics): (fetch: FetchReport) => void {
  metrics.declare(
    'sitegrep_fetches_total',
    'sitegrep_fetch_duration_seconds',
    'sitegrep_fetched_bytes_total',
  );
  return ({ outcome, ms, bytes }) => {
    metrics.count('sitegrep_fetches_total', { outcome });
    metrics.observe('sitegrep_fetch_duration_seconds', {}, ms / 1_000);
    metrics.count('sitegrep_fetched_bytes_total', {}, bytes);
  };
}

/** Callback for the crawler's `onPermit`. */
export function permitMeter(metrics: Metrics): (permit: PermitReport) => void {
  metrics.declare('sitegrep_fetch_wait_duration_seconds', 'sitegrep_refusals_total');
  return ({ waitedMs, refused }) => {
    metrics.observe('sitegrep_fetch_wait_duration_seconds', {}, waitedMs / 1_000);
    if (refused) metrics.count('sitegrep_refusals_total', {});
  };
}

export function meteredCrawler(
  crawler: Pick<SiteCrawler, 'crawl'>,
  metrics: Metrics,
): Pick<SiteCrawler, 'crawl'> {
  metrics.declare('sitegrep_pages_total');
  const counted =
    <Args extends readonly unknown[]>(handler: (...args: Args) => Promise<PageVerdict>) =>
    async (...args: Args): Promise<PageVerdict> => {
      const verdict = await handler(...args);
      // A page that only leads to another is a redirect.
      if (verdict.refresh === undefined)
        metrics.count('sitegrep_pages_total', { outcome: pageOutcome(verdict) });
      return verdict;
    };
  return {
    crawl: ({ known, ...task }, onPage, signal) =>
      crawler.crawl(
        known === undefined
          ? task
          : { ...task, known: { ...known, onNotModified: counted(known.onNotModified) } },
        counted(onPage),
        signal,
      ),
  };
}

function pageOutcome({
  indexed,
  problem,
  unchanged = false,
}: PageVerdict): 'indexed' | 'partial' | 'unchanged' | 'noindex' | 'failed' {
  if (unchanged) return 'unchanged';
  if (indexed) return problem === null ? 'indexed' : 'partial';
  return problem === null ? 'noindex' : 'failed';
}

export function meteredAnalysis(
  analysis: Pick<AnalysisPool, 'analyze' | 'analyzeAgain' | 'factsVersion' | 'readIcon'>,
  metrics: Metrics,
): Pick<AnalysisPool, 'analyze' | 'analyzeAgain' | 'factsVersion' | 'readIcon'> {
  metrics.declare(
    'sitegrep_page_analysis_duration_seconds',
    'sitegrep_page_extract_duration_seconds',
    'sitegrep_page_detect_duration_seconds',
  );
  return {
    get factsVersion() {
      return analysis.factsVersion;
    },
    readIcon: (bytes, urgency) => analysis.readIcon(bytes, urgency),
    analyzeAgain: (page, version) => analysis.analyzeAgain(page, version),
    async analyze(page, options) {
      const result = await metrics.time('sitegrep_page_analysis_duration_seconds', () =>
        analysis.analyze(page, options),
      );
      if (result.kind === 'page') {
        const { extractMs, detectMs } = result.timing;
        metrics.observe('sitegrep_page_extract_duration_seconds', {}, extractMs / 1_000);
        if (detectMs !== null) {
          metrics.observe('sitegrep_page_detect_duration_seconds', {}, detectMs / 1_000);
        }
      }
      return result;
    },
  };
}

export function meteredRenderer<Renderer extends SiteRenderer>(
  renderer: Renderer,
  metrics: Metrics,
): Renderer {
  const pages: SiteRenderer['pages'] = {
    async render(request, signal) {
      const rendering = await metrics.time('sitegrep_page_render_duration_seconds', () =>
        renderer.pages.render(request, signal),
      );
      const isWhole = rendering.kind === 'rendered' && rendering.partial === null;
      const outcome = rendering.kind === 'failed' ? 'failed' : isWhole ? 'rendered' : 'partial';
      metrics.count('sitegrep_rendered_pages_total', { outcome });
      return rendering;
    },
  };
  return { ...renderer, pages };
}

export function meteredIndex(domains: Pick<DomainIndex, 'put'>, metrics: Metrics): Pick<DomainIndex, 'put'> {
  metrics.declare(
    'sitegrep_index_put_duration_seconds',
    'sitegrep_index_put_failures_total',
    'sitegrep_searches_undecided_total',
  );
  return {
    async put(documents) {
      try {
        const results = await metrics.time('sitegrep_index_put_duration_seconds', () =>
          domains.put(documents),
        );
        const undecided = results.reduce((sum, one) => sum + (one.stored ? (one.undecided ?? 0) : 0), 0);
        metrics.count('sitegrep_searches_undecided_total', {}, undecided);
        return results;
      } catch (error) {
        metrics.count('sitegrep_index_put_failures_total', {});
        throw error;
      }
    },
  };
}

/** @returns the processor, and the number of its jobs at work */
export function meteredProcessor<Payload>(
  processor: Processor<Payload>,
  metrics: Metrics,
): { readonly processor: Processor<Payload>; readonly atWork: () => number } {
  let atWork = 0;
  const change = (by: 1 | 0 | -1): void => {
    atWork += by;
    metrics.move('sitegrep_sites_in_flight', {}, by);
  };
  change(0);
  return {
    processor: {
      ...processor,
      async process(payload, job) {
        change(1);
        try {
          await processor.process(payload, job);
        } finally {
          change(-1);
        }
      },
    },
    atWork: () => atWork,
  };
}

/** Counts each outcome once it is durable. */
export function outcomeMeter(metrics: Metrics): (result: SiteResult) => void {
  metrics.declare('sitegrep_sites_total', 'sitegrep_site_duration_seconds');
  return ({ outcome, startedAt, finishedAt }) => {
    metrics.count('sitegrep_sites_total', { outcome });
    // A clock that was set back must not cause an error.
    metrics.observe('sitegrep_site_duration_seconds', {}, Math.max(0, finishedAt - startedAt) / 1_000);
  };
}
