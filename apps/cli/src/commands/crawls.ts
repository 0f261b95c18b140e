// Commands about crawls that were submitted: list, show, watch, cancel, delete and retry them,
// and list their sites.
import { randomUUID } from 'node:crypto';
import type { CrawlItem, CrawlSiteItem } from '@sitegrep/client';
import { OUTCOMES } from '@sitegrep/site';
import { jsonLine } from '@sitegrep/contract/json';
import { Command, InvalidArgumentError, Option } from 'commander';
import { connect, type ServerOptions, withServerOptions } from '../connection.ts';
import { watchCrawls } from '../crawl-watch.ts';
import { FailedSites, isFailure } from '../failed-sites.ts';
import { LeftOutPages } from '../left-out-pages.ts';
import { CommandFailed, EXIT } from '../failure.ts';
import { readConfig } from '../read-config.ts';
import { openInterrupt } from '../interrupt.ts';
import { ofKnown } from '../known.ts';
import { outcomeTable } from '../reports.ts';
import { domainName } from '../shown-names.ts';
import { commandName, counted, formatCount, printable, renderTable } from '../terminal.ts';

interface JsonOptions extends ServerOptions {
  readonly json: boolean;
}

const ID = 'id of the crawl, as "sitegrep crawls list" shows it';
const AT_A_TIME = 1_000;

export function crawlsCommand(): Command {
  return new Command('crawls')
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(sitesCommand())
    .addCommand(watchCommand())
    .addCommand(cancelCommand())
    .addCommand(deleteCommand())
    .addCommand(retryCommand());
}

function listCommand(): Command {
  return withServerOptions(new Command('list'))
    .description('List all crawls, the newest first')
    .option('-n, --limit <number>', 'maximum number of crawls; 0 shows all', count, 20)
    .option('--json', 'print each crawl as one line of JSON, in the form of GET /admin/crawls', false)
    .action(async ({ limit, json, ...server }: JsonOptions & { readonly limit: number }) => {
      await using closers = new AsyncDisposableStack();
      const { client } = await connect(server, { need: 'read' }, closers);
      const crawls: CrawlItem[] = [];
      for await (const crawl of client.admin.crawls.all({ pageSize: AT_A_TIME })) {
        if (json) process.stdout.write(jsonLine(crawl));
        crawls.push(crawl);
        if (crawls.length === limit) break;
      }
      if (!json) process.stdout.write(`${crawls.length === 0 ? 'no crawl so far' : tableOf(crawls)}\n`);
    });
}

function known<T>(id: string, answer: Promise<T>): Promise<T> {
  return ofKnown('crawl', id, 'crawls list', answer);
}

function tableOf(crawls: readonly CrawlItem[]): string {
  return renderTable(
    [
      { title: 'ID', isWhole: true },
      { title: 'NAME', maxWidth: 30 },
      { title: 'STATE' },
      { title: 'CREATED', isOptional: true },
      { title: 'SITES', align: 'right' },
      { title: 'ENDED', align: 'right', isOptional: true },
      { title: 'PAGES', align: 'right' },
    ],
    crawls.map(({ id, name, state, created_at, sites, pages }) => [
      id,
      name,
      state,
      minute(created_at),
      formatCount(sites.total),
      formatCount(sites.finished),
      formatCount(pages),
    ]),
  );
}

/** The part of a timestamp that a person reads: `2026-01-31 12:00`. */
function minute(timestamp: string): string {
  return timestamp.slice(0, 16);
}

function showCommand(): Command {
  return withServerOptions(new Command('show'))
    .description('Show the outcomes of a crawl')
    .argument('<id>', ID)
    .option('--json', 'print the crawl as JSON, in the form of GET /admin/crawls/{id}', false)
    .action(async (id: string, options: JsonOptions) => {
      await using closers = new AsyncDisposableStack();
      const { client } = await connect(options, { need: 'read' }, closers);
      const crawl = await known(id, client.admin.crawls.get(id));
      process.stdout.write(
        options.json ? jsonLine(crawl) : `${printable(crawl.name)}: ${crawl.state}\n${outcomeTable(crawl)}\n`,
      );
    });
}

interface SitesOptions extends JsonOptions {
  readonly outcome?: CrawlSiteItem['outcome'];
  readonly failed: boolean;
}

function sitesCommand(): Command {
  return withServerOptions(new Command('sites'))
    .description('List the sites of a crawl with their outcomes and reasons')
    .argument('<id>', ID)
    .addOption(new Option('--outcome <outcome>', 'show only sites with this outcome').choices(OUTCOMES))
    .option('--failed', 'show only sites that were not indexed', false)
    .option(
      '--json',
      'print each site as one line of JSON, in the form of GET /admin/crawls/{id}/sites',
      false,
    )
    .action(async (id: string, { outcome, failed, json, ...server }: SitesOptions) => {
      if (failed && outcome !== undefined) {
        throw new CommandFailed('--failed and --outcome exclude each other: give one of them.');
      }
      await using closers = new AsyncDisposableStack();
      const { client } = await connect(server, { need: 'read' }, closers);
      await known(id, client.admin.crawls.get(id));
      const filter = outcome === undefined || outcome === null ? {} : { outcome };
      const sites: CrawlSiteItem[] = [];
      for await (const site of client.admin.crawls.allSites(id, filter, { pageSize: AT_A_TIME })) {
        if (failed && !isFailure(site)) continue;
        if (json) process.stdout.write(jsonLine(site));
        else sites.push(site);
      }
      if (!json) process.stdout.write(`${siteTable(sites)}\n`);
    });
}

function siteTable(sites: readonly CrawlSiteItem[]): string {
  return renderTable(
    [
      { title: 'SITE', maxWidth: 60 },
      { title: 'OUTCOME' },
      { title: 'PAGES', align: 'right' },
      { title: 'REASON', wraps: true },
    ],
    sites.map(({ domain, outcome, pages, reason }) => [
      domainName(domain),
      outcome ?? '',
      String(pages ?? ''),
      reason ?? '',
    ]),
  );
}

function watchCommand(): Command {
  return withServerOptions(new Command('watch'))
    .description('Watch a crawl until it has ended; Ctrl-C ends the watching only')
    .argument('<id>', ID)
    .option('--json', 'print each finished site as one line of JSON', false)
    .action(async (id: string, options: JsonOptions) => {
      process.exitCode = await watch(id, options);
    });
}

async function watch(id: string, options: JsonOptions): Promise<number> {
  await using closers = new AsyncDisposableStack();
  const { signal } = openInterrupt(closers, () => 'no longer watching; the crawl goes on.');
  const { client, kind } = await connect(options, { need: 'read' }, closers);
  const failed = new FailedSites();
  const leftOut = new LeftOutPages();
  const { finished_at: end } = await known(id, client.admin.crawls.get(id));
  if (end === null && kind === 'own' && readConfig().queue === 'sqlite') {
    throw new CommandFailed(
      `nobody works on crawl ${id}: "${commandName()} crawl --resume" goes on with it, and so does "${commandName()} up".`,
    );
  }
  await watchCrawls(client, {
    ids: [id],
    onSite: (site) => {
      failed.add(site);
      leftOut.add(site);
      if (options.json) process.stdout.write(jsonLine(site));
    },
    isSilent: options.json,
    signal,
  });
  const crawl = await client.admin.crawls.get(id);
  if (!options.json) {
    for (const line of [outcomeTable(crawl), ...leftOut.lines(), ...failed.lines([crawl])])
      process.stdout.write(`${line}\n`);
  }
  return signal.aborted ? EXIT.interrupted : EXIT.done;
}

function cancelCommand(): Command {
  return withServerOptions(new Command('cancel'))
    .description('Cancel a crawl: no further site of it begins')
    .argument('<id>', ID)
    .option('--json', 'print the crawl as JSON', false)
    .action(async (id: string, options: JsonOptions) => {
      await using closers = new AsyncDisposableStack();
      const { client } = await connect(options, { need: 'write' }, closers);
      const crawl = await known(id, client.admin.crawls.cancel(id));
      process.stdout.write(
        options.json ? jsonLine(crawl) : `cancelled ${crawl.id}\n${outcomeTable(crawl)}\n`,
      );
    });
}

function deleteCommand(): Command {
  return withServerOptions(new Command('delete'))
    .description('Delete the records of a crawl that has ended; what it has indexed stays')
    .argument('<id>', ID)
    .option('--json', 'print the crawl as JSON', false)
    .action(async (id: string, options: JsonOptions) => {
      await using closers = new AsyncDisposableStack();
      const { client } = await connect(options, { need: 'write' }, closers);
      const crawl = await known(id, client.admin.crawls.delete(id));
      const sites = counted(crawl.sites.total, 'site');
      process.stdout.write(options.json ? jsonLine(crawl) : `deleted crawl ${crawl.id} with ${sites}\n`);
    });
}

function retryCommand(): Command {
  return withServerOptions(new Command('retry'))
    .description('Submit a new crawl of the sites that failed')
    .argument('<id>', ID)
    .option('--all', 'crawl all sites again, not only those that failed', false)
    .option('--json', 'print the new crawl as JSON', false)
    .addHelpText('after', '\nWithout a running server, "sitegrep crawl --resume" crawls them.')
    .action(async (id: string, { all, ...options }: JsonOptions & { readonly all: boolean }) => {
      await using closers = new AsyncDisposableStack();
      const { client, kind } = await connect(options, { need: 'write' }, closers);
      const crawl = await known(
        id,
        client.admin.crawls.retry(
          id,
          { sites: all ? 'all' : 'failed' },
          // The server may be slow to copy the sites of a large crawl.
          { idempotencyKey: randomUUID(), timeout: 0 },
        ),
      );
      if (options.json) {
        process.stdout.write(jsonLine(crawl));
        return;
      }
      const next = `${commandName()} ${kind === 'own' ? 'crawl --resume' : `crawls watch ${crawl.id}`}`;
      process.stdout.write(`crawl ${crawl.id} has ${counted(crawl.sites.total, 'site')}\nNext: ${next}\n`);
    });
}

function count(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a whole number, 0 or more.');
}
