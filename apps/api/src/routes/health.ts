import type { FastifyInstance } from 'fastify';
import { unavailable } from '../failure.ts';
import { RETRY_SECONDS } from '../plugins/errors.ts';
import type { ApiParts } from '../settings.ts';

/** GET /healthz: the process answers. GET /readyz: so does everything it depends on. Both open to all. */
export function addHealthRoutes(app: FastifyInstance, { storage, queues, settings }: ApiParts): void {
  // Each asks for something that is cheap however much is stored.
  const probes = new Map<string, () => Promise<unknown>>([
    ['index', () => storage.domains.get('readiness.invalid')],
    ['crawls', () => storage.crawls.list({ limit: 1 })],
    ['keys', () => storage.keys.findByHash('')],
    ['queue', () => queues.probe()],
  ]);
  let running: Promise<readonly string[]> | null = null;

  /** Names of what is down. Anyone may ask, so however many do at once, each probe runs once. */
  async function down(): Promise<readonly string[]> {
    running ??= Promise.all(
      [...probes].map(async ([name, probe]) => ((await answers(name, probe)) ? [] : [name])),
    )
      .then((names) => names.flat())
      .finally(() => (running = null));
    return running;
  }

  async function answers(name: string, probe: () => Promise<unknown>): Promise<boolean> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => late.reject(new Error(`no answer in ${settings.probeTimeoutMs} ms`)),
      settings.probeTimeoutMs,
    );
    try {
      await Promise.race([late.promise, probe()]);
      return true;
    } catch (error) {
      app.log.warn({ err: error, dependency: name }, 'dependency down');
      return false;
    } finally {
      clearTimeout(timer);
    }
  }

  app.get('/healthz', async () => ({ success: true, data: { status: 'alive' } }));

  app.get('/readyz', async () => {
    const names = await down();
    if (names.length > 0)
      throw unavailable(`Not ready: ${names.join(', ')} down; the log says why.`, RETRY_SECONDS);
    return {
      success: true,
      data: {
        status: 'ready',
        dependencies: Object.fromEntries([...probes.keys()].map((name) => [name, 'up'])),
      },
    };
  });
}
