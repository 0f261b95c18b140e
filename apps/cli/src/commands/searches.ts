// Commands about saved searches, which tell what appears and disappears: list, show, save, delete and try them.
import { EVENT_KINDS, REPORT_FORMATS, SAVED_LEVELS, WEBHOOK_TEMPLATES } from '@sitegrep/contract/choices';
import { jsonLine } from '@sitegrep/contract/json';
import type {
  PutSavedSearchRequest,
  SavedSearchItem,
  SearchEventItem,
  WrittenSavedSearch,
} from '@sitegrep/client';
import { facetInputOf } from '@sitegrep/search';
import { Command, InvalidArgumentError, Option } from 'commander';
import { connect, type ServerOptions, withServerOptions } from '../connection.ts';
import { CommandFailed, EXIT } from '../failure.ts';
import { openInterrupt } from '../interrupt.ts';
import { knownSearch, SEARCH_NAME } from '../known.ts';
import { counted, formatCount, printable, renderTable } from '../terminal.ts';
import { wholeNumber } from '../whole-number.ts';
import { reportCommand } from './search-reports.ts';
import { deliveriesCommand, replayCommand, testCommand } from './search-deliveries.ts';
import { technologyIn, type TechnologyOptions, withTechnologyOptions } from './search-technology.ts';

interface JsonOptions extends ServerOptions {
  readonly json: boolean;
}

type EventKind = (typeof EVENT_KINDS)[number];

interface PutOptions extends JsonOptions, TechnologyOptions {
  readonly level: (typeof SAVED_LEVELS)[number];
  readonly label?: string;
  readonly literal: boolean;
  readonly shared: boolean;
  readonly webhook?: string;
  readonly secret?: string;
  readonly template?: (typeof WEBHOOK_TEMPLATES)[number];
  readonly mail: readonly string[];
  readonly every?: 'hour' | 'day';
  readonly on: readonly EventKind[];
  readonly count?: number;
  readonly report?: string;
  readonly reportZone?: string;
  readonly reportFormat?: (typeof REPORT_FORMATS)[number];
  readonly reportFacet: readonly string[];
  readonly reportLimit?: number;
}

interface EventsOptions extends JsonOptions {
  readonly limit: number;
  readonly follow: boolean;
}

const NONE = 'no saved search so far; "sitegrep searches put" makes one';
const DEFAULT_EVENTS = 20;
const MAX_COUNT = 999_999_999;

export function searchesCommand(): Command {
  return new Command('searches')
    .addCommand(listCommand(), { isDefault: true })
    .addCommand(showCommand())
    .addCommand(putCommand())
    .addCommand(eventsCommand())
    .addCommand(deliveriesCommand())
    .addCommand(replayCommand())
    .addCommand(testCommand())
    .addCommand(reportCommand())
    .addCommand(deleteCommand());
}

function listCommand(): Command {
  return withServerOptions(new Command('list'))
    .description('List all saved searches')
    .option('--json', 'print each search as one line of JSON, in the form of GET /searches', false)
    .action(async (options: JsonOptions) => {
      await using closers = new AsyncDisposableStack();
      const { client } = await connect(options, { need: 'read' }, closers);
      const searches = await Array.fromAsync(client.searches.all());
      if (options.json) for (const search of searches) process.stdout.write(jsonLine(search));
      else if (searches.length === 0) process.stdout.write(`${NONE}\n`);
      else {
        process.stdout.write(`${renderTable(COLUMNS, searches.map(rowOf))}\n`);
      }
    });
}

const COLUMNS = [
  { title: 'NAME' },
  { title: 'LEVEL' },
  { title: 'DOMAINS' },
  { title: 'LAST EVENT', isOptional: true },
  { title: 'UNDELIVERED' },
  { title: 'SEARCH' },
];

function rowOf(search: SavedSearchItem): readonly string[] {
  const { id, level, domains, filled, last_event: last, deliveries, label, q } = search;
  const { dead = 0, waiting = 0 } = deliveries ?? {};
  const undelivered = [
    ...(dead === 0 ? [] : [`${formatCount(dead)} dead`]),
    ...(waiting === 0 ? [] : [`${formatCount(waiting)} waiting`]),
  ];
  return [
    id,
    level,
    domains === null ? '' : `${formatCount(domains)}${filled ? '' : ' so far'}`,
    last === null ? '' : `${last.kind} ${last.domain}`,
    undelivered.join(', '),
    printable(label ?? q ?? ''),
  ];
}

function showCommand(): Command {
  return withServerOptions(new Command('show'))
    .description('Print a saved search as JSON, in the form of GET /searches/{id}')
    .argument('<name>', SEARCH_NAME)
    .action(async (name: string, options: ServerOptions) => {
      await using closers = new AsyncDisposableStack();
      const { client } = await connect(options, { need: 'read' }, closers);
      process.stdout.write(
        `${JSON.stringify(await knownSearch(name, client.searches.get(name)), null, 2)}\n`,
      );
    });
}

function putCommand(): Command {
  return withTechnologyOptions(withServerOptions(new Command('put')))
    .description('Save a search, or replace the one of this name')
    .argument('<name>', `${SEARCH_NAME}, which you choose: a to z, 0 to 9, - and _`)
    .argument('<query...>', 'the search, as "sitegrep search" takes it')
    .addOption(new Option('--level <level>', 'level of the search').choices(SAVED_LEVELS).default('domain'))
    .option('--literal', 'take the words as one text, as it stands', false)
    .option('--label <text>', 'title that people read')
    .option('--shared', 'let all keys see the search', false)
    .option('--webhook <url>', 'address that events are sent to')
    .option('--secret <secret>', 'secret that deliveries are signed with, whsec_… (default: one is made)')
    .addOption(new Option('--template <form>', 'form of the messages').choices(WEBHOOK_TEMPLATES))
    .option('--mail <address>', 'address that mail is sent to; repeatable', collected, [])
    .addOption(
      new Option('--every <time>', 'how often mail is sent, if there is news').choices(['hour', 'day']),
    )
    .option('--on <kind>', `kinds of events that are told: ${EVENT_KINDS.join(', ')}; repeatable`, kinds, [])
    .option('--count <number>', 'tell when more domains than this fulfil it, and when no longer', (text) =>
      wholeNumber(text, 0, MAX_COUNT),
    )
    .option(
      '--report <times>',
      'make a report at these times, as cron has them with five fields: "0 8 * * 1"',
    )
    .option('--report-zone <name>', 'time zone of these times (default: UTC)')
    .addOption(new Option('--report-format <format>', 'format of the file').choices(REPORT_FORMATS))
    .option(
      '--report-facet <facet>',
      'facet of the report, as --facet of a search; repeatable',
      collected,
      [],
    )
    .option('--report-limit <number>', 'maximum number of rows of the file', (text) =>
      wholeNumber(text, 1, MAX_COUNT),
    )
    .option('--json', 'print the answer as JSON, in the form of PUT /searches/{id}', false)
    .action(async (name: string, words: string[], options: PutOptions) => {
      const request = requestOf(words, options);
      await using closers = new AsyncDisposableStack();
      const { client } = await connect(options, { need: 'write' }, closers);
      report(await client.searches.put(name, request), options.json);
    });
}

function collected(value: string, previous: readonly string[]): readonly string[] {
  return [...previous, value];
}

function kinds(value: string, previous: readonly EventKind[]): readonly EventKind[] {
  const kind = EVENT_KINDS.find((one) => one === value);
  if (kind === undefined) throw new InvalidArgumentError(`Give some of ${EVENT_KINDS.join(', ')}.`);
  return [...previous, kind];
}

/** @throws CommandFailed if options do not go together */
function requestOf(words: readonly string[], options: PutOptions): PutSavedSearchRequest {
  const { level, label, literal, shared, webhook, secret, template, mail, every, on, count } = options;
  if (webhook === undefined && (secret ?? template) !== undefined)
    throw new CommandFailed('--secret and --template are of a webhook: add --webhook.');
  if (mail.length > 0 !== (every !== undefined))
    throw new CommandFailed('--mail and --every go together: give both.');
  const isTold = webhook !== undefined || mail.length > 0;
  if (!isTold && (on.length > 0 || count !== undefined))
    throw new CommandFailed('--on and --count are told to somebody: add --webhook or --mail.');
  const notify = {
    ...(webhook === undefined ? {} : { webhook: { url: webhook, secret, template } }),
    ...(every === undefined ? {} : { mail: { to: mail, every } }),
    ...(on.length === 0 ? {} : { on }),
    count,
  };
  const reported = reportOf(options);
  return {
    q: words.join(' '),
    level,
    label,
    literal,
    shared,
    ...(isTold ? { notify } : {}),
    ...technologyIn(options),
    ...(reported === null ? {} : { report: reported }),
  };
}

/** @throws CommandFailed if its options are given without it */
function reportOf({
  report: pattern,
  reportZone,
  reportFormat,
  reportFacet,
  reportLimit,
}: PutOptions): PutSavedSearchRequest['report'] | null {
  if (pattern === undefined) {
    if ((reportZone ?? reportFormat ?? reportLimit) === undefined && reportFacet.length === 0) return null;
    throw new CommandFailed('--report-… is of a report: add --report with its times.');
  }
  return {
    pattern,
    time_zone: reportZone,
    format: reportFormat,
    facets: reportFacet.map(facetInputOf),
    limit: reportLimit,
  };
}

function report(search: WrittenSavedSearch, json: boolean): void {
  if (json) {
    process.stdout.write(jsonLine(search));
    return;
  }
  const { id, level, domains, filled, secret, technology, past_month: past } = search;
  const count =
    domains === null
      ? ''
      : `: ${counted(domains, 'domain')}${filled ? '' : ' so far; "sitegrep up" looks through what is stored'}`;
  const finds = level === 'change' ? '' : `; "sitegrep search saved:${id}" finds them`;
  process.stdout.write(`saved ${id}${count}${finds}\n`);
  process.stdout.write(`${pastMonthLine(past)}\n`);
  if (technology !== null)
    process.stdout.write(
      `pages that fulfil it have the technology ${printable(technology.name)}${technology.judging === null ? '' : '; "sitegrep up" judges what is stored'}\n`,
    );
  if (secret !== null) process.stdout.write(`secret of the webhook, which is not shown again: ${secret}\n`);
}

function pastMonthLine(past: WrittenSavedSearch['past_month']): string {
  const known = EVENT_KINDS.flatMap((kind) => past[kind] ?? []);
  if (known.length === 0)
    return `what it would have told in the past 30 days is not known: ${past.unknown ?? ''}`;
  const total = known.reduce((sum, one) => sum + one, 0);
  const kinds = EVENT_KINDS.filter((kind) => (past[kind] ?? 0) > 0);
  const parts = kinds.map((kind) => `${formatCount(past[kind] ?? 0)} ${kind}`).join(', ');
  return `would have told ${counted(total, 'time')} in the past 30 days${parts === '' ? '' : `: ${parts}`}`;
}

function eventsCommand(): Command {
  return withServerOptions(new Command('events'))
    .description('Show what appeared and disappeared, newest first')
    .argument('<name>', SEARCH_NAME)
    .option(
      '-n, --limit <number>',
      'maximum number of events',
      (text) => wholeNumber(text, 1, MAX_COUNT),
      DEFAULT_EVENTS,
    )
    .option('--follow', 'print each event as it happens, as one line of JSON', false)
    .option('--json', 'print each event as one line of JSON', false)
    .action(async (name: string, options: EventsOptions) => {
      process.exitCode = await (options.follow ? follow(name, options) : events(name, options));
    });
}

async function events(name: string, options: EventsOptions): Promise<number> {
  await using closers = new AsyncDisposableStack();
  const { client } = await connect(options, { need: 'read' }, closers);
  await knownSearch(name, client.searches.get(name));
  const found: SearchEventItem[] = [];
  for await (const event of client.searches.allEvents(name)) {
    found.push(event);
    if (found.length === options.limit) break;
  }
  if (options.json) for (const event of found) process.stdout.write(jsonLine(event));
  else if (found.length === 0) process.stdout.write('no event so far\n');
  else {
    const rows = found.map(({ at, kind, domain, pages }) => [at, kind, domain, printable(pages[0] ?? '')]);
    const columns = [{ title: 'TIME' }, { title: 'EVENT' }, { title: 'DOMAIN' }, { title: 'PAGE' }];
    process.stdout.write(`${renderTable(columns, rows)}\n`);
  }
  return EXIT.done;
}

async function follow(name: string, options: EventsOptions): Promise<number> {
  await using closers = new AsyncDisposableStack();
  const { signal } = openInterrupt(closers, () => 'stopping.');
  const { client } = await connect(options, { need: 'read' }, closers);
  await knownSearch(name, client.searches.get(name));
  try {
    for await (const event of client.searches.watch(name, { signal })) process.stdout.write(jsonLine(event));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return signal.aborted ? EXIT.interrupted : EXIT.done;
}

function deleteCommand(): Command {
  return withServerOptions(new Command('delete'))
    .description('Remove a saved search with its events and deliveries')
    .argument('<name>', SEARCH_NAME)
    .action(async (name: string, options: ServerOptions) => {
      await using closers = new AsyncDisposableStack();
      const { client } = await connect(options, { need: 'write' }, closers);
      const search = await knownSearch(name, client.searches.delete(name));
      process.stdout.write(`removed ${search.id}\n`);
    });
}
