// One crawl of all sites, good and bad, by the real command in a process of its own, whose memory is measured.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { domainsWith } from '@sitegrep/search';
import type { SiteResult } from '@sitegrep/site';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { MAIN } from '../support/server-process.ts';
import { addBadBodies } from './bad-bodies.ts';
import { addBadConnections } from './bad-connections.ts';
import { addBadHttp2, HTTP2_NAMES } from './bad-http2.ts';
import { addBadNames } from './bad-names.ts';
import { addBadTls } from './bad-tls.ts';
import { addBusyHosts } from './busy-hosts.ts';
import { makeStageCertificates } from './certificates.ts';
import { addGoodSites, TLS_NAMES } from './good-sites.ts';
import { NAMES_VARIABLE } from './names.ts';
import { Stage, STAGE_NETWORK, type Expected, type Site } from './stage.ts';
import { addTraps, MAX_PAGES, type TrapRules } from './traps.ts';

const STUB_NAMES = fileURLToPath(new URL('stub-names.ts', import.meta.url));

/** Short time limits for hosts, so that slow ones don't make the test long; long ones for pages, since machines may be busy. */
const SETTINGS: Readonly<Record<string, string>> = {
  SITEGREP_ALLOWED_ADDRESSES: STAGE_NETWORK,
  SITEGREP_CRAWL_DELAY: '0ms',
  SITEGREP_REQUEST_TIMEOUT: '6s',
  SITEGREP_ANALYSIS_DEADLINE: '30s',
  // The same number on every machine, since each needs memory.
  SITEGREP_ANALYSIS_THREADS: '2',
  SITEGREP_RETRIES: '1',
  SITEGREP_MAX_RETRY_AFTER: '2s',
  SITEGREP_SITE_TIMEOUT: '120s',
};

export interface Ending {
  readonly site: Site;
  /** Result of the site; null if it has none. */
  readonly result: SiteResult | null;
  /** Number of stored pages. */
  readonly stored: number;
}

export interface HostileRun {
  readonly endings: readonly Ending[];
  /** Exit code of the command. */
  readonly code: number | null;
  readonly seconds: number;
  /** Peak of the resident memory of the command's processes together, in MiB. */
  readonly peakMiB: number;
  /** Number of connections to the forbidden address. */
  readonly forbiddenConnections: number;
  /** Finds the domains with the term in their stored pages. */
  readonly holding: (term: string) => Promise<readonly string[]>;
  readonly traps: Readonly<Record<string, TrapRules>>;
  /** Host and path of requests to the shared server, in order. */
  readonly requests: readonly string[];
  readonly close: () => Promise<void>;
}

export async function runHostileCrawl(): Promise<HostileRun> {
  const folder = await mkdtemp(join(tmpdir(), 'sitegrep-hostile-'));
  const certificates = makeStageCertificates([
    ...TLS_NAMES,
    ...HTTP2_NAMES,
    'expired.test',
    'not-yet.test',
    'stranger.test',
    'old-tls.test',
    'long-chain.test',
  ]);
  const stage = await Stage.open();
  await addGoodSites(stage, certificates);
  const good = stage.sites.splice(0);
  await addBadConnections(stage);
  await addBadTls(stage, certificates);
  await addBadHttp2(stage, certificates);
  const forbidden = await addBadNames(stage);
  addBadBodies(stage);
  const traps = { ...addTraps(stage), ...addBusyHosts(stage) };
  const sites = mixed(good, stage.sites);

  const [list, names, authority] = ['sites.txt', 'names.json', 'authority.pem'].map((file) =>
    join(folder, file),
  ) as [string, string, string];
  await writeFile(list, sites.map(({ start }) => `${start}\n`).join(''));
  await writeFile(names, JSON.stringify(stage.names));
  await writeFile(authority, certificates.authority);
  const dataDir = join(folder, 'data');
  const environment = {
    ...SETTINGS,
    SITEGREP_DATA_DIR: dataDir,
    NODE_EXTRA_CA_CERTS: authority,
    [NAMES_VARIABLE]: names,
  };
  const ran = await crawl(list, environment);
  await stage.close();

  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  const stored = new Map<string, number>();
  for await (const { domain } of storage.domains.scan()) {
    stored.set(domain, (await storage.domains.get(domain))?.pages.length ?? 0);
  }
  return {
    ...ran,
    endings: sites.map((site) => ({
      site,
      result: ran.results.get(site.domain) ?? null,
      stored: stored.get(site.domain) ?? 0,
    })),
    forbiddenConnections: forbidden.connections(),
    holding: async (term) => {
      const { hits } = await storage.domains.search({
        ...domainsWith(term),
        limit: 1_000,
        from: { kind: 'offset', offset: 0 },
      });
      return hits.map(({ domain }) => domain);
    },
    traps,
    requests: stage.requests,
    close: async () => {
      await storage.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Mixes both lists, the bad sites spread evenly among the good ones. */
function mixed(good: readonly Site[], bad: readonly Site[]): readonly Site[] {
  const share = (at: number, all: readonly Site[]): number => (at + 0.5) / all.length;
  return [
    ...good.map((site, n) => ({ site, at: share(n, good) })),
    ...bad.map((site, n) => ({ site, at: share(n, bad) })),
  ]
    .toSorted((a, b) => a.at - b.at)
    .map(({ site }) => site);
}

type Ran = Pick<HostileRun, 'code' | 'seconds' | 'peakMiB'> & {
  readonly results: ReadonlyMap<string, SiteResult>;
};

/** Crawls a list of sites by the real command, with names from the table in the settings. */
export async function crawl(list: string, settings: Readonly<Record<string, string>>): Promise<Ran> {
  const options = ['--json', '--max-pages', String(MAX_PAGES), '--max-depth', '3'];
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['--import', STUB_NAMES, MAIN, 'crawl', list, ...options], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A hanging command must fail instead of blocking the test.
    timeout: 200_000,
    killSignal: 'SIGKILL',
  });
  const exited = once(child, 'exit');
  let peakMiB = 0;
  const watch = setInterval(() => {
    peakMiB = Math.max(peakMiB, residentOf(child.pid ?? 0));
  }, 100);
  try {
    const results = new Map<string, SiteResult>();
    for await (const line of createInterface({ input: child.stdout })) {
      if (!line.startsWith('{')) continue;
      const { domain, ...result } = JSON.parse(line) as SiteResult & { readonly domain: string };
      if (results.has(domain)) throw new Error(`${domain} has two outcomes`);
      results.set(domain, result);
    }
    const [code] = await exited;
    return { results, code, seconds: (performance.now() - startedAt) / 1_000, peakMiB };
  } finally {
    clearInterval(watch);
    child.kill('SIGKILL');
  }
}

/** Resident memory of a process and its descendants that still run, in MiB. */
function residentOf(pid: number): number {
  const file = (name: string): string => {
    try {
      return readFileSync(`/proc/${pid}/${name}`, 'utf8');
    } catch {
      return '';
    }
  };
  const [, kibibytes = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(file('status')) ?? [];
  const children = file(`task/${pid}/children`)
    .split(' ')
    .map(Number)
    .filter((child) => child > 0);
  return children.map(residentOf).reduce((sum, own) => sum + own, Number(kibibytes) / 1_024);
}

/** Difference between a site's result and the expected one; null if there is none. */
export function fault({ site, result, stored }: Ending): string | null {
  const wrong = faultOf(site, result);
  const wanted = wantedPages(site);
  return wrong === null && stored !== wanted ? `has ${stored} pages stored, not ${wanted}` : wrong;
}

/** Difference between a result and the expected one, without the stored pages; null if there is none. */
export function faultOf(expected: Expected, result: SiteResult | null): string | null {
  if (result === null) return 'has no outcome';
  const { outcome, reason, pages } = result;
  const ended = `${outcome}${reason === null ? '' : `: ${reason}`}`;
  if (outcome !== expected.outcome) return `ended as ${ended}, not as ${expected.outcome}`;
  if (expected.reason === null ? reason !== null : !expected.reason.test(reason ?? '')) {
    return `ended as ${ended}, which is not ${expected.reason === null ? 'without a reason' : String(expected.reason)}`;
  }
  const wanted = wantedPages(expected);
  return pages === wanted ? null : `has ${pages} pages, not ${wanted}`;
}

function wantedPages({ pages, outcome }: Expected): number {
  return pages ?? (outcome === 'indexed' ? 1 : 0);
}

/** Faults of the crawler in the traps: missing pages, and too many requests. */
export function trapFaults({ traps, requests }: Pick<HostileRun, 'traps' | 'requests'>): string[] {
  return Object.entries(traps).flatMap(([domain, { fetched, maxRequests }]) => {
    const paths = requests.flatMap((request) =>
      request.startsWith(`${domain} `) ? [request.slice(domain.length + 1)] : [],
    );
    const missing = fetched.filter((path) => !paths.includes(path));
    return [
      ...missing.map((path) => `${domain}: ${path} was not fetched`),
      ...(paths.length > maxRequests ? [`${domain}: ${paths.length} requests`] : []),
    ];
  });
}
