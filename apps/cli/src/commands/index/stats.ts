import { describeTextIndex } from '@sitegrep/storage/sqlite';
import { Command } from 'commander';
import { renderTable } from '../../table.ts';
import { counted, formatBytes, formatCount } from '../../terminal.ts';
import { dataFolderConfig } from './data-folder.ts';

export function indexStatsCommand(): Command {
  return new Command('stats')
    .description('Show what the index of the data folder consists of')
    .option('--json', 'print it as JSON', false)
    .action(async (options: { readonly json: boolean }) => {
      const { dataDir } = dataFolderConfig('stats');
      const index = await describeTextIndex(dataDir);
      if (options.json) {
        process.stdout.write(`${JSON.stringify(index)}\n`);
        return;
      }
      if (index === null) {
        process.stdout.write(
          'being rebuilt; if the rebuild was interrupted, run "sitegrep index rebuild" again\n',
        );
        return;
      }
      const { segments, logs, generation } = index;
      const rows = [
        ...segments.map(({ number, documents, deadDocuments, textBytes, bytes }) => [
          `segment ${number}`,
          formatCount(documents),
          formatCount(deadDocuments),
          formatBytes(textBytes),
          formatBytes(bytes),
        ]),
        ...logs.map(({ number, bytes }) => [`log ${number}`, '', '', '', formatBytes(bytes)]),
      ];
      const columns = [
        { title: '' },
        { title: 'DOMAINS', align: 'right' },
        { title: 'REPLACED', align: 'right' },
        { title: 'TEXT', align: 'right' },
        { title: 'ON DISK', align: 'right' },
      ] as const;
      process.stdout.write(
        `${renderTable(columns, rows)}\nsegments, generation ${formatCount(generation)}${pendingLogs(logs.length - 1)}\n`,
      );
    });
}

/** @param logs number of logs that are complete, but not built into segments yet */
function pendingLogs(logs: number): string {
  if (logs < 1) return '';
  return `; ${counted(logs, 'log is', 'logs are')} still to be built into segments. If their number does not fall, see the log of the process that writes`;
}
