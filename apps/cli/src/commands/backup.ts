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
    .description('Copy the data folder as it is at one moment into a new folder, while it is in use')
    .argument('<folder>', 'folder that is not there yet, best on another disk')
    .option('--no-verify', 'do not read all of the backup once it is written')
    .option('--json', 'what is in the backup as JSON', false)
    .addHelpText(
      'after',
      '\nThe folder is there at the end and not before: a backup that was broken off is in <folder>.incomplete,\n' +
        'and the next run to the same folder removes it. "sitegrep restore" puts a backup into an empty data folder.',
    )
    .action(async (folder: string, options: Options) => {
      await backUp(folder, options);
    });
}

async function backUp(folder: string, { verify, json }: Options): Promise<void> {
  const { dataDir } = requireDataFolder('backup', 'a cluster keeps snapshots of its own, see docs/backup.md');
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
          `${verify ? ', read back and whole' : ''}\n`,
  );
}
