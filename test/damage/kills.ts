// Kills with SIGKILL: a server that crawls, imports, removes domains, searches, counts facets and searches full text dies at
// random moments. What it has acknowledged stays, what was removed does not come back, and the folder is found intact.
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { domainsWith } from '@sitegrep/search';
import type { Storage } from '@sitegrep/storage';
import { verifyTextIndex } from '@sitegrep/storage/maintenance';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { seededRandom } from '../../packages/storage/test/drawn-documents.ts';
import { ownWord, serveSampleSites } from '../support/sample-sites.ts';
import { startServer, type RunningServer } from '../support/server-process.ts';

export interface Kills {
  readonly kills: number;
  /** Crawls that were accepted, and their sites; all of them ended at last. */
  readonly crawls: number;
  readonly sites: number;
  /** Pages that were reported as stored, and domains that were reported as removed. */
  readonly imported: number;
  readonly removed: number;
  /** Searches, with facets or of full text, that were answered. */
  readonly answered: number;
  /** Faults: something that was acknowledged is lost, something removed came back, or the folder is damaged. */
  readonly lost: readonly string[];
}

const SITES_OF_A_CRAWL = 12;
const PAGES_OF_AN_IMPORT = 15;
/** A server is killed after fewer acknowledgements than this, and after a wait that is shorter than this, in milliseconds. */
const MAX_ACKNOWLEDGED = 50;
const MAX_WAIT_MS = 300;

/** Results that the server has acknowledged, and domains that it may have removed besides. */
interface Acknowledged {
  /** Sites of each crawl that was accepted. */
  readonly crawls: Map<string, readonly string[]>;
  readonly stored: Set<string>;
  readonly removed: Set<string>;
  /** Domains whose removal was asked for, answered or not. */
  readonly doomed: Set<string>;
  answered: number;
}

/** Starts a server on one data folder again and again, and kills it each time. */
export async function killServer(kills: number, seed: number): Promise<Kills> {
  const folder = await mkdtemp(join(tmpdir(), 'sitegrep-kills-'));
  const { proxyUrl, server: web } = await serveSampleSites(20, 2);
  try {
    return await killIn(join(folder, 'data'), proxyUrl, kills, seed);
  } finally {
    const closed = once(web, 'close');
    web.close();
    web.closeAllConnections();
    await closed;
    await rm(folder, { recursive: true, force: true });
  }
}

async function killIn(dataDir: string, proxyUrl: string, kills: number, seed: number): Promise<Kills> {
  await mkdir(dataDir);
  const random = seededRandom(seed);
  const settings = {
    SITEGREP_HTTP_PROXY: proxyUrl,
    SITEGREP_HTTP_PROXY_GUARD: 'proxy',
    SITEGREP_CRAWL_DELAY: '0ms',
    SITEGREP_LOG_LEVEL: 'error',
  };
  const known: Acknowledged = {
    crawls: new Map(),
    stored: new Set(),
    removed: new Set(),
    doomed: new Set(),
    answered: 0,
  };
  const lost: string[] = [];
  for (let kill = 0; kill < kills; kill++) {
    const server = await startServer(dataDir, settings);
    const stop = new AbortController();
    const working = Promise.all(work(server, known, kill, stop.signal));
    const due = acknowledgements(known) + random(MAX_ACKNOWLEDGED);
    while (acknowledgements(known) < due) await delay(5);
    await delay(random(MAX_WAIT_MS));
    await server.kill();
    stop.abort();
    await working;
    // The next process to open the folder is not always the same.
    if (kill % 2 === 0)
      lost.push(...(await problemsIn(dataDir, known)).map((what) => `kill ${kill}: ${what}`));
  }
  const server = await startServer(dataDir, settings);
  for (const id of known.crawls.keys()) await ended(server, id);
  await server.stop();
  lost.push(...(await problemsIn(dataDir, known)).map((what) => `at the end: ${what}`));
  lost.push(...(await unendedIn(dataDir, known)));
  const { crawls, stored, removed, answered } = known;
  const sites = [...crawls.values()].flat().length;
  return { kills, crawls: crawls.size, sites, imported: stored.size, removed: removed.size, answered, lost };
}

function acknowledgements({ crawls, stored, removed }: Acknowledged): number {
  return crawls.size + stored.size + removed.size;
}

/** Everything that a server is asked to do at the same time, until it dies. */
function work(
  server: RunningServer,
  known: Acknowledged,
  kill: number,
  signal: AbortSignal,
): Promise<void>[] {
  return [crawl, importPages, remove, search].map(async (kind) => {
    for (let round = 0; !signal.aborted; round++) {
      try {
        await kind(server, known, `${kill}-${round}`);
      } catch (error) {
        // The server died; whatever else it may be, another try says the same.
        if (!isCutOff(error)) throw error;
        await delay(20);
      }
    }
  });
}

/** Whether an error says that a connection was refused or broke off. */
function isCutOff(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && 'code' in error);
}

async function crawl(server: RunningServer, known: Acknowledged, round: string): Promise<void> {
  const domains = Array.from({ length: SITES_OF_A_CRAWL }, (_, site) => `crawled-${round}-${site}.example`);
  const answer = await server.ask('/admin/crawls', json({ domains }));
  const { data } = (await answer.json()) as { data: { id: string } };
  if (answer.status === 202) known.crawls.set(data.id, domains);
  await ended(server, data.id);
}

async function ended(server: RunningServer, id: string): Promise<void> {
  for (;;) {
    const answer = await server.ask(`/admin/crawls/${id}`);
    const { data } = (await answer.json()) as { data: { state: string } };
    if (answer.status !== 200 || data.state === 'completed') return;
    await delay(50);
  }
}

/** Sends pages of new domains, and of one that was removed and blocked. */
async function importPages(server: RunningServer, known: Acknowledged, round: string): Promise<void> {
  const domains = Array.from({ length: PAGES_OF_AN_IMPORT }, (_, page) => `sent-${round}-${page}.example`);
  const lines = [...domains, ...[...known.removed].slice(-1)].map((domain) =>
    JSON.stringify({
      url: `https://${domain}/`,
      html: `<title>${domain}</title><p>${ownWord(domain)} otters</p>`,
    }),
  );
  const answer = await server.ask('/admin/pages', {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: `${lines.join('\n')}\n`,
  });
  if (answer.body === null) return;
  for await (const line of createInterface({ input: Readable.fromWeb(answer.body) })) {
    const { outcome, domain } = JSON.parse(line) as { outcome?: string; domain?: string };
    if (outcome === 'stored' && domain !== undefined) known.stored.add(domain);
  }
}

async function remove(server: RunningServer, known: Acknowledged): Promise<void> {
  const domain = [...known.stored].findLast((one) => !known.doomed.has(one));
  if (domain === undefined) {
    await delay(20);
    return;
  }
  known.doomed.add(domain);
  const answer = await server.ask(`/admin/domains/${domain}`, { method: 'DELETE' });
  if (answer.status === 200) known.removed.add(domain);
  await answer.body?.cancel();
}

async function search(server: RunningServer, known: Acknowledged): Promise<void> {
  const facets = [{ kind: 'label', label: 'tld' }];
  const answers = await Promise.all([
    server.ask('/search', json({ q: 'own-word-of-', facets, limit: 100 })),
    server.ask('/web-serp', json({ keyword: 'otters', location_code: 2826 })),
  ]);
  for (const answer of answers) {
    await answer.arrayBuffer();
    if (answer.ok) known.answered++;
  }
}

function json(body: object): RequestInit {
  return { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

async function problemsIn(dataDir: string, known: Acknowledged): Promise<readonly string[]> {
  const problems: string[] = [];
  await using closers = new AsyncDisposableStack();
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  closers.defer(() => storage.close());
  const { domains, crawls } = storage;
  const page = await domains.search({
    ...domainsWith('own-word-of-'),
    limit: 10_000,
    from: { kind: 'offset', offset: 0 },
  });
  const found = new Set(page.hits.map(({ domain }) => domain));
  const scanned = await Array.fromAsync(domains.scan(), ({ domain }) => domain);
  if (found.size !== scanned.length) problems.push(`${found.size} of ${scanned.length} domains are found`);
  for (const domain of known.stored)
    if (!known.doomed.has(domain) && !found.has(domain)) problems.push(`${domain} was stored and is lost`);
  for (const domain of known.removed)
    if (found.has(domain)) problems.push(`${domain} was removed and is back`);
  for (const [id, sites] of known.crawls) {
    const crawl = await crawls.get(id);
    if (crawl?.sites.total !== sites.length) problems.push(`crawl ${id} was accepted and is lost`);
    for (const { domain, result } of (await crawls.sites(id, { limit: 1_000 })).items)
      if (result?.outcome === 'indexed' && !found.has(domain))
        problems.push(`${domain} was crawled and is lost`);
  }
  problems.push(...(await textProblems(storage, known)));
  await closers.disposeAsync();
  try {
    await verifyTextIndex(dataDir, () => {});
  } catch (error) {
    problems.push(`verify: ${String(error)}`);
  }
  return problems;
}

/** Looks for what was stored last by a word of its own in full text. */
async function textProblems({ domains }: Storage, known: Acknowledged): Promise<readonly string[]> {
  const last = [...known.stored].filter((domain) => !known.doomed.has(domain)).slice(-5);
  const problems: string[] = [];
  for (const domain of last) {
    const request = { language: 'en', country: null, limit: 100, now: Date.now() };
    const results = await domains.fullText.search({ ...request, keyword: `site:${domain} otters` });
    if (results.length !== 1) problems.push(`full text finds ${results.length} pages of ${domain}`);
  }
  return problems;
}

/** Crawls of which a site has no outcome at the end, or another than `indexed`. */
async function unendedIn(dataDir: string, known: Acknowledged): Promise<readonly string[]> {
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  try {
    const problems: string[] = [];
    for (const [id, sites] of known.crawls) {
      const { state, outcomes = {} } = (await storage.crawls.get(id)) ?? {};
      if (state !== 'completed' || outcomes.indexed !== sites.length)
        problems.push(`crawl ${id} ended as ${state} with ${JSON.stringify(outcomes)}`);
    }
    return problems;
  } finally {
    await storage.close();
  }
}
