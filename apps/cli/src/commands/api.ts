import { Command } from 'commander';
import { ensureAdminKey } from '@sitegrep/api/keys';
import type { Config } from '@sitegrep/config';
import type { Storage } from '@sitegrep/storage';
import type { Logger } from 'pino';
import { openClusterProcess } from '../cluster.ts';
import { openWritableStorage } from '../instance.ts';
import { untilAborted } from '../interrupt.ts';
import { openConfiguredQueues } from '../queues.ts';
import { serveApi } from '../serve-api.ts';
import { whenReachable } from '../when-reachable.ts';

export function apiCommand(): Command {
  return new Command('api')
    .description('Run the API of a cluster, beside any number of others, until it is stopped')
    .addHelpText(
      'after',
      '\nListens on SITEGREP_HOST:SITEGREP_PORT, and for monitoring on SITEGREP_METRICS_HOST:SITEGREP_METRICS_PORT.' +
        '\nThe first key: SITEGREP_ADMIN_KEY, or `sitegrep keys create --name admin --scope admin search`.',
    )
    .action(api);
}

async function api(): Promise<void> {
  await using closers = new AsyncDisposableStack();
  const { config, logger, interrupt, metrics, monitoring } = await openClusterProcess('api', closers);
  const waiting = { logger, signal: interrupt.signal };
  const storage = await whenReachable(() => openWritableStorage(config, closers), waiting);
  const broken = new AbortController();
  const queues = await openConfiguredQueues(config, logger, {
    onFatal: (error) => broken.abort(error),
    // The workers are told too, and add again what is missing.
    onLost: () => undefined,
  });
  closers.defer(() => queues.close({ deadlineMs: config.shutdownTimeout }));
  monitoring.watch({ storage, queues });
  await whenReachable(() => ensureKey(config, storage, logger), waiting);
  const url = await serveApi(config, logger, { storage, queues, metrics }, closers);
  process.stdout.write(`sitegrep api listens at ${url}\n`);
  await untilAborted([interrupt.signal, broken.signal]);
  broken.signal.throwIfAborted();
}

async function ensureKey({ adminKey }: Config, storage: Storage, logger: Logger): Promise<void> {
  if (adminKey !== null) await ensureAdminKey(storage, adminKey);
  else if ((await storage.keys.list()).length === 0) {
    logger.warn('there is no API key yet: make one with `sitegrep keys create`');
  }
}
