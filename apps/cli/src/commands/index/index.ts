// Commands that maintain the text index: most work on the segments of a data folder, one on Elasticsearch.
import { Command } from 'commander';
import { mergeCommand } from './merge.ts';
import { migrateCommand } from './migrate.ts';
import { rebuildCommand } from './rebuild.ts';
import { indexStatsCommand } from './stats.ts';
import { indexVerifyCommand } from './verify.ts';

export function indexCommand(): Command {
  const index = new Command('index').description('Maintain the index of a data folder or of a cluster');
  for (const command of [
    indexStatsCommand(),
    indexVerifyCommand(),
    mergeCommand(),
    rebuildCommand(),
    migrateCommand(),
  ]) {
    index.addCommand(command);
  }
  return index;
}
