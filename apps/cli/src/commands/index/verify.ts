import { verifyTextIndex, type VerifiedFolder } from '@sitegrep/storage/sqlite';
import { Command } from 'commander';
import { lockFolder } from '../../instance.ts';
import { openProgress } from '../../progress.ts';
import { counted, formatBytes } from '../../terminal.ts';
import { dataFolderConfig } from './data-folder.ts';

export function indexVerifyCommand(): Command {
  return new Command('verify')
    .description('Read the complete data folder and check every checksum and every list')
    .option('--json', 'print the result as JSON', false)
    .addHelpText(
      'after',
      '\nThe command stops at the first fault, and reports what is damaged and what to do.' +
        '\nTo compare the index with the sources, run "sitegrep verify".',
    )
    .action(async (options: { readonly json: boolean }) => {
      const config = dataFolderConfig('verify');
      await using closers = new AsyncDisposableStack();
      lockFolder(config, closers);
      const progress = openProgress('reading', options.json);
      try {
        const verified = await verifyTextIndex(config.dataDir, (done, of) => {
          progress.update(done, of, formatBytes(done));
        });
        if (options.json) process.stdout.write(`${JSON.stringify(verified)}\n`);
        else process.stdout.write(summary(verified));
      } finally {
        progress.stop();
      }
    });
}

function summary({ rows, segments }: VerifiedFolder): string {
  const { domains, pages, bytes } = rows;
  return (
    `intact: ${counted(domains, 'domain', 'domains')} with ${counted(pages, 'page', 'pages')} (${formatBytes(bytes)} compressed)\n` +
    `intact: ${counted(segments.segments, 'segment', 'segments')} and ${counted(segments.logs, 'log', 'logs')} ` +
    `with ${counted(segments.documents, 'domain', 'domains')}, ${formatBytes(segments.textBytes)} of text\n`
  );
}
