import { type DomainHistory, type HistoryRequest, SitegrepError } from '@sitegrep/client';
import { jsonLine } from '@sitegrep/contract/json';
import { CHANGE_KINDS } from '@sitegrep/site';
import { Command, Option } from 'commander';
import { DOMAIN, domain } from './arguments.ts';
import { connect, type ServerOptions, withServerOptions } from '../../connection.ts';
import { EXIT } from '../../failure.ts';
import { counted, renderTable } from '../../terminal.ts';
import { wrapped } from '../../wrapped.ts';

interface Options extends ServerOptions, Pick<HistoryRequest, 'kind' | 'from' | 'to'> {
  readonly all: boolean;
  readonly json: boolean;
}

type Interval = DomainHistory['items'][number];

/** Intervals that a request gets. */
const AT_A_TIME = 1_000;

export function historyCommand(): Command {
  return withServerOptions(new Command('history'))
    .description('List what came to a site and what went, by time')
    .argument('<domain>', DOMAIN, domain)
    .addOption(
      new Option('--kind <kind>', 'only labels of this kind, such as tech or host').choices(CHANGE_KINDS),
    )
    .option('--from <day>', 'only what was there on this day or later, as 2027-01-31')
    .option('--to <day>', 'only what was there on this day or earlier')
    .option(
      '--all',
      'list also what never changed, each label with the times of the first and last visit',
      false,
    )
    .option('--json', 'print it as JSON, in the form of GET /domains/{domain}/history', false)
    .addHelpText(
      'after',
      '\nA label is gone after two visits that looked at its page and missed it. docs/lookups.md explains it.',
    )
    .action(async (name: string, options: Options) => {
      process.exitCode = await history(name, options);
    });
}

async function history(name: string, { all, json, kind, from, to, ...server }: Options): Promise<number> {
  await using closers = new AsyncDisposableStack();
  const { client } = await connect(server, { need: 'read' }, closers);
  try {
    const wish = { kind, from, to };
    const found = await client.domains.history(name, { ...wish, limit: AT_A_TIME });
    for (let token = found.next_token; token !== '';) {
      const part = await client.domains.history(name, { ...wish, limit: AT_A_TIME, next_token: token });
      found.items.push(...part.items);
      token = part.next_token;
    }
    const whole = { ...found, next_token: '' };
    process.stdout.write(json ? jsonLine(whole) : textOf(whole, all));
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof SitegrepError) || error.code !== 'not_found') throw error;
    process.stderr.write(`${wrapped(error.details, process.stderr)}\n`);
    return EXIT.negative;
  }
}

const INTERVAL_COLUMNS = [
  { title: 'KIND' },
  { title: 'VALUE', maxWidth: 50 },
  { title: 'FIRST SEEN' },
  { title: 'LAST SEEN' },
  { title: 'GONE' },
];

const CHANGE_COLUMNS = [
  { title: 'TIME' },
  { title: '' },
  { title: 'KIND' },
  { title: 'VALUE', maxWidth: 60 },
  { title: 'NOTE' },
];

function textOf({ domain: name, visits, items }: DomainHistory, all: boolean): string {
  const [first, last] = [visits.at(0), visits.at(-1)];
  const rows = all ? items.map(intervalRow) : changeRows(items);
  const table = rows.length === 0 ? '' : `${renderTable(all ? INTERVAL_COLUMNS : CHANGE_COLUMNS, rows)}\n\n`;
  const seen =
    first === undefined || last === undefined
      ? `no visit of ${name}`
      : `${counted(visits.length, 'visit')} of ${name}, from ${minuteOf(first.at)} to ${minuteOf(last.at)}`;
  const unchanged = items.filter((item) => eventsOf(item).length === 0).length;
  const rest = all ? counted(items.length, 'interval') : `${counted(unchanged, 'label')} without a change`;
  return `${table}${seen}; ${rest}\n`;
}

function intervalRow(item: Interval): readonly string[] {
  return [
    item.kind,
    valueOf(item),
    minuteOf(item.first_seen),
    minuteOf(item.last_seen),
    item.gone_at === null ? '' : minuteOf(item.gone_at),
  ];
}

interface Event {
  readonly at: string;
  readonly sign: string;
  readonly note: string;
}

/** Events of labels by time. */
function changeRows(items: readonly Interval[]): readonly (readonly string[])[] {
  return items
    .flatMap((item) => eventsOf(item).map((event) => ({ item, ...event })))
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .map(({ item, at, sign, note }) => [minuteOf(at), sign, item.kind, valueOf(item), note]);
}

function eventsOf(item: Interval): readonly Event[] {
  const by = (reason: string | null): string => (reason === 'detector' ? 'by newer fingerprints' : '');
  return [
    ...(item.added_by === null ? [] : [{ at: item.first_seen, sign: '+', note: by(item.added_by) }]),
    ...(item.gone_at === null ? [] : [{ at: item.gone_at, sign: '-', note: by(item.removed_by) }]),
    ...(item.missing_since === null ? [] : [{ at: item.missing_since, sign: '?', note: 'missed once' }]),
  ];
}

function valueOf({ value, named_by: kinds }: Interval): string {
  return kinds === undefined ? value : `${value} (${kinds.join(', ')})`;
}

/** A time in UTC without seconds. */
function minuteOf(time: string): string {
  return time.slice(0, 'YYYY-MM-DD HH:MM'.length);
}
