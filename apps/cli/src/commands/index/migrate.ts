import { Command } from 'commander';
import type { MigratedIndex, MigrationProgress } from '@sitegrep/storage/elasticsearch';
import { CommandFailed, EXIT } from '../../failure.ts';
import { readConfig } from '../../instance.ts';
import { openInterrupt } from '../../interrupt.ts';
import { openProgress, type Progress } from '../../progress.ts';
import { elasticsearchOptions } from '../../storage.ts';
import { formatCount } from '../../terminal.ts';

interface Options {
  readonly force: boolean;
  readonly dropOld: boolean;
  readonly json: boolean;
}

export function migrateCommand(): Command {
  return new Command('migrate')
    .description('Bring the indexes in Elasticsearch to the mapping of this version, while they are in use')
    .option('--force', 'make them anew even so, e.g. for another SITEGREP_ELASTICSEARCH_SHARDS', false)
    .option('--drop-old', 'remove indexes that were replaced, now or earlier', false)
    .option('--json', 'one JSON object an index', false)
    .addHelpText(
      'after',
      '\nEach index is copied while it is read and written; writers wait for the last moment only.' +
        '\nIt may be stopped or killed at any time: the next run goes on. Processes of older versions fail afterwards.',
    )
    .action(async (options: Options) => {
      process.exitCode = await migrate(options);
    });
}

async function migrate(options: Options): Promise<number> {
  const config = readConfig();
  if (config.storage !== 'elasticsearch') {
    throw new CommandFailed(
      'index migrate is for Elasticsearch (SITEGREP_STORAGE=elasticsearch); a data folder is brought up to date when it is opened.',
    );
  }
  await using closers = new AsyncDisposableStack();
  const interrupt = openInterrupt(closers);
  const { migrateIndexes } = await import('@sitegrep/storage/elasticsearch');
  const bars = new Map<string, Progress>();
  let migrated: readonly MigratedIndex[];
  try {
    migrated = await migrateIndexes(await elasticsearchOptions(config), {
      force: options.force,
      dropOld: options.dropOld,
      signal: interrupt.signal,
      onProgress: ({ alias, copied, total }: MigrationProgress) => {
        const bar = bars.get(alias) ?? openProgress(alias, options.json);
        bars.set(alias, bar);
        bar.update(Math.min(copied, total), total, `${formatCount(copied)} documents`);
      },
    });
  } catch (error) {
    if (interrupt.signal.aborted) return EXIT.interrupted;
    throw error;
  } finally {
    for (const bar of bars.values()) bar.stop();
  }
  for (const index of migrated) {
    process.stdout.write(options.json ? `${JSON.stringify(index)}\n` : `${lineOf(index)}\n`);
  }
  return EXIT.done;
}

const OUTCOMES: Readonly<Record<MigratedIndex['outcome'], string>> = {
  absent: 'is not there yet',
  current: 'is as it should be',
  migrated: 'is migrated',
};

function lineOf({ alias, outcome, kept }: MigratedIndex): string {
  const rest = kept.length === 0 ? '' : `; kept: ${kept.join(', ')} (--drop-old removes)`;
  return `${alias} ${OUTCOMES[outcome]}${rest}`;
}
