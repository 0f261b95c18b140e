import { Command } from 'commander';
import { openClusterProcess } from '../cluster.ts';
import { untilAborted } from '../interrupt.ts';
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
  await using closers = new AsyncDisposableStack();
  const { config, logger, interrupt, metrics, monitoring } = await openClusterProcess('worker', closers);
  const workshop = await openWorkshop(config, logger, closers, { metrics, waiting: interrupt.signal });
  monitoring.watch(workshop);
  process.stdout.write('sitegrep worker is at work\n');
  await untilAborted([interrupt.signal, workshop.broken]);
  workshop.broken.throwIfAborted();
}
