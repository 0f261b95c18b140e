import { jsonLine } from '@sitegrep/contract/json';
import {
  type Explanation,
  type FacetAnswer,
  type FoundChange,
  type FoundItem,
  type Level,
  type QueryExport,
  type QueryNote,
  type QueryRequest,
  SitegrepError,
} from '@sitegrep/client';
import type { FacetInput } from '@sitegrep/search';
import { SEARCH_BOUNDS } from '@sitegrep/search/bounds';
import { Command, InvalidArgumentError, Option } from 'commander';
import { connect, type Connection, type ServerOptions, withServerOptions } from '../connection.ts';
import { furtherFields } from '@sitegrep/tables/format';
import { FILE_FORMATS, type FileFormat, writeExport } from '../export-search.ts';
import { writeFile } from '../written-file.ts';
import { collectExtraction, inWordsOf, type WrittenExtraction } from '../extract-option.ts';
import { CommandFailed, EXIT } from '../failure.ts';
import type { FacetWish } from '../facet-tables.ts';
import { orderRule } from '../order-rule.ts';
import { formatMissing, withFormatOfFile } from '../file-format.ts';
import { foundTable, knownColumns, usualColumns } from '../found-table.ts';
import { matchLines, nameOf } from '../match-lines.ts';
import { PrintedTexts } from '../printed-texts.ts';
import { noteLine, printNote, printNotes } from '../query-notes.ts';
import { withSearchProgress } from '../search-progress.ts';
import { type WrittenQuery, writtenQuery } from '../search-query.ts';
import { commandName, counted, formatCount, paint, printable } from '../terminal.ts';

interface Options extends ServerOptions {
  readonly limit?: number;
  readonly offset: number;
  readonly order: readonly string[];
  readonly term: readonly string[];
  readonly domains?: string;
  readonly literal: boolean;
  readonly ignoreCase: boolean;
  readonly names: boolean;
  readonly onlyMatching: boolean;
  readonly context?: number;
  readonly pages: boolean;
  readonly versions: boolean;
  readonly count: boolean;
  readonly explain: boolean;
  readonly json: boolean;
  readonly fields?: readonly string[];
  readonly bom: boolean;
  readonly snippets: boolean;
  readonly extract: readonly WrittenExtraction[];
  readonly facet: readonly string[];
  readonly top?: number;
  readonly facetOffset?: number;
  readonly facetMin?: number;
  readonly all: boolean;
  readonly format?: FileFormat;
  readonly out?: string;
  readonly offsetToken?: string;
}

const DEFAULT_LIMIT = 10;

/** Items that are asked for at a time. */
const ALL_PAGE = 10_000;
/** The same with snippets or values, so that the first ones are shown early. */
const SHOWN_PAGE = 100;

export function searchCommand(): Command {
  return withServerOptions(new Command('search'))
    .argument(
      '[query...]',
      "a query, e.g. brevo.com OR sibforms.com, '\"gtag(\" country:DE', '/UA-\\d{4,9}-\\d/'; its language is described in docs/search.md",
    )
    .option(
      '--term <text>',
      'a text that the source must have as well, as it stands; repeatable',
      collect,
      [],
    )
    .option(
      '-i, --ignore-case',
      'as it is anyway unless the query says case:yes: put case:no before it',
      false,
    )
    .option('--literal', 'look for the query as one text, as it stands: source copied from a page', false)
    .option('--domains <file>', 'only domains that this text file names, one a line')
    .option('--pages', 'find the pages that match, not the domains', false)
    .option('--versions', 'find the versions of pages that match: as they are, and as they were', false)
    .option(
      '-n, --limit <number>',
      `maximum number of domains, pages or versions (default: ${DEFAULT_LIMIT}; with --format: all)`,
      integer,
    )
    .option('--offset <number>', 'number of domains, pages or versions to skip', integer, 0)
    .option(
      '--order <rule>',
      'sort by a field such as rank, visited or country, or field,asc or field,desc; repeatable (default: rank)',
      (rule: string, previous: readonly string[]) => collect(orderRule(rule), previous),
      [],
    )
    .option(
      '--fields <names>',
      'the columns of the table, of CSV, Parquet or a workbook, in this order, e.g. domain,title,email; in JSON these fields as well; values of --extract that are not named follow',
      names,
    )
    .option(
      '--bom',
      'with --format csv: begin with a byte order mark, by which Excel recognises UTF-8',
      false,
    )
    .option('--snippets', 'show where the pages have what was looked for', false)
    .option(
      '-C, --context <number>',
      `show it with this many characters on each side, at most ${SEARCH_BOUNDS.maxAround} (default: ${SEARCH_BOUNDS.defaultAround})`,
      contextSize,
    )
    .option(
      '-o, --only-matching',
      'print only the texts that match, one a line: up to 10 of each domain or page that is found',
      false,
    )
    .option('-l, --names', 'print only the names of all domains, or the addresses of all pages', false)
    .option(
      '--extract <value>',
      "a value to read out of the pages that are found, as a column of its own: 'h1=css:h1' the text of the first element of a CSS selector, 'made_with=css:meta[name=generator]@content' an attribute, 'version=re:ver=([\\d.]+)' the group of a pattern, 'server=headers:(?m)^server: (.*)' that of one in the headers, 'links[]=css:a@href' all values; repeatable",
      collectExtraction,
      [],
    )
    .option(
      '--facet <name>',
      'count the domains that match by a property, e.g. tech, country, version:WooCommerce, capture:1, host:script@third, header_value:server, agent:GPTBot, or tech@seen without what is only implied; repeatable',
      collect,
      [],
    )
    .option('--top <number>', 'with --facet: maximum number of values of each (default: 10)', integer)
    .option('--facet-offset <number>', 'with --facet: number of values of each to skip (default: 0)', integer)
    .option(
      '--facet-min <number>',
      'with --facet: number of domains that a value must have (default: 1)',
      integer,
    )
    .option('-c, --count', 'print only how many there are', false)
    .option('--explain', 'say how the query is read, and what must be looked for in sources', false)
    .option('--all', 'show every domain or page that matches', false)
    .option('--json', 'print each domain or page as one line of JSON, instead of a table', false)
    .addOption(
      new Option(
        '--format <format>',
        'export every match: as JSON lines, CSV, Parquet, a workbook of Excel, or lines as uncover prints them',
      ).choices(FILE_FORMATS),
    )
    .option(
      '--out <file>',
      'write to this file, which appears when it is complete; its ending says the format, unless --format does',
    )
    .option('--offset-token <token>', 'with --format: continue after the record with this token')
    .action(async (words: string[], options: Options) => {
      process.exitCode = await search(words, withFormatOfFile(asWanted(options), FILE_FORMATS));
    });
}

/** Options with what others of them imply: lines for a program are of all that is found, and context is that of matches. */
function asWanted(options: Options): Options {
  const { names: onlyNames, onlyMatching, all, limit, snippets, context } = options;
  return {
    ...options,
    all: all || ((onlyNames || onlyMatching) && limit === undefined),
    snippets: !onlyNames && (snippets || onlyMatching || context !== undefined),
  };
}

async function search(words: readonly string[], options: Options): Promise<number> {
  checkTogether(options);
  const written = await writtenQuery(words, options);
  // Facets count everything unless something is named.
  const query = written.query ?? (options.facet.length > 0 ? {} : null);
  // Only they need to know what a label is, which is much to load.
  const facets = options.facet.length > 0 ? await import('../facet-tables.ts') : null;
  const inWords = (details: string): string => {
    const told = inWordsOf(options.extract, written.inWords(details));
    return facets === null ? told : facets.facetInWords(told);
  };
  if (query === null) {
    throw new CommandFailed(
      `name what to find: "${commandName()} search wp-content/plugins", or give --term or --domains; "${commandName()} search 'rank:>=0'" finds all.`,
    );
  }
  const counting = facets?.facetsOf(options.facet, facetWish(options)) ?? [];
  const request = requestOf(query, counting, options);
  await using closers = new AsyncDisposableStack();
  try {
    const connection = await reached(options, request, inWords, closers);
    if (options.explain) return await explain(connection, query, options);
    if (facets !== null) return await countFacets(connection, request, facets.facetTable, options);
    if (options.count) return await count(connection, query, options);
    return options.format === undefined
      ? await show(connection, request, options)
      : await exportAll(connection, request, options.format, options);
  } catch (error) {
    if (!(error instanceof SitegrepError) || error.code !== 'bad_request') throw error;
    throw new CommandFailed(inWords(error.details));
  }
}

/** Reaches the index. If there is none yet, a fault in the request is told first: it stays when the index is there. */
async function reached(
  options: Options,
  request: QueryRequest,
  inWords: (details: string) => string,
  closers: AsyncDisposableStack,
): Promise<Connection> {
  try {
    return await connect(options, { need: 'read' }, closers);
  } catch (error) {
    const { faultOf } = await import('@sitegrep/api/query-request');
    const fault = faultOf(JSON.parse(JSON.stringify(request)));
    throw fault === null ? error : new CommandFailed(inWords(fault));
  }
}

/** @throws CommandFailed if options exclude each other */
function checkTogether({
  format,
  offsetToken,
  bom,
  out,
  json,
  fields,
  snippets,
  extract,
  count: counts,
  explain: explains,
  facet,
  top,
  facetOffset,
  facetMin,
  names: onlyNames,
  onlyMatching,
  context,
  pages: ofPages,
  versions,
}: Options): void {
  for (const [name, value] of [
    ['--top', top],
    ['--facet-offset', facetOffset],
    ['--facet-min', facetMin],
  ] as const)
    if (value !== undefined && facet.length === 0)
      throw new CommandFailed(`${name} needs --facet: add it, or leave ${name} out.`);
  if (format === undefined && offsetToken !== undefined)
    throw new CommandFailed('--offset-token needs --format: add it, or leave the token out.');
  if (bom && format !== 'csv')
    throw new CommandFailed('--bom needs --format csv: add it, or leave --bom out.');
  if (out !== undefined && format === undefined) throw new CommandFailed(formatMissing(FILE_FORMATS));
  if ((format === 'xlsx' || format === 'parquet') && out === undefined && process.stdout.isTTY)
    throw new CommandFailed(`--format ${format} is not text for a terminal: add --out FILE.`);
  if (format === 'uncover' && (fields !== undefined || snippets || extract.length > 0))
    throw new CommandFailed(
      '--format uncover has the fields of uncover alone: leave out --fields, --snippets and --extract.',
    );
  const shapes = [
    ['--format', format !== undefined],
    ['--count', counts],
    ['--explain', explains],
    ['--facet', facet.length > 0],
    ['--names', onlyNames],
    ['--only-matching', onlyMatching],
  ] as const;
  const [one, other] = shapes.filter(([, isGiven]) => isGiven).map(([name]) => name);
  if (one !== undefined && other !== undefined)
    throw new CommandFailed(`${one} and ${other} exclude each other: give one of them.`);
  if (ofPages && versions)
    throw new CommandFailed('--pages and --versions exclude each other: give one of them.');
  if ((onlyNames || onlyMatching) && json)
    throw new CommandFailed(`${one ?? ''} and --json exclude each other: give one of them.`);
  if (onlyMatching && context !== undefined)
    throw new CommandFailed('--only-matching and --context exclude each other: give one of them.');
  if (format !== undefined && json)
    throw new CommandFailed('--json and --format exclude each other: give one of them.');
}

/** Hint for a search that finds no version, as where none is kept. */
const VERSIONS_KEPT = 'what pages were before is kept only by a server that runs with SITEGREP_KEEP_VERSIONS';

async function show(
  connection: Connection,
  request: QueryRequest<SearchLevel>,
  options: Options,
): Promise<number> {
  let shown = 0;
  let total = 0;
  const texts = new PrintedTexts();
  for await (const page of pages(connection, request, options)) {
    if (shown === 0) printNotes(page.notes, page.total);
    total = page.total;
    shown += page.items.length;
    if (options.json) for (const item of page.items) process.stdout.write(jsonLine(item));
    else if (options.names) for (const item of page.items) process.stdout.write(`${nameOf(item)}\n`);
    else if (options.onlyMatching) for (const item of page.items) texts.print(item);
    else if (options.snippets)
      for (const item of page.items) process.stdout.write(`${matchLines(item, options.context)}\n\n`);
    else if (page.items.length > 0) process.stdout.write(`${page.table()}\n`);
  }
  const rest = restOf(total, shown, options);
  const found = counted(total, levelOf(options));
  const isForProgram = options.json || options.names || options.onlyMatching;
  if (!isForProgram) process.stdout.write(`${found}${paint('dim', rest)}\n`);
  // The lines alone would pass for all that there is, and no line at all for a failure.
  else if (rest !== '' || total === 0) process.stderr.write(`${found}${rest}\n`);
  if (options.onlyMatching && shown > 0) texts.tell(levelOf(options));
  if (options.versions && total === 0) printNote(VERSIONS_KEPT);
  return total > 0 ? EXIT.done : EXIT.negative;
}

function levelOf({ pages: ofPages, versions }: Options): SearchLevel {
  if (versions) return 'version';
  return ofPages ? 'page' : 'domain';
}

/** Words about what is not shown; none if all is. */
function restOf(total: number, shown: number, { all, offset }: Options): string {
  if (all || shown === total) return '';
  if (shown === 0) return `, none shown: --offset ${formatCount(offset)} skips all`;
  return total > offset + shown ? `, ${formatCount(shown)} shown (--limit, --all)` : '';
}

async function count(
  { client }: Connection,
  query: WrittenQuery['query'] & object,
  options: Options,
): Promise<number> {
  const request = { ...query, level: levelOf(options), count_only: true };
  const { total_count: total, notes } = await withSearchProgress((shown) =>
    client.query.search(request, shown),
  );
  printNotes(notes, total);
  process.stdout.write(`${total}\n`);
  return total > 0 ? EXIT.done : EXIT.negative;
}

/** Prints what the domains that match are counted by, and how many there are. */
async function countFacets(
  { client }: Connection,
  request: QueryRequest,
  tableOf: (facet: FacetAnswer, offset?: number) => string,
  options: Options,
): Promise<number> {
  const counting = { ...request, offset: 0, limit: 1, count_only: true };
  const {
    total_count: total,
    facets = [],
    notes,
  } = await withSearchProgress((shown) => client.query.search(counting, shown));
  printNotes(notes, total);
  if (options.json) for (const facet of facets) process.stdout.write(jsonLine(facet));
  else for (const facet of facets) process.stdout.write(`${tableOf(facet, options.facetOffset)}\n\n`);
  (options.json ? process.stderr : process.stdout).write(`${counted(total, levelOf(options))}\n`);
  return total > 0 ? EXIT.done : EXIT.negative;
}

async function explain(
  { client }: Connection,
  query: WrittenQuery['query'] & object,
  options: Options,
): Promise<number> {
  const explanation = await client.query.explain({ ...query, level: levelOf(options) });
  process.stdout.write(options.json ? jsonLine(explanation) : explanationText(explanation));
  return EXIT.done;
}

function explanationText({ tree, candidates, candidates_count, looked_at, notes }: Explanation): string {
  const lines = [
    `read as            ${printable(JSON.stringify(tree))}`,
    `the index decides  ${printable(JSON.stringify(candidates))}`,
    `                   ${counted(candidates_count, 'domain')}`,
    `sources decide     ${looked_at.length === 0 ? 'nothing' : looked_at.map((part) => printable(JSON.stringify(part))).join('\n                   ')}`,
    ...notes.map((note) => `note               ${noteLine(note)}`),
  ];
  return `${lines.join('\n')}\n`;
}

async function exportAll(
  connection: Connection,
  request: QueryRequest,
  format: FileFormat,
  options: Options,
): Promise<number> {
  const { all, limit, offsetToken, bom, out } = options;
  const { limit: _, offset, ...query } = request;
  const wish: QueryExport = {
    ...query,
    ...(offsetToken === undefined ? { offset: all ? 0 : (offset ?? 0) } : { offset_token: offsetToken }),
    ...(all || limit === undefined ? {} : { limit }),
  };
  const columns = columnsOf(options);
  const layout = {
    format,
    level: levelOf(options),
    hasMatches: request.snippets !== undefined,
    values: namesOf(options),
    lists: options.extract.filter(({ extraction }) => extraction.all).map(({ extraction }) => extraction.as),
    fields: furtherFields(columns ?? []),
    ...(columns === undefined ? {} : { columns }),
    bom,
  };
  const noun = levelOf(options);
  if (out !== undefined) {
    await using closers = new AsyncDisposableStack();
    const { openInterrupt } = await import('../interrupt.ts');
    const { signal } = openInterrupt(closers, () => `stopping: ${out} is left as it was.`);
    try {
      const written = await writeFile('--out', out, (output) =>
        writeExport(connection, wish, layout, output, signal),
      );
      process.stdout.write(`${counted(written, noun)} written to ${out}\n`);
      return written > 0 ? EXIT.done : EXIT.negative;
    } catch (error) {
      if (!signal.aborted) throw error;
      return EXIT.interrupted;
    }
  }
  const written = await writeExport(connection, wish, layout, process.stdout);
  if (written > 0) return EXIT.done;
  process.stderr.write(`0 ${noun}s\n`);
  return EXIT.negative;
}

/** The columns that are asked for; absent: none are. @throws CommandFailed if a name is not a field of what is searched for */
function columnsOf(options: Options): readonly string[] | undefined {
  const { fields } = options;
  if (fields === undefined) return undefined;
  const values = namesOf(options);
  return knownColumns([...new Set(fields)], levelOf(options), values);
}

/** Names of the values that are read. */
function namesOf({ extract }: Options): readonly string[] {
  return extract.map(({ extraction }) => extraction.as);
}

function facetWish({ top, facetOffset, facetMin }: Options): FacetWish {
  return {
    ...(top === undefined ? {} : { limit: top }),
    ...(facetOffset === undefined ? {} : { offset: facetOffset }),
    ...(facetMin === undefined ? {} : { min: facetMin }),
  };
}

function requestOf(
  query: WrittenQuery['query'] & object,
  facets: readonly FacetInput[],
  options: Options,
): QueryRequest<SearchLevel> {
  const columns = columnsOf(options) ?? [];
  const further = furtherFields(columns);
  return {
    ...query,
    level: levelOf(options),
    ...(options.order.length === 0 ? {} : { order_by: options.order }),
    ...(further.length === 0 ? {} : { fields: further }),
    ...(options.snippets ? { snippets: snippetsOf(options) } : {}),
    ...(options.extract.length === 0 ? {} : { extract: options.extract.map(({ extraction }) => extraction) }),
    ...(facets.length === 0 ? {} : { facets: [...facets] }),
    offset: options.all ? 0 : options.offset,
    limit: options.limit ?? DEFAULT_LIMIT,
  };
}

/** Matches of each item: all that an answer can have where they alone are wanted. */
function snippetsOf({ onlyMatching, context }: Options): NonNullable<QueryRequest['snippets']> {
  return {
    ...(context === undefined ? {} : { around: context }),
    ...(onlyMatching ? { per_item: SEARCH_BOUNDS.maxMatches, around: 0 } : {}),
  };
}

/** Levels of the items that the command shows. */
type SearchLevel = Exclude<Level, 'change'>;

interface Shown {
  readonly total: number;
  readonly notes: readonly QueryNote[];
  readonly items: readonly Exclude<FoundItem, FoundChange>[];
  readonly token: string;
  readonly table: () => string;
}

async function* pages(
  connection: Connection,
  request: QueryRequest<SearchLevel>,
  options: Options,
): AsyncGenerator<Shown> {
  const { offset, limit, ...query } = request;
  const atATime = options.snippets || options.extract.length > 0 ? SHOWN_PAGE : ALL_PAGE;
  let left = options.all ? Infinity : (limit ?? DEFAULT_LIMIT);
  let position: Pick<QueryRequest, 'offset' | 'offset_token'> = { offset: offset ?? 0 };
  for (;;) {
    const part = { ...query, ...position, limit: Math.min(left, atATime) };
    const page = await onePage(connection, part, options);
    yield page;
    left -= page.items.length;
    if (left <= 0 || page.token === '') return;
    position = { offset_token: page.token };
  }
}

async function onePage(
  { client }: Connection,
  request: QueryRequest<SearchLevel>,
  options: Options,
): Promise<Shown> {
  const columns = columnsOf(options) ?? usualColumns(levelOf(options), namesOf(options));
  const whole = options.json || !columns.includes('tech') ? request : withImplied(request);
  const { total_count, items, offset_token, notes } = await withSearchProgress((shown) =>
    client.query.search<SearchLevel>(whole, shown),
  );
  return {
    total: total_count,
    notes,
    items,
    token: offset_token,
    table: () => foundTable(items, columns, levelOf(options)),
  };
}

/** A request whose items tell which of their technologies are only implied. */
function withImplied(request: QueryRequest<SearchLevel>): QueryRequest<SearchLevel> {
  return { ...request, fields: [...new Set([...(request.fields ?? []), 'implied_tech' as const])] };
}

function names(text: string): readonly string[] {
  return [...new Set(text.split(',').map((name) => name.trim()))];
}

function integer(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Give a whole number from 0.');
  return Number(text);
}

function contextSize(text: string): number {
  if (/^\d{1,9}$/.test(text) && Number(text) <= SEARCH_BOUNDS.maxAround) return Number(text);
  throw new InvalidArgumentError(`Give 0 to ${SEARCH_BOUNDS.maxAround}.`);
}

function collect(value: string, previous: readonly string[]): readonly string[] {
  return [...previous, value];
}
