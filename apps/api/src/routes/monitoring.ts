import { NoParameters, parameterChecker } from '@sitegrep/contract';
import type { Metrics, Readiness } from '@sitegrep/metrics';
import type { FastifyInstance } from 'fastify';
import { requireValid } from '../body.ts';
import type { EventStreams } from '../event-streams/open-streams.ts';
import { unavailable } from '../failure.ts';
import { addOperation } from '../operation-route.ts';
import { RETRY_SECONDS } from '../plugins/errors.ts';
import { probedRarely, readinessEvents } from '../readiness-watch.ts';
import type { ApiParts } from '../settings.ts';

const checkNothing = parameterChecker(NoParameters);

/**
 * GET /healthz: the process answers. GET /readyz: everything without which it could answer no search does, too. Both need
 * no key. GET /readiness/events: the same whenever it changes.
 */
export function addHealthRoutes(
  app: FastifyInstance,
  { services }: Pick<ApiParts['settings'], 'services'>,
  readiness: Readiness,
  streams: EventStreams,
): void {
  addOperation(app, 'getHealth', {}, async () => ({ success: true, data: { status: 'alive' } }));

  addOperation(app, 'getReadiness', {}, async () => {
    const { dependencies, down, degraded } = await readiness();
    if (down.length > 0) {
      throw unavailable(
        `Not ready: ${down.join(', ')} down; check ${services.storage}, and see the log.`,
        RETRY_SECONDS,
      );
    }
    return { success: true, data: { status: 'ready', degraded, dependencies } };
  });

  const watched = probedRarely(readiness);
  addOperation(app, 'watchReadiness', {}, async (request, reply) => {
    requireValid(checkNothing(request.query));
    const stream = streams.begin(request);
    const { signal } = stream;
    return stream.send(reply, readinessEvents({ readiness: watched, services, signal }));
  });
}

/**
 * GET /metrics for Prometheus. It needs a key with the scope `admin`: behind a proxy, a loopback address proves nothing, and
 * the counts reveal much about the use of an instance.
 */
export function addMetricsRoute(app: FastifyInstance, metrics: Metrics): void {
  addOperation(app, 'getMetrics', {}, async (request, reply) => {
    requireValid(checkNothing(request.query));
    const text = await metrics.text();
    return reply.type(metrics.contentType).send(text);
  });
}
