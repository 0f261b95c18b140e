import { Command } from 'commander';
import { createMetrics } from '@sitegrep/metrics';
import { readClusterConfig } from '../cluster.ts';
import { openLogger } from '../instance.ts';
import { openInterrupt, untilAborted } from '../interrupt.ts';
import { openMonitoring } from '../monitoring.ts';
import { VERSION } from '../version.ts';
import { openWorkshop } from '../workshop.ts';

export function workerCommand(): Command {
  return new Command('worker')
    .description('Crawl for a cluster, beside any number of others, until it is stopped')
    .addHelpText(
      'after',
      '\nWhen stopped, sites in flight end within SITEGREP_SHUTDOWN_TIMEOUT or go back to the queue.' +
        '\nMonitoring is at SITEGREP_METRICS_HOST:SITEGREP_METRICS_PORT.',
    )
    .action(work);
}

async function work(): Promise<void> {
  const config = readClusterConfig('worker');
  const logger = openLogger(config);
  await using closers = new AsyncDisposableStack();
  const interrupt = openInterrupt(closers);
  const metrics = createMetrics({ version: VERSION });
  const monitoring = await openMonitoring(config, logger, metrics, closers);
  const workshop = await openWorkshop(config, logger, closers, { metrics, waiting: interrupt.signal });
  monitoring.watch(workshop);
  process.stdout.write('sitegrep worker is at work\n');
  await untilAborted([interrupt.signal, workshop.broken]);
  workshop.broken.throwIfAborted();
}
