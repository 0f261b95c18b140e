import { restoreDataFolder, type BackupDescription } from '@sitegrep/storage/sqlite';
import { Command } from 'commander';
import { openProgress } from '../progress.ts';
import { formatBytes, formatCount } from '../terminal.ts';
import { requireDataFolder } from './data-folder.ts';

export function restoreCommand(): Command {
  return new Command('restore')
    .description('Put a backup into the data folder, which has to be empty')
    .argument('<folder>', 'folder that "sitegrep backup" made')
    .option('--json', 'what was in the backup as JSON', false)
    .addHelpText(
      'after',
      '\nEvery file is held against its checksum before anything takes its place. If it is broken off, run it again:\n' +
        'until then nothing opens the data folder. Crawls that had not ended when the backup was made go on.',
    )
    .action(async (folder: string, options: { readonly json: boolean }) => {
      await restore(folder, options.json);
    });
}

async function restore(folder: string, json: boolean): Promise<void> {
  const { dataDir } = requireDataFolder(
    'restore',
    'a cluster restores its own snapshots, see docs/backup.md',
  );
  const progress = openProgress('restoring', json);
  let description: BackupDescription;
  try {
    description = await restoreDataFolder({
      source: folder,
      dataDir,
      onProgress: (step) => {
        if (step.step === 'copying') progress.update(step.done, step.of, formatBytes(step.done));
      },
    });
  } finally {
    progress.stop();
  }
  const { domains, pages, createdAt } = description;
  process.stdout.write(
    json
      ? `${JSON.stringify(description)}\n`
      : `${formatCount(domains)} domains with ${formatCount(pages)} pages are restored to ${dataDir}, as they were at ${createdAt}\n`,
  );
}
