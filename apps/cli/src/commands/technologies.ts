import { jsonLine } from '@sitegrep/contract/json';
import type { TechnologyDetails, TechnologyItem } from '@sitegrep/client';
import { Command, InvalidArgumentError } from 'commander';
import { connect, type ServerOptions, withServerOptions } from '../connection.ts';
import { EXIT } from '../failure.ts';
import { checkCommand, inUseCommand, trialCommand, updateCommand } from './technology-sets.ts';
import { counted, formatCount, printable, renderTable } from '../terminal.ts';

interface Options extends ServerOptions {
  readonly prefix?: string;
  readonly category?: string;
  readonly country?: string;
  readonly categories: boolean;
  readonly limit: number;
  readonly json: boolean;
}

export function technologiesCommand(): Command {
  return new Command('technologies')
    .addCommand(listCommand(), { isDefault: true })
    .addCommand(checkCommand())
    .addCommand(trialCommand())
    .addCommand(updateCommand())
    .addCommand(inUseCommand());
}

function listCommand(): Command {
  return withServerOptions(new Command('list'))
    .description('List technologies with how many domains have them, or the versions of one')
    .argument('[name]', 'a technology, by its name or slug')
    .option('--prefix <text>', 'only technologies whose names begin so')
    .option('--category <category>', 'only those of a category, e.g. cms or content.cms')
    .option('--country <code>', 'count domains of this country only, e.g. DE')
    .option('--categories', 'list the categories instead', false)
    .option('-n, --limit <number>', 'maximum number of technologies', positive, 20)
    .option('--json', 'print JSON, one object a line', false)
    .action(async (name: string | undefined, options: Options) => {
      process.exitCode = await list(name, options);
    });
}

async function list(name: string | undefined, options: Options): Promise<number> {
  await using closers = new AsyncDisposableStack();
  const { client } = await connect(options, { need: 'read' }, closers);
  const { country, prefix, category, limit, json } = options;
  const inCountry = country === undefined ? {} : { country };
  if (options.categories) {
    const { items } = await client.technologies.categories(inCountry);
    const rows = items.map(({ path, technologies, domains, implied_domains: implied }) => [
      path,
      formatCount(technologies),
      formatCount(domains),
      formatCount(implied),
    ]);
    const columns = [
      { title: 'CATEGORY' },
      { title: 'TECHNOLOGIES', align: 'right' },
      { title: 'DOMAINS', align: 'right' },
      { title: 'IMPLIED', align: 'right' },
    ] as const;
    if (json) for (const item of items) process.stdout.write(jsonLine(item));
    else process.stdout.write(`${renderTable(columns, rows)}\n`);
    return EXIT.done;
  }
  if (name !== undefined) {
    const item = await client.technologies.get(name, inCountry);
    process.stdout.write(json ? jsonLine(item) : `${technologyText(item)}\n`);
    return EXIT.done;
  }
  const found = await client.technologies.list({
    ...inCountry,
    ...(prefix === undefined ? {} : { prefix }),
    ...(category === undefined ? {} : { category }),
    limit,
  });
  if (json) for (const item of found.items) process.stdout.write(jsonLine(item));
  else if (found.items.length > 0) process.stdout.write(`${technologyTable(found.items)}\n`);
  const more = found.total_count > found.items.length ? `, ${found.items.length} shown (--limit)` : '';
  const total = `${counted(found.total_count, 'technology', 'technologies')}${more}\n`;
  (json ? process.stderr : process.stdout).write(total);
  return found.total_count > 0 ? EXIT.done : EXIT.negative;
}

function technologyTable(items: readonly TechnologyItem[]): string {
  const rows = items.map(({ name, domains, implied_domains: implied, categories, versions }) => [
    printable(name),
    formatCount(domains),
    formatCount(implied),
    categories.join(', '),
    versions.map(({ version }) => printable(version)).join(', '),
  ]);
  const columns = [
    { title: 'TECHNOLOGY', maxWidth: 40 },
    { title: 'DOMAINS', align: 'right' },
    { title: 'IMPLIED', align: 'right' },
    { title: 'CATEGORIES', maxWidth: 40 },
    { title: 'VERSIONS', maxWidth: 40 },
  ] as const;
  return renderTable(columns, rows);
}

function technologyText({
  name,
  categories,
  domains,
  implied_domains: implied,
  versions,
  versions_count,
  trend,
  gained,
  lost,
}: TechnologyDetails): string {
  const only = implied === 0 ? '' : ` (on ${formatCount(implied)} only implied)`;
  const head = `${printable(name)}: ${counted(domains, 'domain')}${only}, ${categories.join(', ')}`;
  const months = trend.map(({ domains: some }) => formatCount(some)).join(' ');
  const spread = [
    `At the end of each of the last ${trend.length} months: ${months}`,
    movesText('gained', gained.changes_count, 'instead of', gained.instead_of),
    movesText('lost', lost.changes_count, 'replaced by', lost.replaced_by),
  ];
  if (versions.length === 0) return [head, ...spread].join('\n');
  const rows = versions.map(({ version, domains: some }) => [printable(version), formatCount(some)]);
  const table = renderTable([{ title: 'VERSION' }, { title: 'DOMAINS', align: 'right' }], rows);
  const more = versions_count > versions.length ? [`${versions_count - versions.length} more versions`] : [];
  return [head, ...spread, table, ...more].join('\n');
}

/** A line such as `gained 57 times; instead of Shopify 4, Shopware 2`. */
function movesText(
  verb: string,
  changes: number,
  relation: string,
  others: TechnologyDetails['gained']['instead_of'],
): string {
  const named = others.map(
    ({ technology, changes_count }) => `${printable(technology)} ${formatCount(changes_count)}`,
  );
  const rest = named.length === 0 ? '' : `; ${relation} ${named.join(', ')}`;
  return `${verb} ${counted(changes, 'time')}${rest}`;
}

function positive(text: string): number {
  if (!/^[1-9]\d{0,2}$|^1000$/.test(text)) throw new InvalidArgumentError('Give a number from 1 to 1000.');
  return Number(text);
}
