import { jsonLine } from '@sitegrep/contract/json';
import {
  type Found,
  type FoundChange,
  type QueryRequest,
  type QueryTree,
  SitegrepError,
} from '@sitegrep/client';
import { Command, InvalidArgumentError } from 'commander';
import { connect, type Connection, type ServerOptions, withServerOptions } from '../connection.ts';
import { CommandFailed, EXIT } from '../failure.ts';
import { facetsOf, facetTable } from '../facet-tables.ts';
import { foundTable, usualColumns } from '../found-table.ts';
import { printNote, printNotes } from '../query-notes.ts';
import { orderRule } from '../order-rule.ts';
import { counted, formatCount, paint } from '../terminal.ts';

interface Options extends ServerOptions {
  readonly since?: string;
  readonly until?: string;
  readonly domain?: string;
  readonly limit: number;
  readonly all: boolean;
  readonly order: readonly string[];
  readonly facet: readonly string[];
  readonly count: boolean;
  readonly json: boolean;
  readonly feed: boolean;
  readonly follow?: string;
}

const DEFAULT_LIMIT = 20;
/** Changes that are asked for at a time. */
const AT_A_TIME = 1_000;

export function changesCommand(): Command {
  return withServerOptions(new Command('changes'))
    .argument(
      '[query...]',
      "conditions on changes, such as added:tech:Shopify or 'removed:host:*.example.com', and on their domains as they are now, such as country:DE",
    )
    .option('--since <time>', 'only changes since a day, or of at most an age: 2026-10-01 or 30d')
    .option('--until <time>', 'only changes up to a day, or of at least an age')
    .option('--domain <domain>', 'only changes of this domain')
    .option('-n, --limit <number>', 'maximum number of changes', integer, DEFAULT_LIMIT)
    .option('--all', 'show every change that matches', false)
    .option(
      '--order <rule>',
      'sort by at, recorded or a field of domains such as rank; repeatable (default: at,desc)',
      (rule: string, previous: readonly string[]) => [...previous, orderRule(rule)],
      [],
    )
    .option(
      '--facet <name>',
      'count the changes by a property: added:tech, removed:plugin, month, week, day or by; or their domains, as search does; repeatable',
      (facet: string, previous: readonly string[]) => [...previous, facet],
      [],
    )
    .option('--count', 'print only how many there are', false)
    .option('--json', 'print each change as one line of JSON, instead of a table', false)
    .option(
      '--feed',
      'print every change as a line of JSON with its offset_token, in the order in which they are recorded, and say how to go on after the last one',
      false,
    )
    .option('--follow <token>', 'the same for the changes that were recorded after a token')
    .action(async (words: string[], options: Options) => {
      process.exitCode = await changes(words, options);
    });
}

async function changes(words: readonly string[], options: Options): Promise<number> {
  checkTogether(options);
  const request: QueryRequest<'change'> = { ...queryOf(words, options), level: 'change' };
  await using closers = new AsyncDisposableStack();
  try {
    const connection = await connect(options, { need: 'read' }, closers);
    if (options.feed || options.follow !== undefined) return await feed(connection, request, options);
    return options.count || options.facet.length > 0
      ? await count(connection, request, options)
      : await show(connection, request, options);
  } catch (error) {
    if (!(error instanceof SitegrepError) || error.code !== 'bad_request') throw error;
    throw new CommandFailed(inWords(error.details, options));
  }
}

/** @throws CommandFailed if options exclude each other */
function checkTogether({ feed: isFeed, follow, order, count: counts, facet, all }: Options): void {
  const shapes = [
    ['--feed', isFeed],
    ['--follow', follow !== undefined],
    ['--count', counts],
    ['--facet', facet.length > 0],
  ] as const;
  const [one, other] = shapes.filter(([, isGiven]) => isGiven).map(([name]) => name);
  if (one !== undefined && other !== undefined)
    throw new CommandFailed(`${one} and ${other} exclude each other: give one of them.`);
  if ((isFeed || follow !== undefined) && order.length > 0)
    throw new CommandFailed('a feed has an order of its own: leave out --order.');
  if ((isFeed || follow !== undefined) && all)
    throw new CommandFailed('a feed has every change: leave out --all.');
}

/** The query that words and options make together: all of them have to match. */
function queryOf(
  words: readonly string[],
  { since, until, domain }: Options,
): Pick<QueryRequest, 'q' | 'query'> {
  const q = words.join(' ');
  const parts: QueryTree[] = [
    ...(since === undefined ? [] : [{ q: `at:${edge(since, 'since')}` }]),
    ...(until === undefined ? [] : [{ q: `at:${edge(until, 'until')}` }]),
    ...(domain === undefined
      ? []
      : [{ filter: ['domain', '=', domain] as NonNullable<QueryTree['filter']> }]),
  ];
  if (parts.length === 0) return q.trim() === '' ? {} : { q };
  return { query: { and: [...(q.trim() === '' ? [] : [{ q }]), ...parts] } };
}

/** A time as the query language compares it: an age is the larger, the earlier it is. */
function edge(time: string, side: 'since' | 'until'): string {
  const isAge = /^\d+d$/.test(time);
  return `${isAge === (side === 'since') ? '<=' : '>='}${time}`;
}

/** Says a fault that the API found in the words of the command line. */
function inWords(details: string, { follow }: Options): string {
  return follow === undefined
    ? details.replace(/^query\.and\[\d+\]\.q /, 'the query ')
    : details.replace(/^offset_token /, '--follow ');
}

async function show(
  { client }: Connection,
  request: QueryRequest<'change'>,
  { limit, all, order, json }: Options,
): Promise<number> {
  const max = all ? Infinity : limit;
  let shown = 0;
  let total = 0;
  for (let token: string | null = null; token !== '' && shown < max;) {
    const part: Found<FoundChange> = await client.query.search<'change'>({
      ...request,
      ...(order.length === 0 ? {} : { order_by: [...order] }),
      limit: Math.min(max - shown, AT_A_TIME),
      ...(token === null ? {} : { offset_token: token }),
    });
    if (token === null) printNotes(part.notes, part.total_count);
    total = part.total_count;
    shown += part.items.length;
    token = part.offset_token;
    if (json) for (const item of part.items) process.stdout.write(jsonLine(item));
    else if (part.items.length > 0)
      process.stdout.write(`${foundTable(part.items, usualColumns('change', []), 'change')}\n`);
  }
  const rest = shown < total ? `, ${formatCount(shown)} shown (--limit, --all)` : '';
  const line = `${counted(total, 'change')}${json ? rest : paint('dim', rest)}\n`;
  if (!json) process.stdout.write(line);
  else if (rest !== '' || total === 0) process.stderr.write(line);
  return total > 0 ? EXIT.done : EXIT.negative;
}

async function count(
  { client }: Connection,
  request: QueryRequest<'change'>,
  { facet: wanted, json }: Options,
): Promise<number> {
  const facets = [...facetsOf(wanted, {})];
  const answer = await client.query.search<'change'>({
    ...request,
    count_only: true,
    ...(facets.length === 0 ? {} : { facets }),
  });
  printNotes(answer.notes, answer.total_count);
  for (const facet of answer.facets ?? [])
    process.stdout.write(json ? jsonLine(facet) : `${facetTable(facet)}\n\n`);
  if (wanted.length === 0) process.stdout.write(`${answer.total_count}\n`);
  else (json ? process.stderr : process.stdout).write(`${counted(answer.total_count, 'change')}\n`);
  return answer.total_count > 0 ? EXIT.done : EXIT.negative;
}

/** Prints all changes in the order of their records, and how to go on. */
async function feed(
  { client }: Connection,
  request: QueryRequest<'change'>,
  { follow }: Options,
): Promise<number> {
  const ordered = { ...request, order_by: ['recorded,asc'] };
  let token = follow;
  if (token === undefined) {
    const { feed_token: first } = await client.query.search<'change'>({ ...ordered, limit: 1 });
    token = first;
  }
  let read = 0;
  const from = follow === undefined ? {} : { offset_token: follow };
  for await (const change of client.query.export<'change'>({ ...ordered, ...from }, { timeout: 0 })) {
    process.stdout.write(jsonLine(change satisfies FoundChange));
    token = change.offset_token;
    read++;
  }
  printNote(`${counted(read, 'change')}; those that are recorded later: --follow ${token ?? ''}`);
  return EXIT.done;
}

function integer(text: string): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) === 0)
    throw new InvalidArgumentError('Give a whole number from 1.');
  return Number(text);
}
