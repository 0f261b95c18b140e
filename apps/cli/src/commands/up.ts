// The commands that crawl until they are stopped: `up` for a single process, `worker` and `renderer` for a cluster.
import { ensureAdminKey } from '@sitegrep/api/keys';
import { openReadiness } from '@sitegrep/api/monitoring';
import type { Config } from '@sitegrep/config';
import { Command } from 'commander';
import { openClusterProcess, PROBE_TIMEOUT_MS, servicesOf } from '../cluster-process.ts';
import { holdsFolder, openLogger, readConfig } from '../instance.ts';
import { openInterrupt, stoppingWithin, untilAborted } from '../interrupt.ts';
import { serveApi } from '../serve-api.ts';
import { commandName, paint } from '../terminal.ts';
import { openRuntime, rendersBeside } from '../runtime.ts';
import { openTraces } from '../traces.ts';

export function upCommand(): Command {
  return new Command('up')
    .description('Run everything in one process: the API and the crawler')
    .addHelpText(
      'after',
      '\nThe API listens on SITEGREP_HOST:SITEGREP_PORT, and all data is in SITEGREP_DATA_DIR. ' +
        'The process runs until it is stopped. The first start makes an admin key and prints it, once.',
    )
    .action(up);
}

async function up(): Promise<void> {
  const config = readConfig();
  const logger = openLogger(config);
  await using closers = new AsyncDisposableStack();
  await openTraces('up', logger, closers);
  const interrupt = openInterrupt(closers, stoppingWithin(config));
  const runtime = await openRuntime(config, logger, closers, { renders: rendersBeside(config) });
  if (config.adminKey !== null) await ensureAdminKey(runtime.storage, config.adminKey);
  const isHolder = holdsFolder(config);
  const { url } = await serveApi(config, logger, { ...runtime, isHolder, hasConsole: true }, closers);
  // Made once nothing else can fail: only its hash is stored, so it can be printed this once.
  const adminKey = config.adminKey === null ? await ensureAdminKey(runtime.storage) : null;
  process.stdout.write(welcome(config, url, adminKey));
  await untilAborted([interrupt.signal, runtime.broken]);
  runtime.broken.throwIfAborted();
}

/**
 * Tells where the server is, how to get a key, and what to do next.
 *
 * @param adminKey the key that was made by this start; null: there was one
 */
function welcome(config: Config, url: string, adminKey: string | null): string {
  const command = commandName();
  const key =
    adminKey === null
      ? `For another key: ${command} keys create --name NAME --scope admin search\n`
      : `Admin key, shown this once:\n\n  ${paint('bold', `export SITEGREP_KEY=${adminKey}`)}\n\n`;
  return (
    `sitegrep listens at ${url} (${storageOf(config)})\n` +
    (config.adminKey === null ? key : '') +
    `Console: ${url}\n` +
    `API reference: ${url}/docs\n` +
    `Next, in another terminal: ${command} crawl domains.txt\n`
  );
}

function storageOf(config: Config): string {
  if (config.storage === 'sqlite') return `data in ${config.dataDir}`;
  return `data in Elasticsearch, indexes ${config.elasticsearchIndexPrefix}-*`;
}

export function workerCommand(): Command {
  return new Command('worker')
    .description('Run one worker process of a cluster, which crawls; start as many as you need')
    .addHelpText(
      'after',
      '\nMonitoring listens on SITEGREP_METRICS_HOST:SITEGREP_METRICS_PORT. ' +
        'The process runs until it is stopped. Sites being crawled then end within SITEGREP_SHUTDOWN_TIMEOUT, or go back to ' +
        'the queue.',
    )
    .action(() => work('worker', 'none'));
}

export function rendererCommand(): Command {
  return new Command('renderer')
    .description('Run one process of a cluster that crawls sites whose pages a browser renders')
    .addHelpText(
      'after',
      '\nIt takes the sites of crawls with "--render if_empty" or "--render always", and no others. It needs Chromium: ' +
        '"sitegrep doctor" tells. Otherwise it is like "sitegrep worker".',
    )
    .action(() => work('renderer', 'alone'));
}

async function work(command: 'worker' | 'renderer', renders: 'none' | 'alone'): Promise<void> {
  await using closers = new AsyncDisposableStack();
  const { config, logger, interrupt, metrics, monitoring } = await openClusterProcess(command, closers);
  const runtime = await openRuntime(config, logger, closers, { metrics, waiting: interrupt.signal, renders });
  const services = servicesOf(config);
  monitoring.watch(
    openReadiness({ ...runtime, logger, services, timeoutMs: PROBE_TIMEOUT_MS, needsQueue: true }),
  );
  process.stdout.write(`sitegrep ${command} is running\n`);
  await untilAborted([interrupt.signal, runtime.broken]);
  runtime.broken.throwIfAborted();
}
