import type { Metrics } from '@sitegrep/metrics';
import { type DomainIndex, SearchAborted } from '@sitegrep/storage';

/** The index's search, timed until it answers or gives up. */
export function timedSearch(domains: DomainIndex, metrics: Metrics): DomainIndex['search'] {
  metrics.declare('sitegrep_search_duration_seconds');
  return async (query, options) => {
    const start = performance.now();
    const ended = (outcome: 'answered' | 'aborted' | 'failed'): void =>
      metrics.observe('sitegrep_search_duration_seconds', { outcome }, (performance.now() - start) / 1_000);
    try {
      const page = await domains.search(query, options);
      ended('answered');
      return page;
    } catch (error) {
      ended(error instanceof SearchAborted ? 'aborted' : 'failed');
      throw error;
    }
  };
}
