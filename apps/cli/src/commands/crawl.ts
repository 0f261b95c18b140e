import { createReadStream, existsSync } from 'node:fs';
import { jsonLine } from '@sitegrep/contract';
import {
  readSeeds,
  type SeedFormat,
  type SeedLine,
  splitLines,
  submitCrawl,
  unpacked,
  untilUnreadable,
} from '@sitegrep/intake';
import type { Crawl } from '@sitegrep/storage';
import { Command, InvalidArgumentError } from 'commander';
import { watchCrawls } from '../crawl-watch.ts';
import { CommandFailed, EXIT } from '../failure.ts';
import { openLogger, readConfig } from '../instance.ts';
import { openInterrupt } from '../interrupt.ts';
import { outcomeTable, rejectedLines } from '../reports.ts';
import { openRuntime } from '../runtime.ts';

interface Options {
  readonly maxPages?: number;
  readonly maxDepth?: number;
  readonly priority: number;
  readonly revisitAfterDays?: number;
  readonly format?: SeedFormat;
  readonly resume: boolean;
  readonly warc?: string;
  readonly json: boolean;
}

export function crawlCommand(): Command {
  return new Command('crawl')
    .description('Crawl sites and index their source; ends when every site has an outcome')
    .argument(
      '[site...]',
      'domains, URLs, or files that list them (text, CSV as rank,domain, or NDJSON; .gz too); - reads standard input',
    )
    .option(
      '--max-pages <number>',
      'maximum pages per site (default: SITEGREP_MAX_PAGES)',
      between(1, 10_000),
    )
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
    .option('--format <format>', 'format of the lists: text, csv or ndjson (default: by file name)', format)
    .option('--resume', 'finish the crawls that were interrupted; takes no sites', false)
    .option(
      '--warc <folder>',
      'write everything that is fetched to WARC files there (default: SITEGREP_WARC_DIR)',
    )
    .option(
      '--json',
      'print each finished site as one line of JSON, and the refused lines of a list at the end',
      false,
    )
    .addHelpText(
      'after',
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
  for (const site of sites)
    if (looksLikeFile(site) && !existsSync(site)) throw new CommandFailed(`${site}: no such file.`);
  const settings = readConfig();
  const config = { ...settings, warcDir: options.warc ?? settings.warcDir };
  const logger = openLogger({ ...config, logLevel: config.logLevel === 'info' ? 'warn' : config.logLevel });
  await using closers = new AsyncDisposableStack();
  const interrupt = openInterrupt(closers);
  const { storage, broken, onWork, waiting } = await openRuntime(config, logger, closers, {
    onOutcome: (domain, result) => {
      if (options.json) process.stdout.write(jsonLine({ domain, ...result }));
    },
  });
  const { crawls } = storage;
  const submitted = options.resume
    ? null
    : await submitCrawl(
        crawls,
        {
          maxPages: options.maxPages ?? config.maxPages,
          maxDepth: options.maxDepth ?? config.maxDepth,
          priority: options.priority,
          revisitAfterDays: options.revisitAfterDays ?? config.revisitAfterDays,
        },
        untilUnreadable(seedsOf(sites, options.format), 'sites'),
      );
  if (submitted?.sites.total === 0) {
    throw new CommandFailed(`no line names a site.\n${rejectedLines(submitted.rejected, 'site')}`);
  }
  onWork();
  const finished = await watchCrawls(crawls, {
    ids: submitted === null ? null : [submitted.id],
    silent: options.json,
    waiting,
    signal: AbortSignal.any([interrupt.signal, broken]),
  });
  if (options.json) reportRejected(finished);
  else report(finished);
  broken.throwIfAborted();
  return interrupt.signal.aborted ? EXIT.interrupted : EXIT.done;
}

function report(finished: readonly Crawl[]): void {
  for (const crawl of finished) {
    process.stdout.write(`${outcomeTable(crawl)}\n`);
    if (crawl.rejected.count > 0) process.stdout.write(`${rejectedLines(crawl.rejected, 'site')}\n`);
  }
}

/** Prints a line of JSON for each crawl whose list has refused lines. */
function reportRejected(finished: readonly Crawl[]): void {
  for (const { id, rejected } of finished) {
    if (rejected.count > 0) process.stdout.write(jsonLine({ crawl: id, rejected }));
  }
}

async function* seedsOf(sites: readonly string[], format: SeedFormat | undefined): AsyncGenerator<SeedLine> {
  for (const site of sites) {
    if (site === '-') yield* readSeeds(splitLines(unpacked(process.stdin)), format ?? 'text');
    else if (existsSync(site))
      yield* readSeeds(splitLines(unpacked(createReadStream(site))), format ?? formatOf(site));
    else yield* readSeeds([site], 'text');
  }
}

/** Whether an argument is meant to be a file: it begins like a path, or ends like a list. */
function looksLikeFile(site: string): boolean {
  return site !== '-' && (/^[./~]/.test(site) || /\.(txt|csv|ndjson|jsonl)(\.gz)?$/i.test(site));
}

function formatOf(path: string): SeedFormat {
  if (/\.csv(\.gz)?$/i.test(path)) return 'csv';
  return /\.(ndjson|jsonl)(\.gz)?$/i.test(path) ? 'ndjson' : 'text';
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
