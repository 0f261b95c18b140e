import { queryTranslation } from '@sitegrep/api/query-translation';
import { Command } from 'commander';
import { connect, type ServerOptions, withServerOptions } from '../connection.ts';
import { write, writeFile } from '../written-file.ts';
import { CommandFailed, EXIT, reportFailure } from '../failure.ts';
import { type Count, counter, inOrder } from '../nuclei/counts.ts';
import { type ReportedQuery, reportColumns, reportRow, reportTable } from '../nuclei/report.ts';
import { readTemplates, type Template, type TemplateQuery } from '../nuclei/template-files.ts';
import { plainColumns, writeLines, writeTable } from '../table-file.ts';
import { checkTableOptions, formattedByFile, type TableOptions, withTableOptions } from '../table-options.ts';
import { counted, formatCount } from '../terminal.ts';

interface Options extends ServerOptions, TableOptions {
  readonly count: boolean;
}

const HELP = `
Read are publicwww-query, fofa-query and shodan-query in the metadata of the templates, files named .yaml or .yml. A part that can't be asked, such as the hash of an icon, is named with the reason; without it, a count is a bound: ≤ or ≥.
docs/search.md says how each part is translated.`;

/** Rows of a table that are printed together. */
const ROWS_AT_A_TIME = 1_000;

export function nucleiQueriesCommand(): Command {
  const command = withServerOptions(new Command('nuclei-queries'))
    .argument('<folder>', 'folder of templates, or one template')
    .option('--count', 'ask the index how many domains each query finds', false);
  return withTableOptions(command, 'query')
    .addHelpText('after', HELP)
    .action(async (folder: string, options: Options) => {
      process.exitCode = await nucleiQueries(folder, formattedByFile(options));
    });
}

async function nucleiQueries(folder: string, options: Options): Promise<number> {
  checkTogether(options);
  await using closers = new AsyncDisposableStack();
  const count = options.count ? counter((await connect(options, { need: 'read' }, closers)).client) : null;
  const totals = new Totals();
  const queries = inOrder(queriesOf(folder, totals), (query) => reported(query, count));
  await print(totals.counting(queries), options);
  const isForPrograms = options.json || options.format !== undefined;
  (isForPrograms ? process.stderr : process.stdout).write(totals.lines());
  if (totals.faults > 0) return EXIT.failed;
  return totals.found > 0 ? EXIT.done : EXIT.negative;
}

interface Written extends TemplateQuery {
  readonly template: Template;
}

/** Queries of all templates. Files that can't be read are told as they are met. */
function* queriesOf(folder: string, totals: Totals): Generator<Written, void> {
  for (const file of readTemplates(folder)) {
    if (file.kind === 'fault') {
      totals.faults += 1;
      reportFailure(new CommandFailed(file.problem));
    } else if (file.kind === 'other') {
      totals.others += 1;
    } else {
      totals.templates += 1;
      for (const query of file.template.queries) yield { ...query, template: file.template };
    }
  }
}

async function reported(
  { engine, original, template }: Written,
  count: ((query: string) => Promise<Count>) | null,
): Promise<ReportedQuery> {
  const { id, name, severity, file } = template;
  const translation = queryTranslation(engine, original);
  const read = { template: id, name, severity, file, engine, original, ...translation };
  if (count === null) return read;
  if (read.query === null) return { ...read, count: null };
  const { domains, problem } = await count(read.query);
  return { ...read, count: domains, problem };
}

async function print(
  queries: AsyncGenerator<ReportedQuery, void>,
  { count, json, format, bom, out }: Options,
): Promise<void> {
  const { stdout } = process;
  if (json) {
    await writeLines(queries, stdout);
  } else if (format === undefined) {
    let rows: ReportedQuery[] = [];
    const flush = async (): Promise<void> => {
      if (rows.length > 0) await write(stdout, `${reportTable(rows, count)}\n`);
      rows = [];
    };
    for await (const query of queries) if (rows.push(query) >= ROWS_AT_A_TIME) await flush();
    await flush();
  } else {
    const table = {
      name: 'queries',
      lines: queries,
      columns: plainColumns(reportColumns(count)),
      rowsOf: (query: ReportedQuery) => [reportRow(query)],
    };
    if (out === undefined) await writeTable(format, bom, stdout, table);
    else await writeFile('--out', out, (file) => writeTable(format, bom, file, table));
  }
}

class Totals {
  templates = 0;
  others = 0;
  faults = 0;
  #queries = 0;
  #translated = 0;
  #withDomains = 0;
  #isCounted = false;

  /** Counts what passes. */
  async *counting(queries: AsyncGenerator<ReportedQuery, void>): AsyncGenerator<ReportedQuery, void> {
    for await (const query of queries) {
      this.#queries += 1;
      if (query.query !== null) this.#translated += 1;
      if (query.count !== undefined) this.#isCounted = true;
      if ((query.count ?? 0) > 0) this.#withDomains += 1;
      yield query;
    }
  }

  /** Number of queries that have domains; without counts, of those that can be asked. */
  get found(): number {
    return this.#isCounted ? this.#withDomains : this.#translated;
  }

  lines(): string {
    const queries = counted(this.#queries, 'query', 'queries');
    const not = this.#queries - this.#translated;
    const parts = [
      `${counted(this.templates, 'template')} with ${queries}: ${formatCount(this.#translated)} can be asked, ${formatCount(not)} can't`,
      ...(this.#isCounted ? [`${formatCount(this.#withDomains)} find domains`] : []),
      ...(this.others > 0 ? [`${counted(this.others, 'other file')} of YAML skipped`] : []),
      ...(this.faults > 0 ? [`${counted(this.faults, 'file')} not read`] : []),
    ];
    return `${parts.join('; ')}\n`;
  }
}

/** @throws CommandFailed if options exclude each other */
function checkTogether(options: Options): void {
  checkTableOptions(options);
  if (options.format !== undefined && options.json)
    throw new CommandFailed('--json and --format exclude each other: give one of them.');
}
