import { describeTextIndex } from '@sitegrep/storage/sqlite';
import { Command } from 'commander';
import { renderTable } from '../../table.ts';
import { counted, formatBytes, formatCount } from '../../terminal.ts';
import { dataFolderConfig } from './data-folder.ts';

export function indexStatsCommand(): Command {
  return new Command('stats')
    .description('What the index of the data folder is made of')
    .option('--json', 'as JSON', false)
    .action(async (options: { readonly json: boolean }) => {
      const { dataDir } = dataFolderConfig('stats');
      const index = await describeTextIndex(dataDir);
      if (options.json) {
        process.stdout.write(`${JSON.stringify(index)}\n`);
        return;
      }
      if (index === null) {
        process.stdout.write('being rebuilt; if that was interrupted, run "sitegrep index rebuild" again\n');
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
        `${renderTable(columns, rows)}\nsegments, generation ${formatCount(generation)}${waiting(logs.length - 1)}\n`,
      );
    });
}

/** @param logs that are not written to any more */
function waiting(logs: number): string {
  if (logs < 1) return '';
  return `; ${counted(logs, 'log waits', 'logs wait')} to be built into segments: if the process that writes does not, its log says why`;
}
