import { mergeTextIndex, type MergedTextIndex } from '@sitegrep/storage/sqlite';
import { Command } from 'commander';
import { lockFolder } from '../../instance.ts';
import { counted, formatBytes } from '../../terminal.ts';
import { dataFolderConfig } from './data-folder.ts';

export function mergeCommand(): Command {
  return new Command('merge')
    .description('Merge the index into as few segments as possible, and drop replaced documents')
    .addHelpText(
      'after',
      '\nMerges also happen in the background, a few at a time; this command does all of them at once.',
    )
    .action(async () => {
      const config = dataFolderConfig('merge');
      await using closers = new AsyncDisposableStack();
      lockFolder(config, closers);
      const merged = await mergeTextIndex(config.dataDir, config.indexBuildMemory);
      process.stdout.write(`${summary(merged)}\n`);
    });
}

function summary({ before, after }: MergedTextIndex): string {
  if (after.generation === before.generation) return `nothing to merge: ${sizeOf(after)}`;
  return `merged: ${sizeOf(after)}; before: ${sizeOf(before)}`;
}

/** E.g. `1 segment, 12.3 MiB`; what is in logs counts as well. */
function sizeOf({ segments, logs }: MergedTextIndex['after']): string {
  const bytes = [...segments, ...logs].reduce((sum, file) => sum + file.bytes, 0);
  return `${counted(segments.length, 'segment', 'segments')}, ${formatBytes(bytes)}`;
}
