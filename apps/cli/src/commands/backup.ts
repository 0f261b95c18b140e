import { backUpDataFolder, type BackupDescription, type BackUpProgress } from '@sitegrep/storage/sqlite';
import { Command } from 'commander';
import { openProgress, type Progress } from '../progress.ts';
import { formatBytes, formatCount } from '../terminal.ts';
import { VERSION } from '../version.ts';
import { requireDataFolder } from './data-folder.ts';

interface Options {
  readonly verify: boolean;
  readonly json: boolean;
}

export function backupCommand(): Command {
  return new Command('backup')
    .description('Back up the data folder into a new folder; it may be in use meanwhile')
    .argument('<folder>', 'folder to create, best on another disk')
    .option('--no-verify', 'do not read the backup again to check it')
    .option('--json', 'print a description of the backup as JSON', false)
    .addHelpText(
      'after',
      '\nThe backup holds the data as it was at one moment. Until it is complete, the folder is named <folder>.incomplete;\n' +
        'if a backup was interrupted, the next one to the same folder removes the remains.\n' +
        '"sitegrep restore" restores a backup.',
    )
    .action(async (folder: string, options: Options) => {
      await backUp(folder, options);
    });
}

async function backUp(folder: string, { verify, json }: Options): Promise<void> {
  const { dataDir } = requireDataFolder('backup', 'a cluster takes snapshots instead, see docs/backup.md');
  const bars: { step: string; progress: Progress }[] = [];
  const show = ({ step, done, of }: BackUpProgress): void => {
    let last = bars.at(-1);
    if (last?.step !== step) {
      last?.progress.stop();
      last = { step, progress: openProgress(step, json) };
      bars.push(last);
    }
    last.progress.update(done, of, formatBytes(done));
  };
  let description: BackupDescription;
  try {
    description = await backUpDataFolder({
      dataDir,
      target: folder,
      version: VERSION,
      verify,
      onProgress: show,
    });
  } finally {
    bars.at(-1)?.progress.stop();
  }
  const { domains, pages, bytes } = description;
  process.stdout.write(
    json
      ? `${JSON.stringify(description)}\n`
      : `${formatCount(domains)} domains with ${formatCount(pages)} pages are backed up in ${folder}: ${formatBytes(bytes)}` +
          `${verify ? ', read again and intact' : ''}\n`,
  );
}
