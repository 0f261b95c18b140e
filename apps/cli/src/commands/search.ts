import { domainItem } from '@sitegrep/api/domain-item';
import { EXPORT_TYPES, type ExportFormat, exportRecords, headOf, linesOf } from '@sitegrep/api/export';
import {
  deriveTokenKey,
  maxHitsWith,
  MODES,
  OPERATOR_NAMES,
  OPERATORS,
  parseQuery,
  type Query,
  type TokenKey,
} from '@sitegrep/search';
import { comparisonOf, DOMAIN_FIELDS, type DomainField, ORDER_FIELDS } from '@sitegrep/site';
import type { DomainHit, DomainIndex, SearchPage, SourceMatch, Storage } from '@sitegrep/storage';
import { Command, InvalidArgumentError, Option } from 'commander';
import { CommandFailed, EXIT } from '../failure.ts';
import { fieldText } from '../field-text.ts';
import { openExistingStorage, readConfig } from '../instance.ts';
import { jsonLine } from '@sitegrep/contract';
import { counted, formatCount, paint, printable, renderTable, truncate } from '../terminal.ts';
import { SECRETS } from '@sitegrep/api/secrets';

interface Options {
  readonly limit?: number;
  readonly offset: number;
  readonly order: readonly string[];
  readonly mode?: string;
  readonly exclude: readonly string[];
  readonly keyword: readonly string[];
  readonly filter: readonly string[];
  readonly json: boolean;
  readonly snippets: boolean;
  readonly all: boolean;
  readonly format?: ExportFormat;
  readonly offsetToken?: string;
}

const DEFAULT_LIMIT = 10;

const ALL_PAGE = 10_000;
/** Domains per page of a search with snippets, so that the first ones are shown early. */
const SHOWN_PAGE = 100;

export function searchCommand(): Command {
  return new Command('search')
    .description('Find the domains whose source has every term')
    .argument('<term...>', 'substrings of the source; case is ignored; quote spaces and special characters')
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
      new Option('--mode <mode>', 'entry: only the letters and digits of a term count').choices([...MODES]),
    )
    .option('--keyword <text>', 'text in title, description or meta keywords; repeatable', collect, [])
    .option(
      '--filter <condition>',
      'condition as FIELD OPERATOR VALUE, or in the JSON of the API; repeatable',
      collect,
      [],
    )
    .option('--snippets', 'show where the pages have the terms', false)
    .option('--all', 'show every matching domain', false)
    .option('--json', 'print each domain as one line of JSON, instead of a table', false)
    .addOption(
      new Option('--format <format>', 'export every match, in the format of the HTTP API').choices(
        Object.keys(EXPORT_TYPES),
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
  const config = readConfig();
  await using closers = new AsyncDisposableStack();
  if (format !== undefined) {
    return await exportAll(await openExistingStorage(config, closers), format, terms, options);
  }
  // No token is read or written here, so any key will do. A query that is refused is refused before anything is opened.
  const query = read(terms, options, deriveTokenKey(new Uint8Array(32)));
  const storage = await openExistingStorage(config, closers);
  let shown = 0;
  let total = 0;
  for await (const page of pages(storage.domains, query, options.all)) {
    total = page.total;
    shown += page.hits.length;
    if (options.json) printJson(page.hits);
    else if (options.snippets) printMatches(page.hits);
    else if (page.hits.length > 0) process.stdout.write(`${tableOf(page.hits)}\n`);
  }
  if (!options.json) {
    const more = total > shown ? paint('dim', `, ${formatCount(shown)} shown (--limit, --all)`) : '';
    process.stdout.write(`${counted(total, 'domain')}${more}\n`);
  }
  return total > 0 ? EXIT.done : EXIT.negative;
}

async function exportAll(
  storage: Pick<Storage, 'domains' | 'keys'>,
  format: ExportFormat,
  terms: readonly string[],
  options: Options,
): Promise<number> {
  const key = deriveTokenKey(await storage.keys.secret(SECRETS.searches));
  const query = read(terms, { ...options, all: false }, key);
  const max = options.all ? Infinity : (options.limit ?? Infinity);
  process.stdout.write(headOf(format, options.snippets));
  let count = 0;
  for await (const records of exportRecords(query, max, key, (some) => storage.domains.search(some))) {
    count += records.length;
    process.stdout.write(linesOf(format, records));
  }
  return count > 0 ? EXIT.done : EXIT.negative;
}

function read(terms: readonly string[], options: Options, key: TokenKey): Query {
  const { mode, offsetToken } = options;
  const parsed = parseQuery(
    {
      search_terms: terms,
      order_by: options.order,
      limit: options.all ? ALL_PAGE : (options.limit ?? DEFAULT_LIMIT),
      offset: options.all ? 0 : options.offset,
      exclude_terms: options.exclude,
      keywords: options.keyword,
      filters: filtersOf(options.filter),
      snippets: options.snippets,
      ...(mode === undefined ? {} : { mode }),
      ...(offsetToken === undefined ? {} : { offset_token: offsetToken }),
    },
    key,
  );
  if (!parsed.ok) {
    const { field, problem, remedy } = parsed.error;
    throw new CommandFailed(`${field} ${problem}: ${remedy}.`);
  }
  return parsed.value;
}

async function* pages(index: DomainIndex, query: Query, all: boolean): AsyncGenerator<SearchPage> {
  const { snippets, limit } = query;
  const atATime = snippets === undefined ? limit : Math.min(SHOWN_PAGE, maxHitsWith(snippets));
  let left = all ? Infinity : limit;
  for (let from = query.from; ;) {
    const page = await index.search({ ...query, from, limit: Math.min(left, atATime) });
    yield page;
    left -= page.hits.length;
    if (left <= 0 || page.next === null) return;
    from = { kind: 'after', cursor: page.next };
  }
}

/** Columns of the table, in terminal cells. */
const COLUMNS: readonly {
  readonly field: DomainField;
  readonly maxWidth?: number;
  readonly align?: 'right';
}[] = [
  { field: 'domain', maxWidth: 40 },
  { field: 'domain_rank', align: 'right' },
  { field: 'title', maxWidth: 50 },
  { field: 'technologies', maxWidth: 60 },
];

function tableOf(hits: readonly DomainHit[]): string {
  return renderTable(
    COLUMNS.map(({ field, ...layout }) => ({ title: DOMAIN_FIELDS[field].label.toUpperCase(), ...layout })),
    hits.map((hit) => COLUMNS.map(({ field }) => fieldText(field, hit))),
  );
}

function printMatches(hits: readonly DomainHit[]): void {
  for (const hit of hits) process.stdout.write(`${matchLines(hit)}\n\n`);
}

function printJson(hits: readonly DomainHit[]): void {
  for (const hit of hits) process.stdout.write(jsonLine(domainItem(hit)));
}

function integer(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Give a whole number.');
  return Number(text);
}

function collect(value: string, previous: readonly string[]): readonly string[] {
  return [...previous, value];
}

const WORDS = OPERATOR_NAMES.filter((name) => /^\w+$/.test(name));
/** Longest first, so that `<=` is not read as `<`. */
const SIGNS = OPERATOR_NAMES.filter((name) => !WORDS.includes(name)).toSorted((a, b) => b.length - a.length);
const CONDITION = new RegExp(
  String.raw`^\s*([a-z_]+)\s*(${SIGNS.join('|')}|(?<=\s)(?:${WORDS.join('|')})(?=\s))\s*(.*?)\s*$`,
  's',
);

/**
 * Makes the `filters` of the API from conditions on the command line: `field operator value`, where `in` and `not_in` take
 * values separated by commas, or the JSON of the API. All conditions must be true.
 */
export function filtersOf(conditions: readonly string[]): readonly unknown[] {
  const filters = conditions.map(filterOf);
  return filters.flatMap((filter, index) => (index === 0 ? [filter] : ['and', filter]));
}

function filterOf(text: string): unknown {
  if (text.trimStart().startsWith('[')) {
    try {
      return JSON.parse(text);
    } catch {
      throw new CommandFailed(`--filter ${text} is not valid JSON: write it as docs/search.md describes.`);
    }
  }
  const [, field = '', written = '', value = ''] = CONDITION.exec(text) ?? [];
  const operator = OPERATOR_NAMES.find((name) => name === written);
  if (operator === undefined) {
    throw new CommandFailed(
      `--filter ${text} is not a condition: write "field operator value", e.g. --filter 'country_iso_code in DE,AT'.`,
    );
  }
  const ordered = ORDER_FIELDS.find((name) => name === field);
  const isNumber = ordered !== undefined && comparisonOf(ordered) === 'integer';
  const valueOf = (given: string): string | number =>
    isNumber && /^-?\d+$/.test(given) ? Number(given) : given;
  const isList = OPERATORS[operator].takes === 'values';
  return [field, operator, isList ? value.split(',').map((one) => valueOf(one.trim())) : valueOf(value)];
}

/** Characters of context on each side of a match, unless the page begins or ends earlier. */
const CONTEXT = 80;

/** Renders a domain with the matches in its pages, for a person. */
export function matchLines({ domain, rank, facts, matches = [] }: DomainHit): string {
  const head = `${paint('bold', printable(domain))}  ${rank}  ${truncate(printable(facts.title ?? ''), 80)}`;
  return [head.trimEnd(), ...matches.flatMap(matchTextOf)].join('\n');
}

function matchTextOf({ term, url, offset, before, match, after }: SourceMatch): readonly string[] {
  const start = offset > Array.from(before).length ? '…' : '';
  const end = Array.from(after).length === CONTEXT ? '…' : '';
  return [
    `  ${oneLine(term)}  ${paint('cyan', printable(url))}  ${paint('dim', `at ${offset}`)}`,
    `    ${start}${oneLine(before)}${paint('yellow', oneLine(match))}${oneLine(after)}${end}`,
  ];
}

function oneLine(text: string): string {
  return printable(text).replaceAll(/\s+/g, ' ');
}
