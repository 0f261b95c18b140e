import { USUAL_MAX_PAGES, type CrawlItem } from '@sitegrep/client';
import { jsonLine } from '@sitegrep/contract/json';
import { RENDER_MODES, type RenderMode } from '@sitegrep/site';
import { Command, InvalidArgumentError, Option } from 'commander';
import { connect, type Connection, type ServerOptions, withServerOptions } from '../connection.ts';
import { FailedSites } from '../failed-sites.ts';
import { LeftOutPages } from '../left-out-pages.ts';
import { crawlsOf, openCrawls, watchCrawls } from '../crawl-watch.ts';
import { CommandFailed, EXIT, reportFailure } from '../failure.ts';
import { openInterrupt } from '../interrupt.ts';
import { outcomeTable } from '../reports.ts';
import { SiteLists } from '../site-lists.ts';
import { commandName, formatSeconds } from '../terminal.ts';
import { wrapped } from '../wrapped.ts';

type SeedFormat = 'text' | 'csv' | 'ndjson';

interface Options extends ServerOptions {
  readonly name?: string;
  readonly maxPages: number;
  readonly maxDepth?: number;
  readonly priority: number;
  readonly revisitAfterDays?: number;
  readonly render: RenderMode;
  readonly format?: SeedFormat;
  readonly resume: boolean;
  readonly warc?: string;
  readonly json: boolean;
}

export function crawlCommand(): Command {
  return withServerOptions(new Command('crawl'))
    .argument(
      '[site...]',
      'domains, URLs, or files that list them (text, CSV as rank,domain, or NDJSON; .gz too); - reads standard input',
    )
    .option(
      '--name <text>',
      'name under which the crawl is shown (default: the name of the one file, or the first site and how many more)',
    )
    .option('--max-pages <number>', 'maximum pages per site', between(1, 10_000), USUAL_MAX_PAGES)
    .option(
      '--max-depth <number>',
      'maximum number of links between the start page and a page (default: SITEGREP_MAX_DEPTH)',
      between(0, 100),
    )
    .option('--priority <number>', 'from 1 (first) to 10 (last)', between(1, 10), 5)
    .option(
      '--revisit-after-days <number>',
      'skip sites that were visited within this number of days (default: SITEGREP_REVISIT_AFTER_DAYS)',
      between(0, 3_650),
    )
    .addOption(
      new Option('--render <pages>', 'pages that a browser renders; needs SITEGREP_RENDER=on')
        .choices(RENDER_MODES)
        .default('never' satisfies RenderMode),
    )
    .option('--format <format>', 'format of the lists: text, csv or ndjson (default: by file name)', format)
    .option('--resume', 'finish the crawls that were interrupted; takes no sites', false)
    .option(
      '--warc <folder>',
      'write everything that is fetched to WARC files there (default: SITEGREP_WARC_DIR); not beside a server',
    )
    .option(
      '--json',
      'print each finished site as one line of JSON, as GET /admin/crawls/{id}/sites does',
      false,
    )
    .addHelpText(
      'after',
      '\nBeside a running server, the server crawls, and the command watches.' +
        '\nAn interrupted crawl continues with the next "sitegrep crawl" or "sitegrep up" on the same data folder.',
    )
    .action(async (sites: string[], options: Options) => {
      process.exitCode = await crawl(sites, options);
    });
}

async function crawl(sites: readonly string[], options: Options): Promise<number> {
  if ((sites.length === 0) !== options.resume) {
    throw new CommandFailed(
      options.resume
        ? '--resume takes no sites: it finishes earlier crawls.'
        : 'name a domain, a URL or a file that lists some.',
    );
  }
  await using closers = new AsyncDisposableStack();
  let ids: readonly string[] = [];
  let connection: Connection | null = null;
  const interrupt = openInterrupt(closers, () => stopping(connection, ids));
  connection = await connect(options, connectOptions(options), closers);
  const { client } = connection;
  if (options.warc !== undefined && connection.kind !== 'own') {
    throw new CommandFailed(
      `--warc is for a crawl of this command, but ${connection.name} crawls: leave it out, and set SITEGREP_WARC_DIR there.`,
    );
  }
  const lists = new SiteLists(sites, options.format);
  ids = options.resume ? await openCrawls(client) : [await submit(connection, lists, options)];
  if (ids.length === 0) {
    process.stderr.write('no crawl is unfinished\n');
    return EXIT.done;
  }
  const failed = new FailedSites();
  const leftOut = new LeftOutPages();
  const broken = connection.kind === 'own' ? [connection.server.broken] : [];
  await watchCrawls(client, {
    ids,
    onSite: (site) => {
      failed.add(site);
      leftOut.add(site);
      if (options.json) process.stdout.write(jsonLine(site));
    },
    isSilent: options.json,
    signal: AbortSignal.any([interrupt.signal, ...broken]),
  });
  if (connection.kind === 'own') {
    connection.server.broken.throwIfAborted();
    // What has begun ends first, so that the summary counts it.
    if (interrupt.signal.aborted) await connection.server.stopWork();
  }
  const crawls = await crawlsOf(client, ids);
  if (!options.json) report(crawls, [...leftOut.lines(), ...failed.lines(crawls)]);
  const faults = reportFaults(lists);
  if (interrupt.signal.aborted) return EXIT.interrupted;
  if (faults > 0) return EXIT.failed;
  return crawls.some(hasSuccess) ? EXIT.done : EXIT.negative;
}

function connectOptions({ warc }: Options) {
  return { need: 'work', ...(warc === undefined ? {} : { settings: { warcDir: warc } }) } as const;
}

/** @returns the id of the crawl @throws CommandFailed if nothing that was given names a site */
async function submit({ client }: Connection, lists: SiteLists, options: Options): Promise<string> {
  const name = options.name ?? lists.fileName;
  const settings = {
    ...(name === null ? {} : { name }),
    priority: options.priority,
    max_pages: options.maxPages,
    ...(options.maxDepth === undefined ? {} : { max_depth: options.maxDepth }),
    ...(options.revisitAfterDays === undefined ? {} : { revisit_after_days: options.revisitAfterDays }),
    ...(options.render === 'never' ? {} : { render: options.render }),
  };
  try {
    const { id } = await client.admin.crawls.upload(lists, settings, { timeout: 0 });
    return id;
  } catch (error) {
    // The upload was broken off, so that nothing is crawled.
    if (lists.refusal !== null) throw new CommandFailed(lists.refusal);
    if (lists.count > 0) throw error;
    const why = [...lists.faults, ...lists.refusedLines()];
    throw new CommandFailed(['no site to crawl was named:', ...why].join('\n'));
  }
}

function stopping(connection: Connection | null, ids: readonly string[]): string {
  const command = commandName();
  const [id] = ids;
  if (connection?.kind === 'own' || id === undefined) {
    const limit = connection?.kind === 'own' ? formatSeconds(connection.server.stopMs / 1_000) : null;
    return `stopping: the sites that have begun get ${limit === null ? 'time' : `up to ${limit}`} to end. "${command} crawl --resume" goes on.`;
  }
  return (
    `no longer watching: ${connection?.name ?? 'the server'} goes on with the crawl. ` +
    `"${command} crawls watch ${id}" watches it again, "${command} crawls cancel ${id}" ends it.`
  );
}

function report(crawls: readonly CrawlItem[], lines: readonly string[]): void {
  for (const crawl of crawls) process.stdout.write(`${outcomeTable(crawl)}\n`);
  for (const line of lines) process.stdout.write(`${line}\n`);
}

/** Names the files that could not be read and the lines that name no site. @returns the number of files */
function reportFaults(lists: SiteLists): number {
  for (const line of lists.refusedLines()) process.stderr.write(`${wrapped(line, process.stderr)}\n`);
  for (const fault of lists.faults) reportFailure(new CommandFailed(fault));
  return lists.faults.length;
}

/** Whether a site of the crawl is searchable after it, or there was none to crawl. */
function hasSuccess({ outcomes, sites }: CrawlItem): boolean {
  return sites.total === 0 || (outcomes['indexed'] ?? 0) + (outcomes['unchanged'] ?? 0) > 0;
}

function format(text: string): SeedFormat {
  if (text === 'text' || text === 'csv' || text === 'ndjson') return text;
  throw new InvalidArgumentError('Give text, csv or ndjson.');
}

function between(minimum: number, maximum: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < minimum || value > maximum) {
      throw new InvalidArgumentError(`Give a whole number from ${minimum} to ${maximum}.`);
    }
    return value;
  };
}
