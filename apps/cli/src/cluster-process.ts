// What the processes of a cluster have in common: settings, monitoring, and the wait for stores that are not reachable yet.
import { setTimeout as delay } from 'node:timers/promises';
import { watchOutages } from '@sitegrep/api/monitoring';
import type { Config } from '@sitegrep/config';
import { createMetrics, type Metrics, openMonitoringListener, type Readiness } from '@sitegrep/metrics';
import { StorageUnavailable } from '@sitegrep/storage';
import type { Logger } from 'pino';
import { storeClocks, watchClocks } from './clock-watch.ts';
import { CommandFailed } from './failure.ts';
import { openLogger } from './instance.ts';
import { type Closers, readConfig } from './read-config.ts';
import { type Interrupt, openInterrupt, stoppingWithin } from './interrupt.ts';
import { listenAt, metricsAddress } from './listening.ts';
import { openTraces } from './traces.ts';
import { VERSION } from './version.ts';

/** Reads the settings of a command that runs in a cluster. @throws CommandFailed, ConfigError */
function readClusterConfig(command: string): Config {
  const config = readConfig();
  if (config.storage !== 'elasticsearch' || config.queue !== 'redis') {
    throw new CommandFailed(
      `"sitegrep ${command}" is part of a cluster: set SITEGREP_STORAGE=elasticsearch and SITEGREP_QUEUE=redis, ` +
        'or run "sitegrep up", which does everything in one process.',
    );
  }
  return config;
}

/** Parts that every process of a cluster opens first. */
interface ClusterProcess {
  readonly config: Config;
  readonly logger: Logger;
  readonly interrupt: Interrupt;
  readonly metrics: Metrics;
  readonly monitoring: Monitoring;
}

export async function openClusterProcess(command: string, closers: Closers): Promise<ClusterProcess> {
  const config = readClusterConfig(command);
  const logger = openLogger(config);
  await openTraces(command, logger, closers);
  const interrupt = openInterrupt(closers, stoppingWithin(config));
  const metrics = createMetrics({ version: VERSION });
  const monitoring = await openMonitoring(config, logger, metrics, closers);
  closers.defer(watchClocks(storeClocks(config), { logger, metrics }));
  return { config, logger, interrupt, metrics, monitoring };
}

/** Maximum time in which a dependency must answer a probe for /readyz, in milliseconds. */
export const PROBE_TIMEOUT_MS = 2_000;

/** Names of the services behind storage and queue. */
export function servicesOf({ storage, queue }: Config): { readonly storage: string; readonly queue: string } {
  return {
    storage: storage === 'elasticsearch' ? 'Elasticsearch' : 'the data folder',
    queue: queue === 'redis' ? 'Redis' : 'the data folder',
  };
}

/** Monitoring listener of a process of a cluster. */
interface Monitoring {
  /** Answers for the readiness from now on; before, the process is not ready. */
  watch(readiness: Readiness): void;
}

/** Listens before anything else is open, so that a process that waits for its stores reports that. @throws CommandFailed */
async function openMonitoring(
  config: Config,
  logger: Logger,
  metrics: Metrics,
  closers: Closers,
): Promise<Monitoring> {
  let readiness: Readiness = async () => ({
    dependencies: { start: 'down' },
    down: ['start'],
    degraded: [],
  });
  const at = metricsAddress(config);
  const listener = await listenAt(at, () => openMonitoringListener(metrics, () => readiness(), at));
  closers.defer(() => listener.close());
  const { address, port } = listener.address;
  logger.info({ host: address, port }, 'metrics, health and readiness are served');
  return {
    watch: (opened) => {
      readiness = opened;
    },
  };
}

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 15_000;

interface Waiting {
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** Name of the service behind the store, for the log. */
  readonly service: string;
}

/**
 * Opens a store that may not be reachable yet, or sends it another request that may be repeated: in a cluster everything
 * starts at once, and a restarted service comes back by itself. Errors in the settings are thrown at once.
 *
 * @throws every error of `open` except StorageUnavailable; CommandFailed when the signal fires
 */
export async function whenReachable<T>(
  open: () => Promise<T>,
  { logger, signal, service }: Waiting,
): Promise<T> {
  const outage = watchOutages(logger, service);
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, MAX_WAIT_MS)) {
    try {
      const opened = await open();
      outage.back();
      return opened;
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error;
      outage.away(error);
      await pause(waitMs, signal);
    }
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new CommandFailed('stopped before the store could be reached.', { cause: error });
  }
}
