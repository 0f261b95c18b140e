import { jsonLine } from '@sitegrep/contract/json';
import type { DomainItem, DomainRecord, HtmlSearchRequest, SearchPage } from '@sitegrep/client';
import { DOMAIN_FIELDS, type DomainField, RECORD_FIELDS, type RecordField } from '@sitegrep/site';
import { Command, InvalidArgumentError, Option } from 'commander';
import { connect, type Connection, type ServerOptions, withServerOptions } from '../connection.ts';
import type { ExportFormat } from '@sitegrep/api/export-format';
import { EXPORT_FORMATS, writeExport } from '../export-search.ts';
import { CommandFailed, EXIT } from '../failure.ts';
import { fieldText } from '../field-text.ts';
import { matchLines } from '../match-lines.ts';
import { filtersOf } from '../search-filters.ts';
import { counted, formatCount, paint, renderTable } from '../terminal.ts';

interface Options extends ServerOptions {
  readonly limit?: number;
  readonly offset: number;
  readonly order: readonly string[];
  readonly mode?: 'strict_entry' | 'entry';
  readonly exclude: readonly string[];
  readonly keyword: readonly string[];
  readonly filter: readonly string[];
  readonly json: boolean;
  readonly field: readonly RecordField[];
  readonly snippets: boolean;
  readonly all: boolean;
  readonly format?: ExportFormat;
  readonly offsetToken?: string;
}

const DEFAULT_LIMIT = 10;

/** Domains per page of a search of all matches. */
const ALL_PAGE = 10_000;
/** The same with snippets, so that the first ones are shown early. */
const SHOWN_PAGE = 100;

export function searchCommand(): Command {
  return withServerOptions(new Command('search'))
    .description('Find the domains whose source has every term')
    .argument('[term...]', 'substrings of the source; case is ignored; quote spaces and special characters')
    .option(
      '-n, --limit <number>',
      `maximum number of domains (default: ${DEFAULT_LIMIT}; with --format: all)`,
      integer,
    )
    .option('--offset <number>', 'number of domains to skip', integer, 0)
    .option(
      '--order <rule>',
      'sort by field,asc or field,desc; repeatable (default: domain_rank,desc)',
      collect,
      [],
    )
    .option('--exclude <term>', 'leave out domains that have this term; repeatable', collect, [])
    .addOption(
      new Option('--mode <mode>', 'entry: only the letters and digits of a term count').choices([
        'strict_entry',
        'entry',
      ]),
    )
    .option('--keyword <text>', 'text in title, description or meta keywords; repeatable', collect, [])
    .option(
      '--filter <condition>',
      'condition as FIELD OPERATOR VALUE, or in the JSON of the API; repeatable',
      collect,
      [],
    )
    .addOption(
      new Option('--field <name>', 'show a further field of each domain; repeatable')
        .choices([...RECORD_FIELDS])
        .argParser(recordField)
        .default([], ''),
    )
    .option('--snippets', 'show where the pages have the terms', false)
    .option('--all', 'show every matching domain', false)
    .option('--json', 'print each domain as one line of JSON, instead of a table', false)
    .addOption(
      new Option('--format <format>', 'export every match, in the format of the HTTP API').choices(
        EXPORT_FORMATS,
      ),
    )
    .option('--offset-token <token>', 'with --format: continue after the record with this token')
    .action(async (terms: string[], options: Options) => {
      process.exitCode = await search(terms, options);
    });
}

async function search(terms: readonly string[], options: Options): Promise<number> {
  const { format } = options;
  if (format === undefined && options.offsetToken !== undefined)
    throw new CommandFailed('--offset-token needs --format: add it, or leave the token out.');
  if (format !== undefined && options.json)
    throw new CommandFailed('--json and --format exclude each other: give one of them.');
  const request = requestOf(terms, options);
  await using closers = new AsyncDisposableStack();
  const connection = await connect(options, { need: 'read' }, closers);
  return format === undefined
    ? await show(connection, request, options)
    : await exportAll(connection, request, format, options);
}

async function show(connection: Connection, request: HtmlSearchRequest, options: Options): Promise<number> {
  let shown = 0;
  let total = 0;
  for await (const page of pages(connection, request, options)) {
    total = page.total_count;
    shown += page.items.length;
    if (options.json) for (const item of page.items) process.stdout.write(jsonLine(item));
    else if (options.snippets) for (const item of page.items) process.stdout.write(`${matchLines(item)}\n\n`);
    else if (page.items.length > 0) process.stdout.write(`${tableOf(page.items, options.field)}\n`);
  }
  const rest = total > options.offset + shown ? `, ${formatCount(shown)} shown (--limit, --all)` : '';
  if (!options.json) process.stdout.write(`${counted(total, 'domain')}${paint('dim', rest)}\n`);
  // The lines of JSON alone would pass for all that there is.
  else if (rest !== '') process.stderr.write(`${counted(total, 'domain')}${rest}\n`);
  return total > 0 ? EXIT.done : EXIT.negative;
}

async function exportAll(
  connection: Connection,
  request: HtmlSearchRequest,
  format: ExportFormat,
  { all, limit, offsetToken }: Options,
): Promise<number> {
  const { limit: _, offset, ...query } = request;
  const wish = {
    ...query,
    ...(offsetToken === undefined ? { offset: all ? 0 : (offset ?? 0) } : { offset_token: offsetToken }),
    ...(all || limit === undefined ? {} : { limit }),
  };
  const count = await writeExport(connection, wish, format, process.stdout);
  return count > 0 ? EXIT.done : EXIT.negative;
}

function requestOf(terms: readonly string[], options: Options): HtmlSearchRequest {
  const { mode, order, exclude, keyword, filter } = options;
  return {
    ...(terms.length === 0 ? {} : { search_terms: [...terms] }),
    ...(order.length === 0 ? {} : { order_by: [...order] }),
    ...(exclude.length === 0 ? {} : { exclude_terms: [...exclude] }),
    ...(keyword.length === 0 ? {} : { keywords: [...keyword] }),
    ...(filter.length === 0 ? {} : { filters: filtersOf(filter) as HtmlSearchRequest['filters'] }),
    ...(mode === undefined ? {} : { mode }),
    ...(options.field.length === 0 ? {} : { fields: [...options.field] }),
    ...(options.snippets ? { snippets: true } : {}),
    offset: options.all ? 0 : options.offset,
    limit: options.limit ?? DEFAULT_LIMIT,
  };
}

async function* pages(
  { client }: Connection,
  request: HtmlSearchRequest,
  { all, snippets }: Options,
): AsyncGenerator<SearchPage> {
  const { offset, limit, ...query } = request;
  const atATime = snippets ? SHOWN_PAGE : ALL_PAGE;
  let left = all ? Infinity : (limit ?? DEFAULT_LIMIT);
  let position: Pick<HtmlSearchRequest, 'offset' | 'offset_token'> = { offset: offset ?? 0 };
  for (;;) {
    const page = await client.search.page({ ...query, ...position, limit: Math.min(left, atATime) });
    yield page;
    left -= page.items.length;
    if (left <= 0 || page.offset_token === '') return;
    position = { offset_token: page.offset_token };
  }
}

/** Columns of the table, in terminal cells. */
const COLUMNS: readonly {
  readonly field: Exclude<DomainField, RecordField>;
  readonly maxWidth?: number;
  readonly align?: 'right';
}[] = [
  { field: 'domain', maxWidth: 40 },
  { field: 'domain_rank', align: 'right' },
  { field: 'title', maxWidth: 50 },
  { field: 'technologies', maxWidth: 60 },
];

/** Width of the columns of further fields. */
const FURTHER_WIDTH = 60;

function tableOf(items: readonly DomainItem[], fields: readonly RecordField[]): string {
  const further = fields.map((field) => ({ field, maxWidth: FURTHER_WIDTH }));
  return renderTable(
    [...COLUMNS, ...further].map(({ field, ...layout }) => ({
      title: DOMAIN_FIELDS[field].label.toUpperCase(),
      ...layout,
    })),
    items.map((item) => [
      ...COLUMNS.map(({ field }) => fieldText(field, item)),
      ...fields.map((field) => furtherText(field, item)),
    ]),
  );
}

/** The text of a field that items have only if it was asked for. */
function furtherText(field: RecordField, item: DomainItem): string {
  return item[field] === undefined ? '' : fieldText(field, item as Pick<DomainRecord, RecordField>);
}

function recordField(name: string, previous: readonly RecordField[]): readonly RecordField[] {
  const field = RECORD_FIELDS.find((known) => known === name);
  if (field === undefined) throw new InvalidArgumentError(`Give one of ${RECORD_FIELDS.join(', ')}.`);
  return [...previous.filter((other) => other !== field), field];
}

function integer(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Give a whole number.');
  return Number(text);
}

function collect(value: string, previous: readonly string[]): readonly string[] {
  return [...previous, value];
}
