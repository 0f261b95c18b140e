// Commands that print the state of an instance: `config` its settings, `stats` what it stores.
import type { Stats } from '@sitegrep/client';
import { jsonLine } from '@sitegrep/contract/json';
import { effectiveSettings } from '@sitegrep/config';
import { Command } from 'commander';
import { connect, type ServerOptions, withServerOptions } from '../connection.ts';
import { readConfig } from '../read-config.ts';
import { outdatedText } from '../outdated-count.ts';
import { commandName, formatBytes, formatCount, renderTable } from '../terminal.ts';

export function configCommand(): Command {
  return new Command('config')
    .option('--json', 'print the settings as JSON', false)
    .action((options: { readonly json: boolean }) => {
      const settings = effectiveSettings(readConfig());
      if (options.json) {
        process.stdout.write(`${JSON.stringify(settings, null, 2)}\n`);
        return;
      }
      const rows = settings.map(({ variable, value, isDefault }) => [
        variable,
        isDefault ? 'default' : 'set',
        value,
      ]);
      process.stdout.write(
        `${renderTable([{ title: 'VARIABLE', isWhole: true }, { title: 'FROM' }, { title: 'VALUE', wraps: true }], rows)}\n`,
      );
    });
}

export function statsCommand(): Command {
  return withServerOptions(new Command('stats'))
    .option('--json', 'print the figures as JSON, in the form of GET /admin/stats', false)
    .action(async (options: ServerOptions & { readonly json: boolean }) => {
      await using closers = new AsyncDisposableStack();
      const { client } = await connect(options, { need: 'read' }, closers);
      const stats = await client.admin.stats();
      if (options.json) {
        process.stdout.write(jsonLine(stats));
        return;
      }
      const share = (bytes: number): string =>
        stats.source_bytes === 0 ? '' : `${(bytes / stats.source_bytes).toFixed(2)} × source`;
      const rows = [
        ['domains', formatCount(stats.domains), ''],
        ['pages', formatCount(stats.pages), ''],
        ['source', formatBytes(stats.source_bytes), ''],
        ['source, compressed', formatBytes(stats.compressed_bytes), share(stats.compressed_bytes)],
        ...(stats.versions === 0
          ? []
          : [
              ['versions of pages', formatCount(stats.versions), ''],
              ['versions, compressed', formatBytes(stats.version_bytes), share(stats.version_bytes)],
            ]),
        ['substring index', formatBytes(stats.index_bytes), share(stats.index_bytes)],
        ['on disk', formatBytes(stats.total_bytes), share(stats.total_bytes)],
      ];
      const columns = [{ title: '' }, { title: 'AMOUNT', align: 'right' }, { title: 'SHARE' }] as const;
      process.stdout.write(`${renderTable(columns, rows)}\n`);
      if (stats.domains > 0) process.stdout.write(`\n${coverageOf(stats)}\n`);
    });
}

/** How many domains have each part of what sites answer, and how many have outdated pages. */
function coverageOf({ domains, domains_with: having, outdated_domains: outdated }: Stats): string {
  const share = (count: number): string => `${Math.floor((100 * count) / domains)} %`;
  const parts = [
    ['header fields', having.headers],
    ['cookies', having.cookies],
    ['hosts of pages', having.hosts],
    ['well-known files', having.files],
    ['a certificate', having.certificate],
    ['an icon', having.icon],
  ] as const;
  const table = renderTable(
    [{ title: 'DOMAINS WITH' }, { title: 'COUNT', align: 'right' }, { title: 'SHARE', align: 'right' }],
    parts.map(([name, count]) => [name, formatCount(count), share(count)]),
  );
  if (outdated.count === 0) return table;
  const verb = outdated.count === 1 ? 'has' : 'have';
  return `${table}\n\n${outdatedText(outdated)} ${verb} pages whose facts an earlier version gave: run "${commandName()} reanalyse"`;
}
