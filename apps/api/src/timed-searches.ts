import { context, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Metrics } from '@sitegrep/metrics';
import {
  type DomainIndex,
  HitsTooMany,
  QueryTooBroad,
  SearchAborted,
  UnfitSavedSearch,
  UnknownList,
  UnknownSavedSearch,
  WorkTooLarge,
} from '@sitegrep/storage';

/** Wraps the searches of the index with a metric of their duration. */
export function timedSearches(
  domains: DomainIndex,
  metrics: Metrics,
): Pick<DomainIndex, 'search' | 'searchItems' | 'trend'> {
  metrics.declare('sitegrep_search_duration_seconds');
  const tracer = trace.getTracer('sitegrep');
  const timed = async <Value>(search: () => Promise<Value>): Promise<Value> => {
    const start = performance.now();
    const span = tracer.startSpan('search index');
    const observe = (outcome: 'answered' | 'aborted' | 'failed'): void => {
      metrics.observe('sitegrep_search_duration_seconds', { outcome }, (performance.now() - start) / 1_000);
      span.setAttribute('sitegrep.outcome', outcome);
      if (outcome === 'failed') span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    };
    try {
      const page = await context.with(trace.setSpan(context.active(), span), search);
      observe('answered');
      return page;
    } catch (error) {
      const wasGivenUp =
        error instanceof SearchAborted ||
        error instanceof QueryTooBroad ||
        error instanceof HitsTooMany ||
        error instanceof UnknownList ||
        error instanceof UnknownSavedSearch ||
        error instanceof UnfitSavedSearch ||
        error instanceof WorkTooLarge;
      observe(wasGivenUp ? 'aborted' : 'failed');
      throw error;
    }
  };
  return {
    search: (query, options) => timed(() => domains.search(query, options)),
    trend: (query, ends, options) => timed(() => domains.trend(query, ends, options)),
    searchItems: (query, shape, options) => timed(() => domains.searchItems(query, shape, options)),
  };
}
