import { restoreDataFolder, type BackupDescription } from '@sitegrep/storage/sqlite';
import { Command } from 'commander';
import { openProgress } from '../progress.ts';
import { formatBytes, formatCount } from '../terminal.ts';
import { requireDataFolder } from './data-folder.ts';

export function restoreCommand(): Command {
  return new Command('restore')
    .description('Restore a backup into the data folder, which must be empty')
    .argument('<folder>', 'backup made by "sitegrep backup"')
    .option('--json', 'print a description of the backup as JSON', false)
    .addHelpText(
      'after',
      '\nThe checksum of every file is checked before the data folder is changed. If the restore is interrupted, run it\n' +
        'again: until then, no command opens the data folder. Crawls that were unfinished at the time of the backup continue.',
    )
    .action(async (folder: string, options: { readonly json: boolean }) => {
      await restore(folder, options.json);
    });
}

async function restore(folder: string, json: boolean): Promise<void> {
  const { dataDir } = requireDataFolder(
    'restore',
    'a cluster restores snapshots instead, see docs/backup.md',
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
