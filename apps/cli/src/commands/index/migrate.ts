import { jsonLine } from '@sitegrep/contract';
import type { MigratedIndex, MigrationProgress } from '@sitegrep/storage/elasticsearch';
import { Command } from 'commander';
import { CommandFailed, EXIT } from '../../failure.ts';
import { elasticsearchOptions, readConfig } from '../../instance.ts';
import { openInterrupt } from '../../interrupt.ts';
import { openProgress, type Progress } from '../../progress.ts';
import { counted } from '../../terminal.ts';

interface Options {
  readonly force: boolean;
  readonly dropOld: boolean;
  readonly json: boolean;
}

export function migrateCommand(): Command {
  return new Command('migrate')
    .description('Migrate the indexes in Elasticsearch to the mapping of this version, while they are in use')
    .option(
      '--force',
      'copy the indexes even if their mapping is current, for example to change SITEGREP_ELASTICSEARCH_SHARDS',
      false,
    )
    .option('--drop-old', 'delete indexes that were replaced, now or earlier', false)
    .option('--json', 'print each index as one line of JSON', false)
    .addHelpText(
      'after',
      '\nEach index is copied while it is in use; writers are paused only at the very end.' +
        '\nThe command may be stopped at any time; the next run continues. Processes of older versions fail afterwards.',
    )
    .action(async (options: Options) => {
      process.exitCode = await migrate(options);
    });
}

async function migrate(options: Options): Promise<number> {
  const config = readConfig();
  if (config.storage !== 'elasticsearch') {
    throw new CommandFailed(
      '"sitegrep index migrate" works on Elasticsearch (SITEGREP_STORAGE=elasticsearch); a data folder needs no migration.',
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
        bar.update(Math.min(copied, total), total, counted(copied, 'document'));
      },
    });
  } catch (error) {
    if (interrupt.signal.aborted) return EXIT.interrupted;
    throw error;
  } finally {
    for (const bar of bars.values()) bar.stop();
  }
  for (const index of migrated) {
    process.stdout.write(options.json ? jsonLine(index) : `${lineOf(index)}\n`);
  }
  return EXIT.done;
}

const OUTCOMES: Readonly<Record<MigratedIndex['outcome'], string>> = {
  absent: 'does not exist yet',
  current: 'is up to date',
  migrated: 'was migrated',
};

function lineOf({ alias, outcome, kept }: MigratedIndex): string {
  const rest = kept.length === 0 ? '' : `; old indexes: ${kept.join(', ')} (--drop-old deletes them)`;
  return `${alias} ${OUTCOMES[outcome]}${rest}`;
}
