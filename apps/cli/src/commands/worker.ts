import { Command } from 'commander';
import { openClusterProcess } from '../cluster.ts';
import { untilAborted } from '../interrupt.ts';
import { openWorkshop } from '../workshop.ts';

export function workerCommand(): Command {
  return new Command('worker')
    .description('Run one worker process of a cluster, which crawls; start as many as you need')
    .addHelpText(
      'after',
      '\nMonitoring listens on SITEGREP_METRICS_HOST:SITEGREP_METRICS_PORT.' +
        '\nThe process runs until it is stopped. Sites being crawled then end within SITEGREP_SHUTDOWN_TIMEOUT, or go back to' +
        '\nthe queue.',
    )
    .action(work);
}

async function work(): Promise<void> {
  await using closers = new AsyncDisposableStack();
  const { config, logger, interrupt, metrics, monitoring } = await openClusterProcess('worker', closers);
  const workshop = await openWorkshop(config, logger, closers, { metrics, waiting: interrupt.signal });
  monitoring.watch(workshop);
  process.stdout.write('sitegrep worker is running\n');
  await untilAborted([interrupt.signal, workshop.broken]);
  workshop.broken.throwIfAborted();
}
