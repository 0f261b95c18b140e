import { createReadiness } from '@sitegrep/metrics';
import type { FastifyInstance } from 'fastify';
import { unavailable } from '../failure.ts';
import { RETRY_SECONDS } from '../plugins/errors.ts';
import { probesOf } from '../probes.ts';
import { addOperation } from '../operation-route.ts';
import type { ApiParts } from '../settings.ts';

/** GET /healthz: the process answers. GET /readyz: so does everything it depends on. Both open to all. */
export function addHealthRoutes(app: FastifyInstance, parts: ApiParts): void {
  const { kept, probeTimeoutMs } = parts.settings;
  const probes = probesOf(parts);
  const readiness = createReadiness({
    probes,
    timeoutMs: probeTimeoutMs,
    onDown: (dependency, error) => app.log.warn({ err: error, dependency }, 'dependency down'),
  });

  addOperation(app, 'getHealth', {}, async () => ({ success: true, data: { status: 'alive' } }));

  addOperation(app, 'getReadiness', {}, async () => {
    const down = await readiness();
    if (down.length > 0) {
      const keepers = new Set(down.map((name) => (name === 'queue' ? kept.queue : kept.storage)));
      throw unavailable(
        `Not ready: ${down.join(', ')} down; see to ${[...keepers].join(' and ')}, the log says why.`,
        RETRY_SECONDS,
      );
    }
    return {
      success: true,
      data: {
        status: 'ready',
        dependencies: Object.fromEntries([...probes.keys()].map((name) => [name, 'up'])),
      },
    };
  });
}
