// Commands that print the state of an instance: `config` its settings, `stats` what it stores.
import { jsonLine } from '@sitegrep/contract';
import { effectiveSettings } from '@sitegrep/config';
import { Command } from 'commander';
import { openExistingStorage, readConfig } from '../instance.ts';
import { formatBytes, formatCount, renderTable } from '../terminal.ts';

export function configCommand(): Command {
  return new Command('config')
    .description('Print every setting with its current value; secrets are masked')
    .option('--json', 'print the settings as JSON', false)
    .action((options: { readonly json: boolean }) => {
      const settings = effectiveSettings(readConfig());
      if (options.json) {
        process.stdout.write(`${JSON.stringify(settings, null, 2)}\n`);
        return;
      }
      const rows = settings.map(({ variable, value, isDefault }) => [
        variable,
        value,
        isDefault ? 'default' : 'set',
      ]);
      process.stdout.write(
        `${renderTable([{ title: 'VARIABLE' }, { title: 'VALUE' }, { title: 'FROM' }], rows)}\n`,
      );
    });
}

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
        process.stdout.write(jsonLine(stats));
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
