import type { Metrics } from '@sitegrep/metrics';
import type { Measured } from './day-of-minutes.ts';
import { LastDurations } from './last-durations.ts';

/** Counters whose increase is measured. */
const COUNTED = ['sitegrep_http_requests_total', 'sitegrep_pages_total'] as const;
type Counted = Readonly<Record<(typeof COUNTED)[number], number | null>>;

/** Measures a process as its metrics show it. A request pays for the time of each of its searches, which is noted. */
export function measuring(metrics: Pick<Metrics, 'onObserve' | 'read' | 'sum'>): () => Promise<Measured> {
  const searches = new LastDurations();
  metrics.onObserve('sitegrep_search_duration_seconds', (seconds) => searches.add(seconds));
  let before: Counted = { sitegrep_http_requests_total: null, sitegrep_pages_total: null };

  /** @returns what was measured since the call before; counters of a first call have not risen */
  return async () => {
    const { count, seconds } = searches.take(0.95);
    const counted: Counted = {
      sitegrep_http_requests_total: await metrics.sum(
        'sitegrep_http_requests_total',
        ({ status }) => Number(status) >= 500,
      ),
      sitegrep_pages_total: await metrics.sum('sitegrep_pages_total'),
    };
    const rise = (name: keyof Counted): number | null => {
      const [from, to] = [before[name], counted[name]];
      return to === null ? null : to - (from ?? 0);
    };
    const [errors, pages] = [rise('sitegrep_http_requests_total'), rise('sitegrep_pages_total')];
    before = counted;
    await metrics.read('crawls', 'index');
    return {
      searches: count,
      search_p95_seconds: seconds,
      http_errors: errors ?? 0,
      pages,
      unfinished_sites: await metrics.sum('sitegrep_unfinished_sites'),
      memory_bytes: process.memoryUsage.rss(),
      index_bytes: await metrics.sum('sitegrep_index_stored_bytes', ({ part }) => part === 'all'),
    };
  };
}
