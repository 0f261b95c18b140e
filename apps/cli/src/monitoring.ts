import { probesOf } from '@sitegrep/api/monitoring';
import type { Config } from '@sitegrep/config';
import type { Queues } from '@sitegrep/jobs';
import { createReadiness, openMonitoringListener, type Metrics } from '@sitegrep/metrics';
import type { Storage } from '@sitegrep/storage';
import type { Logger } from 'pino';
import type { Closers } from './instance.ts';

/** Maximum time in which a dependency must answer a probe for /readyz, in milliseconds. */
export const PROBE_TIMEOUT_MS = 2_000;

interface Opened {
  readonly storage: Storage;
  readonly queues: Queues;
}

/** Monitoring listener of a process of a cluster. */
export interface Monitoring {
  /** Makes readiness depend on these from now on; before, the process is not ready. */
  watch(opened: Opened): void;
}

/** Listens before anything else is open, so that a process that waits for its stores reports that. @throws EADDRINUSE */
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
