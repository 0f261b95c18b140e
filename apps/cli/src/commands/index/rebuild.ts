import { rebuildTextIndex, type RebuildProgress } from '@sitegrep/storage/sqlite';
import { Command } from 'commander';
import { EXIT } from '../../failure.ts';
import { lockFolder } from '../../instance.ts';
import { openInterrupt } from '../../interrupt.ts';
import { openProgress, type Progress } from '../../progress.ts';
import { formatCount } from '../../terminal.ts';
import { dataFolderConfig } from './data-folder.ts';

export function rebuildCommand(): Command {
  return new Command('rebuild')
    .description('Rebuild a damaged index from the stored sources')
    .addHelpText(
      'after',
      '\nNothing is fetched, and no source or fact is lost. If the rebuild is interrupted, run it again.',
    )
    .action(async () => {
      process.exitCode = await rebuild();
    });
}

async function rebuild(): Promise<number> {
  const config = dataFolderConfig('rebuild');
  await using closers = new AsyncDisposableStack();
  lockFolder(config, closers);
  const { signal } = openInterrupt(closers);
  const progress = openProgress('rebuilding', false);
  try {
    await rebuildTextIndex({
      dataDir: config.dataDir,
      buildBytes: config.indexBuildMemory,
      signal,
      onProgress: (step) => show(progress, step),
    });
    progress.stop();
    process.stdout.write('rebuilt\n');
    return EXIT.done;
  } catch (error) {
    if (signal.aborted) return EXIT.interrupted;
    throw error;
  } finally {
    progress.stop();
  }
}

function show(progress: Progress, step: RebuildProgress): void {
  if (step.step === 'indexing') {
    progress.update(step.domains, step.ofDomains, `${formatCount(step.domains)} domains`);
  } else progress.update(1, 1, step.step);
}
