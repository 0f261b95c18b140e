import { Command } from 'commander';
import { openExistingStorage, readConfig } from '../instance.ts';
import { renderTable } from '../table.ts';
import { formatBytes, formatCount } from '../terminal.ts';

export function statsCommand(): Command {
  return new Command('stats')
    .description('Show how many domains, pages and bytes are stored')
    .option('--json', 'print the figures as JSON', false)
    .action(async (options: { readonly json: boolean }) => {
      const config = readConfig();
      await using closers = new AsyncDisposableStack();
      const storage = await openExistingStorage(config, closers);
      const stats = await storage.domains.stats();
      if (options.json) {
        process.stdout.write(`${JSON.stringify(stats)}\n`);
        return;
      }
      const share = (bytes: number): string =>
        stats.sourceBytes === 0 ? '' : `${(bytes / stats.sourceBytes).toFixed(2)} × source`;
      const rows = [
        ['domains', formatCount(stats.domains), ''],
        ['pages', formatCount(stats.pages), ''],
        ['source', formatBytes(stats.sourceBytes), ''],
        ['source, compressed', formatBytes(stats.compressedBytes), share(stats.compressedBytes)],
        ['substring index', formatBytes(stats.indexBytes), share(stats.indexBytes)],
        ['on disk', formatBytes(stats.totalBytes), share(stats.totalBytes)],
      ];
      const columns = [{ title: '' }, { title: 'AMOUNT', align: 'right' }, { title: 'SHARE' }] as const;
      process.stdout.write(`${renderTable(columns, rows)}\n`);
    });
}
