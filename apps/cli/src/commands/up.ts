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
    .description('Run everything in one process: the API and the crawler')
    .addHelpText(
      'after',
      '\nThe API listens on SITEGREP_HOST:SITEGREP_PORT, and all data is in SITEGREP_DATA_DIR.' +
        '\nThe process runs until it is stopped. The first start prints an admin key, once.',
    )
    .action(up);
}

async function up(): Promise<void> {
  const config = readConfig();
  const logger = openLogger(config);
  await using closers = new AsyncDisposableStack();
  const interrupt = openInterrupt(closers);
  const workshop = await openWorkshop(config, logger, closers);
  const adminKey = await ensureAdminKey(workshop.storage, config.adminKey ?? undefined);
  // Printed before anything else can fail: only a hash of the key is stored.
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
