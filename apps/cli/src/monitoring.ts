import { probesOf } from '@sitegrep/api/probes';
import type { Config } from '@sitegrep/config';
import type { Queues } from '@sitegrep/jobs';
import { createReadiness, openMonitoringListener, type Metrics } from '@sitegrep/metrics';
import type { Storage } from '@sitegrep/storage';
import type { Logger } from 'pino';
import type { Closers } from './instance.ts';

/** Milliseconds in which a dependency has to answer /readyz, here and at the API. */
export const PROBE_TIMEOUT_MS = 2_000;

interface Opened {
  readonly storage: Storage;
  readonly queues: Queues;
}

/** Where the monitoring of a process of a cluster looks. */
export interface Monitoring {
  /** From now on the process is ready while these are. */
  watch(opened: Opened): void;
}

/** Listens before anything else is open, so that a process that waits for its stores says so. @throws EADDRINUSE */
export async function openMonitoring(
  config: Config,
  logger: Logger,
  metrics: Metrics,
  closers: Closers,
): Promise<Monitoring> {
  let readiness = async (): Promise<readonly string[]> => ['start'];
  const at = { host: config.metricsHost, port: config.metricsPort };
  const listener = await openMonitoringListener(metrics, () => readiness(), at);
  closers.defer(() => listener.close());
  const { address, port } = listener.address;
  logger.info({ host: address, port }, 'metrics, health and readiness are served');
  return {
    watch: (opened) => {
      readiness = createReadiness({
        probes: probesOf(opened),
        timeoutMs: PROBE_TIMEOUT_MS,
        onDown: (dependency, error) => logger.warn({ err: error, dependency }, 'dependency down'),
      });
    },
  };
}
