import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@sitegrep/config';
import type { Storage } from '@sitegrep/storage';
import { openConfiguredStorage } from '../../../apps/cli/src/instance.ts';
import { runCommand } from '../../support/server-process.ts';
import { runAndKill } from '../killed-process.ts';
import type { RevisitWeb, Served } from './web.ts';

export interface RevisitCheck {
  readonly web: RevisitWeb;
  /** Storage settings, as variables. */
  readonly settings: Readonly<Record<string, string>>;
  /** Number of kills during each crawl. */
  readonly kills: number;
  /** Every n-th site changes between the first and the second crawl. */
  readonly everyChanged: number;
}

export interface RevisitFigures {
  readonly sites: number;
  readonly changed: number;
  readonly crawls: readonly CrawlFigures[];
  /** The first fifty problems. */
  readonly problems: readonly string[];
}

interface CrawlFigures extends Served {
  readonly what: string;
  readonly seconds: number;
  readonly kills: number;
  readonly outcomes: Readonly<Record<string, number>>;
}

/** State after a crawl. */
interface Left {
  /** Outcome and reason of each site of the latest crawl. */
  readonly ends: ReadonlyMap<string, { readonly outcome: string; readonly reason: string | null }>;
  /** Revision of each document. */
  readonly revisions: ReadonlyMap<string, number>;
}

/**
 * Crawls a web three times: all sites, then after some have changed, then without sites that were visited recently.
 * All crawls but the last are killed several times.
 */
export async function checkRevisits(check: RevisitCheck): Promise<RevisitFigures> {
  const { web, kills, everyChanged } = check;
  const folder = await mkdtemp(join(tmpdir(), 'sitegrep-revisits-'));
  const settings = {
    SITEGREP_DATA_DIR: join(folder, 'data'),
    SITEGREP_HTTP_PROXY: web.proxyUrl,
    SITEGREP_HTTP_PROXY_GUARD: 'proxy',
    SITEGREP_CRAWL_DELAY: '0ms',
    SITEGREP_NOINDEX: 'ignore',
    ...check.settings,
  };
  const list = join(folder, 'sites.txt');
  await writeFile(list, web.domains.map((domain) => `${domain}\n`).join(''));
  const problems: string[] = [];
  const crawls: CrawlFigures[] = [];
  const changed = new Set(web.domains.filter((_, n) => n % everyChanged === everyChanged - 1));

  async function crawl(what: string, days: number, killed: number): Promise<Left> {
    web.served();
    const start = performance.now();
    const sites = web.domains.length;
    await crawlKilled(['crawl', list, '--revisit-after-days', String(days)], settings, sites, killed);
    const seconds = Math.round((performance.now() - start) / 100) / 10;
    const storage = await openConfiguredStorage(loadConfig(settings), true);
    try {
      const [newest] = (await storage.crawls.list({ limit: 1 })).items;
      if (newest?.state !== 'completed') problems.push(`${what}: the crawl is ${newest?.state}`);
      const outcomes = newest?.outcomes ?? {};
      const left = { ends: await endsOf(storage, newest?.id ?? ''), revisions: await revisionsIn(storage) };
      problems.push(...differences(`${what}: site`, web.domains, [...left.ends.keys()]));
      const ended = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
      if (ended !== sites) problems.push(`${what}: the outcomes add up to ${ended}`);
      const requested = web.requests();
      if (days > 0) {
        const requests = [...left.revisions.keys()].filter((domain) => requested.has(domain));
        problems.push(...requests.map((domain) => `${what}: ${domain} was requests`));
      }
      crawls.push({ what, seconds, kills: killed, outcomes, ...web.served() });
      return left;
    } finally {
      await storage.close();
    }
  }

  try {
    const first = await crawl('first', 0, kills);
    const indexed = [...first.ends].flatMap(([domain, { outcome }]) =>
      outcome === 'indexed' ? [domain] : [],
    );
    problems.push(...differences('first: document', indexed, [...first.revisions.keys()]));
    if (indexed.length === 0) problems.push('first: nothing was indexed');

    for (const domain of changed) web.change(domain);
    const second = await crawl('second, with changes', 0, kills);
    for (const domain of indexed) {
      const { outcome, reason } = second.ends.get(domain) ?? { outcome: 'none', reason: null };
      const wanted = changed.has(domain) ? 'indexed' : 'unchanged';
      const how = web.answers304(domain) ? '(304 Not Modified)' : '(the same content)';
      const written = second.revisions.get(domain) !== first.revisions.get(domain);
      if (outcome !== wanted) problems.push(`second: ${domain} is ${outcome} (${reason})`);
      else if (wanted === 'unchanged' && !reason?.endsWith(how)) {
        problems.push(`second: ${domain} should be unchanged ${how}, and is ${reason}`);
      }
      if (written !== changed.has(domain)) problems.push(`second: ${domain} was ${written ? '' : 'not '}put`);
    }
    problems.push(
      ...differences('second: document', [...first.revisions.keys()], [...second.revisions.keys()]),
    );

    const third = await crawl('third, after 7 days at the earliest', 7, 0);
    for (const domain of second.revisions.keys()) {
      const { outcome, reason } = third.ends.get(domain) ?? { outcome: 'none', reason: null };
      if (outcome !== 'unchanged' || reason?.endsWith('to be revisited after 7 days') !== true) {
        problems.push(`third: ${domain} is ${outcome} (${reason})`);
      }
      if (third.revisions.get(domain) !== second.revisions.get(domain))
        problems.push(`third: ${domain} was put`);
    }
    // Throws if index and stored sources disagree.
    await runCommand(['verify'], settings.SITEGREP_DATA_DIR, settings);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return {
    sites: web.domains.length,
    changed: changed.size,
    crawls,
    problems: problems.slice(0, 50),
  };
}

/** Runs a crawl to its end; its processes are killed after about equal numbers of sites. */
async function crawlKilled(
  args: readonly string[],
  settings: { readonly SITEGREP_DATA_DIR: string } & Readonly<Record<string, string>>,
  sites: number,
  kills: number,
): Promise<void> {
  let next = [...args, '--json'];
  for (let kill = 0; kill < kills; kill++) {
    const afterLines = Math.ceil(((0.5 + Math.random() / 2) * sites) / (kills + 1));
    const run = await runAndKill(
      next,
      settings.SITEGREP_DATA_DIR,
      { afterLines, thenMs: Math.random() * 100 },
      settings,
    );
    if (!run.killed) throw new Error(`the crawl ended before kill ${kill + 1}`);
    next = ['crawl', '--resume', '--json'];
  }
  await runAndKill(next, settings.SITEGREP_DATA_DIR, null, settings);
}

async function endsOf({ crawls }: Storage, crawlId: string): Promise<Left['ends']> {
  const ends = new Map<string, { readonly outcome: string; readonly reason: string | null }>();
  for (let after: string | null = null; ;) {
    const { items, next } = await crawls.sites(crawlId, {
      limit: 1_000,
      ...(after === null ? {} : { after }),
    });
    for (const { domain, result } of items) {
      if (ends.has(domain)) throw new Error(`${domain} is listed twice`);
      if (result !== null) ends.set(domain, result);
    }
    if (next === null) return ends;
    after = next;
  }
}

async function revisionsIn({ domains }: Storage): Promise<Left['revisions']> {
  const revisions = new Map<string, number>();
  for await (const { domain, revision } of domains.scan()) revisions.set(domain, revision);
  return revisions;
}

/** Missing and unexpected entries of a list. */
function differences(what: string, expected: readonly string[], found: readonly string[]): readonly string[] {
  const [wanted, got] = [new Set(expected), new Set(found)];
  return [
    ...[...wanted.difference(got)].map((domain) => `${what} is missing: ${domain}`),
    ...[...got.difference(wanted)].map((domain) => `${what} should not be: ${domain}`),
  ];
}
