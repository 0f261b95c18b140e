import { Command } from 'commander';
import { ensureAdminKey } from '@sitegrep/api/keys';
import type { Config } from '@sitegrep/config';
import { openLogger, readConfig } from '../instance.ts';
import { openInterrupt, untilAborted } from '../interrupt.ts';
import { serveApi } from '../serve-api.ts';
import { paint } from '../terminal.ts';
import { openWorkshop } from '../workshop.ts';

export function upCommand(): Command {
  return new Command('up')
    .description('Run the API and the worker in one process until it is stopped')
    .addHelpText('after', '\nListens on SITEGREP_HOST:SITEGREP_PORT, keeps everything in SITEGREP_DATA_DIR.')
    .action(up);
}

async function up(): Promise<void> {
  const config = readConfig();
  const logger = openLogger(config);
  await using closers = new AsyncDisposableStack();
  const interrupt = openInterrupt(closers);
  const workshop = await openWorkshop(config, logger, closers);
  const adminKey = await ensureAdminKey(workshop.storage, config.adminKey ?? undefined);
  // Before anything else can fail: it is kept as a hash only.
  if (adminKey !== null) {
    process.stdout.write(`admin key, shown this once: ${paint('bold', adminKey)}\n`);
  }
  const url = await serveApi(config, logger, workshop, closers);
  process.stdout.write(`sitegrep listens at ${url} (${placeOf(config)})\n`);
  await untilAborted([interrupt.signal, workshop.broken]);
  workshop.broken.throwIfAborted();
}

function placeOf(config: Config): string {
  if (config.storage === 'sqlite') return `data in ${config.dataDir}`;
  return `data in Elasticsearch, indexes ${config.elasticsearchIndexPrefix}-*`;
}
