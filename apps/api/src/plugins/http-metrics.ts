import type { Metrics } from '@sitegrep/metrics';
import type { FastifyInstance } from 'fastify';

/** What nginx logs for a client that left before its answer; it is never sent. */
const CLIENT_LEFT = '499';

/**
 * Counts and times every request by its route's template, so that no path a client chose becomes a label. To be added
 * before hooks that answer by themselves.
 */
export function addHttpMetrics(app: FastifyInstance, metrics: Metrics): void {
  metrics.declare('sitegrep_http_requests_total', 'sitegrep_http_request_duration_seconds');
  metrics.move('sitegrep_http_requests_in_flight', {}, 0);
  app.addHook('onRequest', async ({ method, routeOptions, is404 }, reply) => {
    const route = is404 ? 'none' : (routeOptions.url ?? 'none');
    metrics.move('sitegrep_http_requests_in_flight', {}, 1);
    // Comes once, whether the answer ended or the connection did.
    reply.raw.once('close', () => {
      const status = reply.raw.writableFinished ? String(reply.raw.statusCode) : CLIENT_LEFT;
      metrics.move('sitegrep_http_requests_in_flight', {}, -1);
      metrics.count('sitegrep_http_requests_total', { method, route, status });
      metrics.observe('sitegrep_http_request_duration_seconds', { method, route }, reply.elapsedTime / 1_000);
    });
  });
}
