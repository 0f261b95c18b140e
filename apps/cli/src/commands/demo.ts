import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureAdminKey } from '@sitegrep/api/keys';
import { type CrawlSiteItem, SitegrepClient } from '@sitegrep/client';
import { type Config, loadConfig } from '@sitegrep/config';
import {
  SAMPLE_CRAWL,
  type SampleSearch,
  type SampleWeb,
  SEARCHES,
  serveSampleWeb,
} from '@sitegrep/sample-web';
import { parseTimestamp } from '@sitegrep/contract';
import { Command } from 'commander';
import { watchCrawls } from '../crawl-watch.ts';
import { CommandFailed, EXIT } from '../failure.ts';
import { openLogger } from '../instance.ts';
import type { Closers } from '../read-config.ts';
import { openInterrupt, untilAborted } from '../interrupt.ts';
import { outcomeTable } from '../reports.ts';
import { openRuntime } from '../runtime.ts';
import { serveApi } from '../serve-api.ts';
import { commandName, counted, formatSeconds, paint, renderTable } from '../terminal.ts';

const SHOWN_SEARCHES = 3;

export function demoCommand(): Command {
  return new Command('demo')
    .option('--exit', 'exit after the searches; fail if they do not find what they should', false)
    .action(async (options: { readonly exit: boolean }) => {
      process.exitCode = await demo(options.exit);
    });
}

async function demo(exit: boolean): Promise<number> {
  await using closers = new AsyncDisposableStack();
  const interrupt = openInterrupt(closers);
  const web = await serveSampleWeb();
  closers.defer(() => web.close());
  const config = await configFor(web, closers);
  const logger = openLogger(config);
  say(`A sample web of ${web.sites.length} sites is served at ${web.proxyUrl} and crawled from there.\n`);

  const runtime = await openRuntime(config, logger, closers);
  const key = await ensureAdminKey(runtime.storage);
  const [first] = await runtime.storage.keys.list();
  const signInCode = { code: randomBytes(24).toString('base64url'), keyId: () => first?.id ?? null };
  const served = { ...runtime, isHolder: true, hasConsole: true, signInCode };
  const { url, secret } = await serveApi(config, logger, served, closers);
  const client = new SitegrepClient({ baseUrl: url, key: secret });
  const { crawls } = client.admin;
  const submitted = await crawls.create({
    domains: web.sites.map((site) => site.domain),
    max_pages: SAMPLE_CRAWL.maxPages,
    max_depth: SAMPLE_CRAWL.maxDepth,
  });
  const signal = AbortSignal.any([interrupt.signal, runtime.broken]);
  const sites: CrawlSiteItem[] = [];
  await watchCrawls(client, {
    ids: [submitted.id],
    isSilent: false,
    onSite: (site) => sites.push(site),
    signal,
  });
  runtime.broken.throwIfAborted();
  if (interrupt.signal.aborted) return EXIT.interrupted;
  say(`\n${siteTable(sites, web)}\n`);
  say(`${outcomeTable(await crawls.get(submitted.id))}\n`);

  const wrong = [...wrongOutcomes(sites, web), ...(await showSearches(url, key ?? ''))];
  if (wrong.length > 0) throw new CommandFailed(`the demo did not go as it should:\n${wrong.join('\n')}`);
  if (exit) return EXIT.done;

  say(`\nStill serving until Ctrl-C. Open the console; this link signs you in, once, on this machine:\n`);
  say(`  ${paint('bold', `${url}/#code=${signInCode.code}`)}\n`);
  say(`${url}/docs is the reference of the API. In another terminal:\n`);
  say(`  ${paint('bold', `export SITEGREP_URL=${url} SITEGREP_KEY=${key ?? ''}`)}`);
  say(`  ${commandName()} search '${SEARCHES[0]?.terms[0] ?? ''}'`);
  await untilAborted([signal]);
  runtime.broken.throwIfAborted();
  return EXIT.done;
}

/** Reads the user's settings, but with a temporary data folder and the sample web instead of the real one. */
async function configFor(web: SampleWeb, closers: Closers): Promise<Config> {
  const folder = await mkdtemp(join(tmpdir(), 'sitegrep-demo-'));
  closers.defer(() => rm(folder, { recursive: true, force: true }));
  const { SITEGREP_ADMIN_KEY: _, SITEGREP_WARC_DIR: __, ...env } = process.env;
  return loadConfig({
    SITEGREP_PORT: '0',
    SITEGREP_LOG_LEVEL: 'error',
    ...env,
    SITEGREP_DATA_DIR: folder,
    SITEGREP_HTTP_PROXY: web.proxyUrl,
    SITEGREP_HTTP_PROXY_GUARD: 'proxy',
    SITEGREP_CRAWL_DELAY: '20ms',
    SITEGREP_REQUEST_TIMEOUT: '4s',
    SITEGREP_RETRIES: '1',
  });
}

function siteTable(sites: readonly CrawlSiteItem[], web: SampleWeb): string {
  const shows = new Map(web.sites.map((site) => [site.domain, site.shows]));
  const rows = sites
    .toSorted((a, b) => (a.domain < b.domain ? -1 : 1))
    .map((site) => [
      site.domain,
      shows.get(site.domain) ?? '',
      site.outcome ?? 'none',
      String(site.pages ?? 0),
      tookText(site),
      site.reason ?? '',
    ]);
  return renderTable(
    [
      { title: 'SITE' },
      { title: 'SHOWS', maxWidth: 44 },
      { title: 'OUTCOME' },
      { title: 'PAGES', align: 'right' },
      { title: 'TOOK', align: 'right' },
      { title: 'REASON', maxWidth: 60 },
    ],
    rows,
  );
}

function tookText({ started_at, finished_at }: CrawlSiteItem): string {
  if (started_at === null || finished_at === null) return '';
  return formatSeconds(((parseTimestamp(finished_at) ?? 0) - (parseTimestamp(started_at) ?? 0)) / 1000);
}

function wrongOutcomes(sites: readonly CrawlSiteItem[], web: SampleWeb): string[] {
  const results = new Map(sites.map((site) => [site.domain, site]));
  return web.sites
    .filter((site) => results.get(site.domain)?.outcome !== site.expected.outcome)
    .map(({ domain, expected }) => {
      const result = results.get(domain);
      return `${domain} should end as ${expected.outcome}, is ${result?.outcome ?? 'missing'} (${result?.reason ?? ''})`;
    });
}

/** @returns a sentence for each search that did not find what it should */
async function showSearches(url: string, key: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const search of SEARCHES.slice(0, SHOWN_SEARCHES)) {
    const body = JSON.stringify({ search_terms: search.terms, order_by: ['domain,asc'] });
    say(`\n${paint('bold', search.shows)}\n${curlLine(url, key, body)}`);
    const { total, domains } = await ask(url, key, body);
    say(`→ ${counted(total, 'domain')}: ${domains.join(', ')}`);
    const problem = mismatch(search, total, domains);
    if (problem !== null) wrong.push(problem);
  }
  return wrong;
}

function mismatch(search: SampleSearch, total: number, domains: readonly string[]): string | null {
  const expected = search.domains.join(', ');
  if (total === search.domains.length && domains.join(', ') === expected) return null;
  return `${search.terms.join(' and ')} should be found on ${expected}, is on ${domains.join(', ')} (${total})`;
}

async function ask(url: string, key: string, body: string): Promise<{ total: number; domains: string[] }> {
  const response = await fetch(`${url}/html-source-code-search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body,
  });
  if (response.status !== 200)
    throw new CommandFailed(`the search was answered ${response.status}: ${await response.text()}`);
  const answer = (await response.json()) as { data: { total_count: number; items: { domain: string }[] } };
  return { total: answer.data.total_count, domains: answer.data.items.map((item) => item.domain) };
}

function curlLine(url: string, key: string, body: string): string {
  const quoted = body.replaceAll("'", String.raw`'\''`);
  return paint(
    'dim',
    `curl -H 'X-API-Key: ${key}' -H 'Content-Type: application/json' ${url}/html-source-code-search -d '${quoted}'`,
  );
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
