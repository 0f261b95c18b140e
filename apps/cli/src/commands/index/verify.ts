import { verifyTextIndex } from '@sitegrep/storage/sqlite';
import { Command } from 'commander';
import { lockFolder } from '../../instance.ts';
import { openProgress } from '../../progress.ts';
import { formatBytes, formatCount } from '../../terminal.ts';
import { dataFolderConfig } from './data-folder.ts';

export function indexVerifyCommand(): Command {
  return new Command('verify')
    .description(
      'Read all of the index: every checksum and every list; "sitegrep verify" compares it with the sources',
    )
    .option('--json', 'the result as JSON', false)
    .addHelpText('after', '\nStops at the first fault, and says what is damaged and what to do.')
    .action(async (options: { readonly json: boolean }) => {
      const config = dataFolderConfig('verify');
      await using closers = new AsyncDisposableStack();
      lockFolder(config, closers);
      const progress = openProgress('reading', options.json);
      try {
        const verified = await verifyTextIndex(config.dataDir, (done, of) => {
          progress.update(done, of, formatBytes(done));
        });
        if (options.json) process.stdout.write(`${JSON.stringify(verified ?? { kind: 'fts5' })}\n`);
        else if (verified === null) process.stdout.write('the tables of FTS5 are whole\n');
        else {
          const { segments, logs, documents, textBytes } = verified;
          process.stdout.write(
            `${formatCount(segments)} segments and ${formatCount(logs)} logs are whole: ` +
              `${formatCount(documents)} domains, ${formatBytes(textBytes)} of text\n`,
          );
        }
      } finally {
        progress.stop();
      }
    });
}
