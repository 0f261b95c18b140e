import type { Config } from '@sitegrep/config';
import { createMetrics, type Metrics } from '@sitegrep/metrics';
import type { Logger } from 'pino';
import { CommandFailed } from './failure.ts';
import { openLogger, readConfig, type Closers } from './instance.ts';
import { openInterrupt, type Interrupt } from './interrupt.ts';
import { openMonitoring, type Monitoring } from './monitoring.ts';
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
export interface ClusterProcess {
  readonly config: Config;
  readonly logger: Logger;
  readonly interrupt: Interrupt;
  readonly metrics: Metrics;
  readonly monitoring: Monitoring;
}

export async function openClusterProcess(command: string, closers: Closers): Promise<ClusterProcess> {
  const config = readClusterConfig(command);
  const logger = openLogger(config);
  const interrupt = openInterrupt(closers);
  const metrics = createMetrics({ version: VERSION });
  const monitoring = await openMonitoring(config, logger, metrics, closers);
  return { config, logger, interrupt, metrics, monitoring };
}
