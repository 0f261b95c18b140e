// A server for one command, on loopback, while no other process serves the index.
import { makeSecrets } from '@sitegrep/api/secrets';
import type { Config } from '@sitegrep/config';
import { createMetrics } from '@sitegrep/metrics';
import { openExistingStorage, openLogger, openWritableStorage } from './instance.ts';
import { type Closers, holdsFolder } from './read-config.ts';
import { openConfiguredQueues } from './queues.ts';
import type { Runtime } from './runtime.ts';
import { serveApi } from './serve-api.ts';
import { VERSION } from './version.ts';

/**
 * Rights of a command that has to open the index itself: `read` leaves everything as it is, `write` changes it, `work` also
 * crawls.
 */
export type Need = 'read' | 'write' | 'work';

export interface OwnServer {
  readonly url: string;
  readonly secret: string;
  /** Fires when the server can no longer work. */
  readonly broken: AbortSignal;
  /** Takes no more sites to crawl, and waits for those that have begun, up to `stopMs` milliseconds. */
  readonly stopWork: () => Promise<void>;
  readonly stopMs: number;
}

/** Delay of the event loop that the setting allows at most, in milliseconds. */
const MAX_LOOP_DELAY_MS = 60_000;

/** Opens the index for a command and serves it until `closers` run. Another command on the same folder meanwhile uses this server. */
export async function openOwnServer(settings: Config, need: Need, closers: Closers): Promise<OwnServer> {
  const config: Config = {
    ...settings,
    host: '127.0.0.1',
    port: 0,
    logLevel: settings.logLevel === 'info' ? 'warn' : settings.logLevel,
    // Its only client waits for the answer: a busy machine is not a reason to refuse it.
    maxLoopDelay: MAX_LOOP_DELAY_MS,
  };
  const logger = openLogger(config);
  if (need === 'read') {
    const storage = await openExistingStorage(config, closers);
    const metrics = createMetrics({ version: VERSION });
    const served = await serveApi(config, logger, { storage, metrics, isHolder: false }, closers);
    return { ...served, broken: new AbortController().signal, stopWork: async () => {}, stopMs: 0 };
  }
  const runtime =
    need === 'work' ? await openWorker(config, logger, closers) : await openWriter(config, logger, closers);
  await makeSecrets(runtime.storage.keys);
  const served = await serveApi(config, logger, { ...runtime, isHolder: holdsFolder(config) }, closers);
  const { broken, stopWork } = runtime;
  return { ...served, broken, stopWork, stopMs: config.shutdownTimeout };
}

async function openWorker(
  config: Config,
  logger: ReturnType<typeof openLogger>,
  closers: Closers,
): Promise<Runtime> {
  const { openRuntime, rendersBeside } = await import('./runtime.ts');
  return openRuntime(config, logger, closers, { renders: rendersBeside(config) });
}

/** Opens the storage for changes, with queues that nobody works on. */
async function openWriter(
  config: Config,
  logger: ReturnType<typeof openLogger>,
  closers: Closers,
): Promise<Pick<Runtime, 'storage' | 'queues' | 'metrics' | 'broken' | 'stopWork'>> {
  const broken = new AbortController();
  const storage = await openWritableStorage(config, closers);
  const queues = await openConfiguredQueues(config, logger, {
    onFatal: (error) => broken.abort(error),
    onLost: () => undefined,
  });
  closers.defer(() => queues.close({ deadlineMs: config.shutdownTimeout }));
  return {
    storage,
    queues,
    metrics: createMetrics({ version: VERSION }),
    broken: broken.signal,
    stopWork: async () => {},
  };
}
