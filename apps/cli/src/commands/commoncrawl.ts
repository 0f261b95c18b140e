import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { CommonCrawlRequest, CommonCrawlRun, SitegrepClient } from '@sitegrep/client';
import { jsonLine } from '@sitegrep/contract/json';
import { Command, InvalidArgumentError } from 'commander';
import { importReport, importSum, noteOf } from '../commoncrawl-report.ts';
import { connect, type Connection, type ServerOptions, withServerOptions } from '../connection.ts';
import { CommandFailed, EXIT } from '../failure.ts';
import { openInterrupt } from '../interrupt.ts';
import { openProgress } from '../progress.ts';
import { commandName } from '../terminal.ts';
import { wholeNumber } from '../whole-number.ts';
import { wrapped } from '../wrapped.ts';

interface Options extends ServerOptions {
  readonly crawl: readonly string[];
  readonly hosts?: string;
  readonly list?: string;
  readonly tld?: string;
  readonly top?: number;
  readonly path?: string;
  readonly languages: readonly string[];
  readonly robots: boolean;
  readonly dryRun: boolean;
  readonly stop: boolean;
  readonly json: boolean;
}

/** Interval at which the import is looked at, in milliseconds. */
const LOOK_EVERY_MS = 500;
/** Highest number of domains by their ranks. */
const MAX_TOP = 5_000_000;

const HELP = `
Name the sites in one way: --hosts, --list, --top or --tld. A registrable domain stands for itself and all hosts below it. Without any of them, the command watches the import that goes on.
Beside a running server, the server does the work, and the command watches. An interrupted import goes on with the next "sitegrep commoncrawl" or "sitegrep up" on the same data folder; each record is imported once.`;

export function commonCrawlCommand(): Command {
  return withServerOptions(new Command('commoncrawl'))
    .option(
      '--crawl <name>',
      'crawl to import, such as CC-MAIN-2026-04; may be given several times (default: the latest)',
      (name: string, before: readonly string[]) => [...before, name],
      [],
    )
    .option('--hosts <file>', 'file with a host on each line; - reads standard input')
    .option('--list <name>', 'list of domains, as "sitegrep lists" shows them')
    .option('--top <number>', 'domains with the highest ranks among those that were imported', (text) =>
      wholeNumber(text, 1, MAX_TOP),
    )
    .option('--tld <name>', 'all hosts below a top-level domain, or another suffix such as co.uk')
    .option(
      '--path <path>',
      'path of the pages: / for home pages, /blog/* for all below /blog/ (default: any)',
    )
    .option(
      '--languages <codes>',
      'codes of ISO 639 with commas between them, of which a page has one',
      codes,
      [],
    )
    .option('--robots', 'read robots.txt of the hosts, too', false)
    .option('--dry-run', 'only tell how many records there are, and what it takes to read them', false)
    .option('--stop', 'stop the import that goes on; takes nothing else', false)
    .option('--json', 'print the import at its end as JSON, in the form of GET /admin/commoncrawl', false)
    .addHelpText('after', HELP)
    .action(async (options: Options) => {
      process.exitCode = await commonCrawl(options);
    });
}

async function commonCrawl(options: Options): Promise<number> {
  const { stop, json } = options;
  const isNew = requireSites(options);
  await using closers = new AsyncDisposableStack();
  let connection: Connection | null = null;
  let last: CommonCrawlRun | null = null;
  const interrupt = openInterrupt(closers, () => stopping(connection, last));
  connection = await connect(options, { need: stop ? 'write' : 'work' }, closers);
  const { client } = connection;
  if (stop) return shown(await client.admin.commonCrawl.stop(), json);
  const begun = isNew ? await begin(client, options) : await goingOn(client);
  last = begun;
  const broken = connection.kind === 'own' ? [connection.server.broken] : [];
  const signal = AbortSignal.any([interrupt.signal, ...broken]);
  const run = await watched(client, begun, { json, signal, onRun: (now) => (last = now) });
  if (connection.kind === 'own') {
    connection.server.broken.throwIfAborted();
    if (interrupt.signal.aborted) await connection.server.stopWork();
  }
  if (interrupt.signal.aborted) {
    const { run: left } = await client.admin.commonCrawl.last();
    process.stderr.write(`${wrapped(`${importSum(left ?? run)} up to now`, process.stderr)}\n`);
    return EXIT.interrupted;
  }
  return shown(run, json);
}

/** Tells whether options mean a new import. @throws CommandFailed if they contradict each other */
function requireSites({ stop, ...options }: Options): boolean {
  const { hosts, list, tld, top } = options;
  const given = Object.entries({ hosts, list, tld, top }).filter(([, value]) => value !== undefined);
  const [one, other] = given.map(([name]) => `--${name}`);
  if (other !== undefined) throw new CommandFailed(`${one} and ${other} both name sites: leave one out.`);
  const { crawl, path, languages, robots, dryRun } = options;
  const hasFilter = crawl.length > 0 || path !== undefined || languages.length > 0 || robots || dryRun;
  if (stop && (one !== undefined || hasFilter))
    throw new CommandFailed('--stop takes nothing else: it stops the import that goes on.');
  if (one === undefined && hasFilter)
    throw new CommandFailed(
      'the sites are not named: give --hosts FILE, --list NAME, --top NUMBER or --tld NAME.',
    );
  return one !== undefined;
}

async function begin(client: SitegrepClient, options: Options): Promise<CommonCrawlRun> {
  const { crawl, hosts, list, tld, top, path, languages, robots, dryRun } = options;
  const settings = {
    ...(crawl.length === 0 ? {} : { crawls: crawl }),
    ...(path === undefined ? {} : { path }),
    ...(languages.length === 0 ? {} : { languages }),
    ...(robots ? { robots } : {}),
    ...(dryRun ? { dry_run: dryRun } : {}),
  };
  if (hosts !== undefined) {
    await requireFile(hosts);
    const lines = hosts === '-' ? process.stdin : () => createReadStream(hosts);
    return client.admin.commonCrawl.upload(lines, settings, { timeout: 0 });
  }
  const sites: CommonCrawlRequest = {
    ...(list === undefined ? {} : { list }),
    ...(tld === undefined ? {} : { tld }),
    ...(top === undefined ? {} : { top }),
  };
  return client.admin.commonCrawl.start({ ...settings, ...sites }, { timeout: 0 });
}

/** @throws CommandFailed if there is no such file */
async function requireFile(name: string): Promise<void> {
  if (name === '-') return;
  const found = await stat(name).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new CommandFailed(`${name} can't be read: ${why}.`);
  });
  if (found.isDirectory())
    throw new CommandFailed(`${name} is a folder: give a file with a host on each line.`);
}

/** The import that goes on. @throws CommandFailed if there is none */
async function goingOn(client: SitegrepClient): Promise<CommonCrawlRun> {
  const { run } = await client.admin.commonCrawl.last();
  if (run !== null && !hasEnded(run)) return run;
  throw new CommandFailed(
    'no import from Common Crawl goes on: name sites with --hosts FILE, --list NAME, --top NUMBER or --tld NAME.',
  );
}

function hasEnded({ state }: CommonCrawlRun): boolean {
  return state === 'finished' || state === 'stopped' || state === 'failed';
}

interface Watching {
  readonly json: boolean;
  readonly signal: AbortSignal;
  readonly onRun: (run: CommonCrawlRun) => void;
}

/** Watches an import until it has ended, or the signal fires. */
async function watched(
  client: SitegrepClient,
  begun: CommonCrawlRun,
  { json, signal, onRun }: Watching,
): Promise<CommonCrawlRun> {
  const finding = openProgress('finding', json);
  const importing = openProgress('importing', json);
  let run = begun;
  try {
    while (!hasEnded(run) && !signal.aborted) {
      const { crawls, found, records } = run;
      const isFound = crawls.length > 0 && crawls.every(({ is_found }) => is_found);
      const done = crawls.filter(({ is_found }) => is_found).length;
      if (isFound && !run.dry_run) importing.update(records, found.records, noteOf(run));
      else finding.update(done, Math.max(1, crawls.length), noteOf(run));
      await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) break;
      const { run: now } = await client.admin.commonCrawl.last();
      if (now === null || now.id !== begun.id)
        throw new CommandFailed(
          'another import has begun meanwhile: this one has ended, and its counts are gone.',
        );
      run = now;
      onRun(now);
    }
  } finally {
    finding.stop();
    importing.stop();
  }
  return run;
}

function shown(run: CommonCrawlRun, json: boolean): number {
  if (json) process.stdout.write(jsonLine(run));
  else for (const line of importReport(run)) process.stdout.write(`${wrapped(line)}\n`);
  if (run.state === 'failed') return EXIT.failed;
  return run.state === 'finished' && run.found.records > 0 ? EXIT.done : EXIT.negative;
}

/** Message of an interrupted command. */
function stopping(connection: Connection | null, run: CommonCrawlRun | null): string {
  if (connection === null || run === null) return 'stopping; nothing was begun.';
  const command = commandName();
  return connection.kind === 'own'
    ? `stopping: what is imported stays, and the import goes on with the next "${command} commoncrawl" or "${command} up".`
    : `the import goes on in ${connection.name}: "${command} commoncrawl" watches it again, "${command} commoncrawl --stop" stops it.`;
}

function codes(text: string): readonly string[] {
  const all = text.split(',').map((code) => code.trim());
  if (all.every((code) => /^[A-Za-z]{2,3}$/.test(code))) return all;
  throw new InvalidArgumentError('Give codes of ISO 639 such as deu,eng.');
}
