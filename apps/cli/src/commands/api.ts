import { ensureAdminKey } from '@sitegrep/api/keys';
import { makeSecrets } from '@sitegrep/api/secrets';
import type { Config } from '@sitegrep/config';
import type { Storage } from '@sitegrep/storage';
import { Command } from 'commander';
import type { Logger } from 'pino';
import { openClusterProcess, servicesOf, whenReachable } from '../cluster-process.ts';
import { openWritableStorage } from '../instance.ts';
import { untilAborted } from '../interrupt.ts';
import { openConfiguredQueues } from '../queues.ts';
import { serveApi } from '../serve-api.ts';

export function apiCommand(): Command {
  return new Command('api')
    .addHelpText(
      'after',
      '\nThe API listens on SITEGREP_HOST:SITEGREP_PORT, and monitoring on SITEGREP_METRICS_HOST:SITEGREP_METRICS_PORT. ' +
        'The process runs until it is stopped.' +
        '\nTo make the first key, set SITEGREP_ADMIN_KEY or run "sitegrep keys create --name admin --scope admin search".',
    )
    .action(api);
}

async function api(): Promise<void> {
  await using closers = new AsyncDisposableStack();
  const { config, logger, interrupt, metrics, monitoring } = await openClusterProcess('api', closers);
  const waiting = { logger, signal: interrupt.signal, service: servicesOf(config).storage };
  const storage = await whenReachable(() => openWritableStorage(config, closers), waiting);
  const broken = new AbortController();
  const queues = await openConfiguredQueues(config, logger, {
    onFatal: (error) => broken.abort(error),
    // The workers notice too, and add the missing jobs again.
    onLost: () => undefined,
  });
  closers.defer(() => queues.close({ deadlineMs: config.shutdownTimeout }));
  await whenReachable(() => ensureKey(config, storage, logger), waiting);
  const served = { storage, queues, metrics, isHolder: false, hasConsole: true };
  const { url, readiness } = await serveApi(config, logger, served, closers);
  // Only a process that listens can be ready.
  monitoring.watch(readiness);
  process.stdout.write(`sitegrep api listens at ${url}\n`);
  await untilAborted([interrupt.signal, broken.signal]);
  broken.signal.throwIfAborted();
}

async function ensureKey({ adminKey }: Config, storage: Storage, logger: Logger): Promise<void> {
  await makeSecrets(storage.keys);
  if (adminKey !== null) await ensureAdminKey(storage, adminKey);
  else if ((await storage.keys.list()).length === 0) {
    logger.warn(
      'there is no API key yet: create one with "sitegrep keys create --name admin --scope admin search"',
    );
  }
}
