import { fieldText } from '@sitegrep/contract/field-text';
import { jsonLine } from '@sitegrep/contract/json';
import {
  type DomainItem,
  type DomainRecord,
  type HtmlSearchRequest,
  type SearchPage,
  SitegrepError,
} from '@sitegrep/client';
import { DOMAIN_FIELD_NAMES, DOMAIN_FIELDS, type DomainField } from '@sitegrep/site';
import { Command, InvalidArgumentError, Option } from 'commander';
import { connect, type Connection, type ServerOptions, withServerOptions } from '../connection.ts';
import { furtherFields } from '@sitegrep/api/export-format';
import { FILE_FORMATS, type FileFormat, writeExport, writeFile } from '../export-search.ts';
import { domainFilter } from '../domain-list.ts';
import { CommandFailed, EXIT } from '../failure.ts';
import { matchLines } from '../match-lines.ts';
import { filtersOf, inWordsOfFilter } from '../search-filters.ts';
import { commandName, counted, formatCount, paint, renderTable } from '../terminal.ts';

interface Options extends ServerOptions {
  readonly limit?: number;
  readonly offset: number;
  readonly order: readonly string[];
  readonly mode?: 'strict_entry' | 'entry';
  readonly exclude: readonly string[];
  readonly keyword: readonly string[];
  readonly filter: readonly string[];
  readonly domains?: string;
  readonly json: boolean;
  readonly fields?: readonly DomainField[];
  readonly bom: boolean;
  readonly snippets: boolean;
  readonly all: boolean;
  readonly format?: FileFormat;
  readonly out?: string;
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
    .argument(
      '[term...]',
      'substrings of the source; case is ignored; quote spaces and special characters; none is needed beside --filter, --keyword or --exclude',
    )
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
    .option('--domains <file>', 'only domains that this text file names, one a line')
    .option(
      '--fields <names>',
      'the columns of the table, of CSV or of a workbook, in this order, e.g. domain,title,emails; in JSON these fields as well',
      fieldNames,
    )
    .option(
      '--bom',
      'with --format csv: begin with a byte order mark, by which Excel recognises UTF-8',
      false,
    )
    .option('--snippets', 'show where the pages have the terms', false)
    .option('--all', 'show every matching domain', false)
    .option('--json', 'print each domain as one line of JSON, instead of a table', false)
    .addOption(
      new Option(
        '--format <format>',
        'export every match: as JSON lines, CSV or a workbook of Excel',
      ).choices(FILE_FORMATS),
    )
    .option('--out <file>', 'with --format: write to this file, which appears when it is complete')
    .option('--offset-token <token>', 'with --format: continue after the record with this token')
    .action(async (terms: string[], options: Options) => {
      process.exitCode = await search(terms, options);
    });
}

async function search(terms: readonly string[], options: Options): Promise<number> {
  const { format } = options;
  if (format === undefined && options.offsetToken !== undefined)
    throw new CommandFailed('--offset-token needs --format: add it, or leave the token out.');
  if (options.bom && format !== 'csv')
    throw new CommandFailed('--bom needs --format csv: add it, or leave --bom out.');
  if (options.out !== undefined && format === undefined)
    throw new CommandFailed(
      `--out needs --format: add one of ${FILE_FORMATS.join(', ')}, or leave --out out.`,
    );
  if (format === 'xlsx' && options.out === undefined && process.stdout.isTTY)
    throw new CommandFailed('--format xlsx is no text for a terminal: add --out FILE.');
  if (format !== undefined && options.json)
    throw new CommandFailed('--json and --format exclude each other: give one of them.');
  const request = await requestOf(terms, options);
  if (!hasCriteria(request)) {
    throw new CommandFailed(
      `name what to find: "${commandName()} search wp-content/plugins", or give --filter, --keyword, --exclude or --domains.`,
    );
  }
  await using closers = new AsyncDisposableStack();
  try {
    const connection = await reached(options, request, closers);
    return format === undefined
      ? await show(connection, request, options)
      : await exportAll(connection, request, format, options);
  } catch (error) {
    if (!(error instanceof SitegrepError) || error.code !== 'bad_request') throw error;
    throw new CommandFailed(inWordsOfFilter(options.filter, error.details));
  }
}

function hasCriteria({ search_terms, filters, keywords, exclude_terms }: HtmlSearchRequest): boolean {
  return [search_terms, filters, keywords, exclude_terms].some((list) => list !== undefined);
}

/** Reaches the index. If there is none yet, a fault in the request is told first: it stays when the index is there. */
async function reached(
  options: Options,
  request: HtmlSearchRequest,
  closers: AsyncDisposableStack,
): Promise<Connection> {
  try {
    return await connect(options, { need: 'read' }, closers);
  } catch (error) {
    const { faultOf } = await import('@sitegrep/api/search-request');
    const fault = faultOf(JSON.parse(JSON.stringify(request)));
    throw fault === null ? error : new CommandFailed(inWordsOfFilter(options.filter, fault));
  }
}

async function show(connection: Connection, request: HtmlSearchRequest, options: Options): Promise<number> {
  let shown = 0;
  let total = 0;
  for await (const page of pages(connection, request, options)) {
    total = page.total_count;
    shown += page.items.length;
    if (options.json) for (const item of page.items) process.stdout.write(jsonLine(item));
    else if (options.snippets) for (const item of page.items) process.stdout.write(`${matchLines(item)}\n\n`);
    else if (page.items.length > 0) process.stdout.write(`${tableOf(page.items, options.fields)}\n`);
  }
  const rest = restOf(total, shown, options);
  if (!options.json) process.stdout.write(`${counted(total, 'domain')}${paint('dim', rest)}\n`);
  // The lines of JSON alone would pass for all that there is, and no line at all for a failure.
  else if (rest !== '' || total === 0) process.stderr.write(`${counted(total, 'domain')}${rest}\n`);
  return total > 0 ? EXIT.done : EXIT.negative;
}

/** Words about the domains that are not shown; none if all are. */
function restOf(total: number, shown: number, { all, offset }: Options): string {
  if (all || shown === total) return '';
  if (shown === 0) return `, none shown: --offset ${formatCount(offset)} skips all`;
  return total > offset + shown ? `, ${formatCount(shown)} shown (--limit, --all)` : '';
}

async function exportAll(
  connection: Connection,
  request: HtmlSearchRequest,
  format: FileFormat,
  { all, limit, offsetToken, fields, bom, out }: Options,
): Promise<number> {
  const { limit: _, offset, ...query } = request;
  const wish = {
    ...query,
    ...(offsetToken === undefined ? { offset: all ? 0 : (offset ?? 0) } : { offset_token: offsetToken }),
    ...(all || limit === undefined ? {} : { limit }),
  };
  const layout = {
    format,
    hasMatches: request.snippets === true,
    fields: furtherFields(fields ?? []),
    ...(fields === undefined ? {} : { columns: fields }),
    bom,
  };
  if (out !== undefined) {
    const count = await writeFile(out, (output) => writeExport(connection, wish, layout, output));
    process.stdout.write(`${counted(count, 'domain')} written to ${out}\n`);
    return count > 0 ? EXIT.done : EXIT.negative;
  }
  const count = await writeExport(connection, wish, layout, process.stdout);
  if (count > 0) return EXIT.done;
  process.stderr.write('0 domains\n');
  return EXIT.negative;
}

async function requestOf(terms: readonly string[], options: Options): Promise<HtmlSearchRequest> {
  const { mode, order, exclude, keyword, filter, domains } = options;
  const conditions = filtersOf(filter);
  const listed = domains === undefined ? [] : [await domainFilter(domains)];
  const filters =
    listed.length === 0 || conditions.length === 0
      ? [...listed, ...conditions]
      : [...listed, 'and', ...conditions];
  const further = furtherFields(options.fields ?? []);
  return {
    ...(terms.length === 0 ? {} : { search_terms: [...terms] }),
    ...(order.length === 0 ? {} : { order_by: [...order] }),
    ...(exclude.length === 0 ? {} : { exclude_terms: [...exclude] }),
    ...(keyword.length === 0 ? {} : { keywords: [...keyword] }),
    ...(filters.length === 0 ? {} : { filters: filters as HtmlSearchRequest['filters'] }),
    ...(mode === undefined ? {} : { mode }),
    ...(further.length === 0 ? {} : { fields: [...further] }),
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

/** Columns of the table unless others are asked for. */
const COLUMNS = ['domain', 'domain_rank', 'title', 'technologies'] as const satisfies readonly DomainField[];

/** Widths of columns on a terminal, in cells. */
const MAX_WIDTHS: { readonly [Field in DomainField]?: number } = { domain: 40, title: 50 };
const MAX_WIDTH = 60;

function tableOf(items: readonly DomainItem[], fields: readonly DomainField[] = COLUMNS): string {
  return renderTable(
    fields.map((field) => ({
      title: DOMAIN_FIELDS[field].label.toUpperCase(),
      maxWidth: MAX_WIDTHS[field] ?? MAX_WIDTH,
      ...(DOMAIN_FIELDS[field].kind === 'rank' ? { align: 'right' as const } : {}),
    })),
    items.map((item) => fields.map((field) => textIn(item, field))),
  );
}

/** The text of a field, which an item may have only if it was asked for. */
function textIn(item: DomainItem, field: DomainField): string {
  return item[field] === undefined ? '' : fieldText(field, item as Pick<DomainRecord, DomainField>);
}

function fieldNames(text: string): readonly DomainField[] {
  const names = text.split(',').map((name) => name.trim());
  const fields = names.map((name) => {
    const field = DOMAIN_FIELD_NAMES.find((known) => known === name);
    if (field !== undefined) return field;
    throw new InvalidArgumentError(`${name} is no field. Give some of ${DOMAIN_FIELD_NAMES.join(',')}.`);
  });
  return [...new Set(fields)];
}

function integer(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Give a whole number.');
  return Number(text);
}

function collect(value: string, previous: readonly string[]): readonly string[] {
  return [...previous, value];
}
