import { mergeTextIndex } from '@sitegrep/storage/sqlite';
import { Command } from 'commander';
import { lockFolder } from '../../instance.ts';
import { dataFolderConfig } from './data-folder.ts';

export function mergeCommand(): Command {
  return new Command('merge')
    .description('Merge the index into as few segments as may be, without what was replaced')
    .addHelpText(
      'after',
      '\nIt is done in the background anyway, bit by bit; after a large import this does all of it at once.',
    )
    .action(async () => {
      const config = dataFolderConfig('merge');
      await using closers = new AsyncDisposableStack();
      lockFolder(config, closers);
      await mergeTextIndex(config.dataDir, config.indexBuildMemory);
      process.stdout.write('merged\n');
    });
}
