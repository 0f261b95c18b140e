// The commands that crawl until they are stopped: `up` for a single process, `worker` and `renderer` for a cluster.
import { randomBytes } from 'node:crypto';
import { ensureAdminKey } from '@sitegrep/api/keys';
import { openReadiness } from '@sitegrep/api/monitoring';
import type { Config } from '@sitegrep/config';
import { Command } from 'commander';
import { openClusterProcess, PROBE_TIMEOUT_MS, servicesOf } from '../cluster-process.ts';
import { openLogger } from '../instance.ts';
import { holdsFolder, readConfig } from '../read-config.ts';
import { openInterrupt, stoppingWithin, untilAborted } from '../interrupt.ts';
import { serveApi } from '../serve-api.ts';
import { commandName, paint } from '../terminal.ts';
import { openRuntime, rendersBeside } from '../runtime.ts';
import { openTraces } from '../traces.ts';

export function upCommand(): Command {
  return new Command('up')
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
  let firstKey: string | null = null;
  const signInCode = { code: randomBytes(24).toString('base64url'), keyId: () => firstKey };
  const served = { ...runtime, isHolder, hasConsole: true, signInCode };
  const { url } = await serveApi(config, logger, served, closers);
  // A key that nobody sees would be lost.
  if (interrupt.signal.aborted) return;
  // Made once nothing else can fail: only its hash is stored, so it can be printed this once.
  const adminKey = config.adminKey === null ? await ensureAdminKey(runtime.storage) : null;
  if (adminKey !== null) firstKey = (await runtime.storage.keys.list()).at(-1)?.id ?? null;
  process.stdout.write(
    adminKey === null ? welcomeBack(config, url) : welcome(config, url, adminKey, signInCode.code),
  );
  if (config.storage === 'sqlite' && (await runtime.storage.isFull())) process.stderr.write(FULL_DISK);
  await untilAborted([interrupt.signal, runtime.broken]);
  runtime.broken.throwIfAborted();
}

/** Warning of a start for which there is hardly room. */
const FULL_DISK =
  'warning: less than 64 MiB are free for the data folder: what has to be written will be refused. ' +
  'Free some space, or set SITEGREP_DATA_DIR to a folder on a larger disk.\n';

/** Hosts at which only this machine reaches the server, from which the link signs in. */
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

/** Tells where the server is, the key that its first start made, and what to do first. */
function welcome(config: Config, url: string, adminKey: string, code: string): string {
  return (
    `${whereabouts(config, url)}Admin key, shown this once:\n\n` +
    `  ${paint('bold', `export SITEGREP_KEY=${adminKey}`)}\n\n` +
    (LOOPBACK.has(config.host)
      ? `Open the console first; this link signs you in, once, on this machine:\n\n` +
        `  ${paint('bold', `${url}/#code=${code}`)}\n\n`
      : `Open the console first, and sign in with the key: ${url}\n`) +
    `For something to search at once: ${commandName()} samples\n` +
    nextSteps(url)
  );
}

/** Tells where the server is, and how to get a key. */
function welcomeBack(config: Config, url: string): string {
  const another = `For another key: ${commandName()} keys create --name NAME --scope admin search\n`;
  return `${whereabouts(config, url)}${config.adminKey === null ? another : ''}Console: ${url}\n${nextSteps(url)}`;
}

function whereabouts(config: Config, url: string): string {
  return `sitegrep listens at ${url} (${storageOf(config)})\n`;
}

function nextSteps(url: string): string {
  return `Documentation: ${url}/docs\nNext, in another terminal: ${commandName()} crawl domains.txt\n`;
}

function storageOf(config: Config): string {
  if (config.storage === 'sqlite') return `data in ${config.dataDir}`;
  return `data in Elasticsearch, indexes ${config.elasticsearchIndexPrefix}-*`;
}

export function workerCommand(): Command {
  return new Command('worker')
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
