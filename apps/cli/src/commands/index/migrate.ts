import { jsonLine } from '@sitegrep/contract';
import type { MigratedIndex, MigrationProgress, MigrationStep } from '@sitegrep/storage/elasticsearch';
import { Command } from 'commander';
import { CommandFailed, EXIT } from '../../failure.ts';
import { elasticsearchOptions } from '../../instance.ts';
import { readConfig } from '../../read-config.ts';
import { openInterrupt } from '../../interrupt.ts';
import { openProgress, type Progress } from '../../progress.ts';
import { counted } from '../../terminal.ts';
import { wholeNumber } from '../../whole-number.ts';

interface Options {
  readonly force: boolean;
  readonly switch: boolean;
  readonly discard: boolean;
  readonly dropOld: boolean;
  readonly threads?: number;
  readonly maxRate?: number;
  readonly json: boolean;
}

const MAX_THREADS = 64;
const MAX_RATE = 1_000_000;

export function migrateCommand(): Command {
  return new Command('migrate')
    .description('Migrate the indexes in Elasticsearch to the mapping of this version, while they are in use')
    .option(
      '--force',
      'copy the indexes even if their mapping is current, for example to change SITEGREP_ELASTICSEARCH_SHARDS',
      false,
    )
    .option(
      '--threads <n>',
      'documents that this process builds at a time (default: one for each core)',
      (text) => wholeNumber(text, 1, MAX_THREADS),
    )
    .option('--max-rate <n>', 'documents that this process copies in a second (default: no limit)', (text) =>
      wholeNumber(text, 1, MAX_RATE),
    )
    .option('--switch', 'put the complete copies in the place of the indexes', false)
    .option('--discard', 'delete the copies instead', false)
    .option('--drop-old', 'delete indexes that were replaced, now or earlier', false)
    .option('--json', 'print each index as one line of JSON', false)
    .addHelpText(
      'after',
      '\nFirst without --switch: each index is copied while it is in use, and nothing else changes. Run the command in' +
        '\nseveral processes, on any machines, to copy faster. It may be stopped or killed at any time; the next run' +
        '\ncontinues. Then with --switch: what changed since is copied, writers wait for seconds, and the copy takes over.',
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
  if (options.switch && options.discard)
    throw new CommandFailed('--switch and --discard exclude each other: give one of them.');
  const step: MigrationStep = options.switch ? 'switch' : options.discard ? 'discard' : 'copy';
  await using closers = new AsyncDisposableStack();
  const interrupt = openInterrupt(closers);
  const { dropReplacedIndexes, migrateIndexes } = await import('@sitegrep/storage/elasticsearch');
  const elasticsearch = await elasticsearchOptions(config);
  const bars = new Map<string, Progress>();
  let migrated: readonly MigratedIndex[];
  try {
    migrated = await migrateIndexes(elasticsearch, step, {
      force: options.force,
      ...(options.threads === undefined ? {} : { concurrency: options.threads }),
      ...(options.maxRate === undefined ? {} : { maxRate: options.maxRate }),
      signal: interrupt.signal,
      onProgress: ({ alias, copied, total }: MigrationProgress) => {
        const bar = bars.get(alias) ?? openProgress(alias, options.json);
        bars.set(alias, bar);
        bar.update(Math.min(copied, total), total, counted(copied, 'document'));
      },
    });
    if (options.dropOld) {
      await dropReplacedIndexes(elasticsearch);
      migrated = migrated.map((index) => ({ ...index, kept: [] }));
    }
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
  copied: 'was copied; "sitegrep index migrate --switch" puts the copy in its place',
  switched: 'was replaced by its copy',
};

function lineOf({ alias, outcome, kept }: MigratedIndex): string {
  const rest = kept.length === 0 ? '' : `; old indexes: ${kept.join(', ')} (--drop-old deletes them)`;
  return `${alias} ${OUTCOMES[outcome]}${rest}`;
}
