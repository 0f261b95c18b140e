import type { Metrics } from '@sitegrep/metrics';
import type { FastifyInstance } from 'fastify';
import { addOperation } from '../operation-route.ts';

/**
 * GET /metrics for Prometheus. Needs a key with the scope `admin`: a loopback address would prove nothing where a proxy
 * stands before the API, and the counts tell much of whom and what an instance serves.
 */
export function addMetricsRoute(app: FastifyInstance, metrics: Metrics): void {
  addOperation(app, 'getMetrics', {}, async (_request, reply) => {
    const text = await metrics.text();
    return reply.type(metrics.contentType).send(text);
  });
}
