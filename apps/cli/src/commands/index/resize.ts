import { jsonLine } from '@sitegrep/contract';
import type { ResizedIndex } from '@sitegrep/storage/elasticsearch';
import { Command } from 'commander';
import { CommandFailed, EXIT } from '../../failure.ts';
import { elasticsearchOptions } from '../../instance.ts';
import { readConfig } from '../../read-config.ts';
import { openInterrupt } from '../../interrupt.ts';
import { counted } from '../../terminal.ts';
import { wholeNumber } from '../../whole-number.ts';

const MAX_SHARDS = 1_024;

interface Options {
  readonly shards: number;
  readonly json: boolean;
}

export function resizeCommand(): Command {
  return new Command('resize')
    .description('Split or shrink the index of domains in Elasticsearch to another number of shards')
    .requiredOption('--shards <n>', 'a multiple of the present number, or a part of it', (text) =>
      wholeNumber(text, 1, MAX_SHARDS),
    )
    .option('--json', 'print the result as JSON', false)
    .addHelpText(
      'after',
      '\nElasticsearch links the files of the index, so that nothing is indexed again. Searches go on; writes wait until' +
        '\nall copies of the new shards are there: seconds on one node, longer where replicas are sent to other nodes.' +
        '\nIf the command is interrupted, writes go on with the next run, which starts over.',
    )
    .action(async (options: Options) => {
      process.exitCode = await resize(options);
    });
}

const STEPS = {
  gather: 'bringing all shards to one node',
  link: 'writes wait; linking the files',
  wait: 'waiting until all copies are there',
} as const;

async function resize({ shards, json }: Options): Promise<number> {
  const config = readConfig();
  if (config.storage !== 'elasticsearch') {
    throw new CommandFailed(
      '"sitegrep index resize" works on Elasticsearch (SITEGREP_STORAGE=elasticsearch); a data folder has no shards.',
    );
  }
  await using closers = new AsyncDisposableStack();
  const { signal } = openInterrupt(closers);
  const { resizeDomains } = await import('@sitegrep/storage/elasticsearch');
  let resized: ResizedIndex;
  try {
    resized = await resizeDomains(await elasticsearchOptions(config), shards, {
      signal,
      onStep: (step) => {
        if (!json) process.stderr.write(`${STEPS[step]}\n`);
      },
    });
  } catch (error) {
    if (signal.aborted) return EXIT.interrupted;
    throw error;
  }
  process.stdout.write(json ? jsonLine(resized) : `${textOf(resized)}\n`);
  return EXIT.done;
}

function textOf({ alias, outcome, shards, kept }: ResizedIndex): string {
  if (outcome === 'absent') return `${alias} does not exist yet: set SITEGREP_ELASTICSEARCH_SHARDS=${shards}`;
  const now = `${alias} ${outcome === 'resized' ? 'now has' : 'has'} ${counted(shards, 'shard')}`;
  const old =
    kept.length === 0
      ? ''
      : `; old indexes: ${kept.join(', ')} ("sitegrep index migrate --drop-old" deletes them)`;
  return `${now}; set SITEGREP_ELASTICSEARCH_SHARDS=${shards}, so that a later migration keeps them${old}`;
}
