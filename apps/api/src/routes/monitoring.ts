import { createReadiness, downIn, type Metrics } from '@sitegrep/metrics';
import type { FastifyInstance } from 'fastify';
import { unavailable } from '../failure.ts';
import { addOperation } from '../operation-route.ts';
import { RETRY_SECONDS } from '../plugins/errors.ts';
import { probesOf } from '../store-monitoring.ts';
import type { ApiParts } from '../settings.ts';

/** GET /healthz: the process answers. GET /readyz: everything that it depends on does, too. Both need no key. */
export function addHealthRoutes(app: FastifyInstance, parts: ApiParts): void {
  const { services, probeTimeoutMs } = parts.settings;
  const readiness = createReadiness({
    probes: probesOf(parts),
    timeoutMs: probeTimeoutMs,
    onDown: (dependency, error) => app.log.warn({ err: error, dependency }, 'dependency down'),
  });

  addOperation(app, 'getHealth', {}, async () => ({ success: true, data: { status: 'alive' } }));

  addOperation(app, 'getReadiness', {}, async () => {
    const dependencies = await readiness();
    const down = downIn(dependencies);
    if (down.length > 0) {
      const names = new Set(down.map((name) => (name === 'queue' ? services.queue : services.storage)));
      throw unavailable(
        `Not ready: ${down.join(', ')} down; check ${[...names].join(' and ')}, and see the log.`,
        RETRY_SECONDS,
      );
    }
    return {
      success: true,
      data: {
        status: 'ready',
        dependencies,
      },
    };
  });
}

/**
 * GET /metrics for Prometheus. It needs a key with the scope `admin`: behind a proxy, a loopback address proves nothing, and
 * the counts reveal much about the use of an instance.
 */
export function addMetricsRoute(app: FastifyInstance, metrics: Metrics): void {
  addOperation(app, 'getMetrics', {}, async (_request, reply) => {
    const text = await metrics.text();
    return reply.type(metrics.contentType).send(text);
  });
}
