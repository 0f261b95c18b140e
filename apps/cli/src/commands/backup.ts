import { jsonLine } from '@sitegrep/contract';
import {
  backUpDataFolder,
  type BackupDescription,
  type BackUpProgress,
  restoreDataFolder,
} from '@sitegrep/storage/maintenance';
import { Command } from 'commander';
import { closeToOthers } from '../file-modes.ts';
import { requireDataFolder } from '../instance.ts';
import { openProgress, type Progress } from '../progress.ts';
import { counted, formatBytes } from '../terminal.ts';
import { VERSION } from '../version.ts';
import { wrapped } from '../wrapped.ts';

interface Options {
  readonly verify: boolean;
  readonly json: boolean;
}

export function backupCommand(): Command {
  return new Command('backup')
    .argument('<folder>', 'folder to create, best on another disk')
    .option('--no-verify', 'do not read the backup again to check it')
    .option('--json', 'print a description of the backup as JSON', false)
    .addHelpText(
      'after',
      '\nThe backup holds the data as it was at one moment. Until it is complete, the folder is named <folder>.incomplete; ' +
        'if a backup was interrupted, the next one to the same folder removes the remains. ' +
        '"sitegrep restore" restores a backup.',
    )
    .action(async (folder: string, options: Options) => {
      await backUp(folder, options);
    });
}

async function backUp(folder: string, { verify, json }: Options): Promise<void> {
  const { dataDir } = requireDataFolder('backup', 'a cluster takes snapshots instead, see docs/backup.md');
  closeToOthers();
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
      ? jsonLine(description)
      : `${wrapped(
          `backed up in ${folder}: ${counted(domains, 'domain')} with ${counted(pages, 'page')}, ${formatBytes(bytes)}` +
            (verify ? ', read again and intact' : ''),
        )}\n`,
  );
}

export function restoreCommand(): Command {
  return new Command('restore')
    .argument('<folder>', 'backup made by "sitegrep backup"')
    .option('--json', 'print a description of the backup as JSON', false)
    .addHelpText(
      'after',
      '\nThe checksum of every file is checked before the data folder is changed. If the restore is interrupted, run it ' +
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
      ? jsonLine(description)
      : `${wrapped(
          `restored to ${dataDir}, as it was at ${createdAt}: ${counted(domains, 'domain')} with ${counted(pages, 'page')}`,
        )}\n`,
  );
}
