// Run in a network namespace of its own: opens the home page of every situation in Chromium, crawls it with the complete command,
// and prints what either has, one line of JSON for each.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { extractPage } from '@sitegrep/facts';
import { homeFirst, type SiteResult } from '@sitegrep/site';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import type { Browser, Page } from 'playwright-core';
import { NAMES_VARIABLE } from '../hostile/names.ts';
import { launchChromium } from '../support/chromium.ts';
import { MAIN } from '../support/server-process.ts';
import { SITUATIONS, type Shown, type Situation } from './situations.ts';
import { domainOf, NETWORK, onDomain, openWeb, type Web } from './web.ts';

/** How a situation ended. */
export interface Ending {
  readonly name: string;
  /** Page that Chromium shows; null if it shows an error of its own. */
  readonly shown: Shown | null;
  /** Home page that is stored; null for none. */
  readonly stored: Shown | null;
  readonly outcome: string;
  readonly reason: string | null;
}

/** Pages that are open in the browser at the same time. */
const AT_ONCE = 6;
/** Maximum time until a page is the one that is expected, in milliseconds. */
const PATIENCE_MS = 30_000;
const STUB_NAMES = fileURLToPath(new URL('../hostile/stub-names.ts', import.meta.url));

execFileSync('ip', ['link', 'set', 'lo', 'up']);
const web = await openWeb();
const [shown, crawled] = await Promise.all([show(web), crawl(web)]);
for (const [at, { name }] of SITUATIONS.entries()) {
  const ending: Ending = { name, shown: shown[at] ?? null, ...(crawled[at] ?? unknown()) };
  process.stdout.write(`${JSON.stringify(ending)}\n`);
}
process.exit();

function unknown(): Omit<Ending, 'name' | 'shown'> {
  return { stored: null, outcome: 'none', reason: null };
}

function startOf({ start = 'https://D/' }: Situation, at: number): string {
  return onDomain(start, at);
}

/** Opens every start in the browser. */
async function show({ hosts }: Web): Promise<readonly (Shown | null)[]> {
  const rules = Array.from(hosts, ([host, address]) => `MAP ${host} ${address},MAP ${host}. ${address}`);
  const browser = await launchChromium([`--host-resolver-rules=${rules.join(',')},MAP * ~NOTFOUND`]);
  const pages: (Shown | null)[] = [];
  const left = [...SITUATIONS.entries()];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        const [at, situation] = next;
        pages[at] = await opened(browser, situation, at);
      }
    }),
  );
  await browser.close();
  return pages;
}

async function opened(browser: Browser, situation: Situation, at: number): Promise<Shown | null> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  try {
    const page = await context.newPage();
    const failure = await page.goto(startOf(situation, at)).then(
      () => null,
      (error: unknown) => String(error),
    );
    // A page that leads on at once interrupts the loading of the first.
    if (failure?.includes('net::ERR_') === true && !failure.includes('ERR_ABORTED')) return null;
    const url = onDomain(situation.shown?.url ?? '', at);
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const found = { url: page.url(), text: await textOf(page) };
      const isExpected = found.url === url && found.text === situation.shown?.text;
      if (isExpected || performance.now() > deadline) return found;
      await setTimeout(50);
    }
  } finally {
    await context.close();
  }
}

/** Texts of a page and of its frames. */
async function textOf(page: Page): Promise<string> {
  const texts = page.frames().map((frame) => frame.locator('body, frameset').first().innerText());
  return joined(await Promise.all(texts).catch(() => []));
}

function joined(texts: readonly string[]): string {
  return texts
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => text !== '')
    .toSorted()
    .join(' ');
}

/** Crawls every start, with one page a site. */
async function crawl({ authority, hosts }: Web): Promise<readonly Omit<Ending, 'name' | 'shown'>[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sitegrep-home-pages-'));
  try {
    const [list, names, authorities] = ['sites.txt', 'names.json', 'authority.pem'].map((file) =>
      join(folder, file),
    ) as [string, string, string];
    // A start at https:// is that of the domain, with its alternatives.
    const lines = SITUATIONS.map((situation, at) =>
      situation.start === undefined ? domainOf(at) : startOf(situation, at),
    );
    await writeFile(list, `${lines.join('\n')}\n`);
    await writeFile(
      names,
      JSON.stringify(
        Object.fromEntries(Array.from(hosts, ([host, address]) => [host, { lookups: [[address]] }])),
      ),
    );
    await writeFile(authorities, authority);
    const dataDir = join(folder, 'data');
    const args = [
      '--import',
      STUB_NAMES,
      MAIN,
      'crawl',
      list,
      '--json',
      '--max-pages',
      '1',
      '--max-depth',
      '0',
    ];
    const child = spawn(process.execPath, args, {
      env: {
        ...process.env,
        SITEGREP_DATA_DIR: dataDir,
        SITEGREP_ALLOWED_ADDRESSES: NETWORK,
        SITEGREP_CERTIFICATE_AUTHORITIES: authorities,
        SITEGREP_CRAWL_DELAY: '0ms',
        SITEGREP_RETRIES: '0',
        SITEGREP_ANALYSIS_DEADLINE: '30s',
        SITEGREP_ANALYSIS_THREADS: '1',
        [NAMES_VARIABLE]: names,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: 150_000,
    });
    const exited = once(child, 'exit');
    const results = new Map<string, SiteResult>();
    for await (const line of createInterface({ input: child.stdout })) {
      if (!line.startsWith('{')) continue;
      const { domain, ...result } = JSON.parse(line) as SiteResult & { readonly domain: string };
      results.set(domain, result);
    }
    await exited;
    const storage = await openSqliteStorage({ dataDir, readers: 1 });
    const endings = SITUATIONS.map(async (_, at) => {
      const { outcome = 'none', reason = null } = results.get(domainOf(at)) ?? {};
      const pages = (await storage.domains.get(domainOf(at)))?.pages ?? [];
      const [home] = homeFirst(domainOf(at), pages);
      const texts = pages.map(({ url, source }) => visibleText(url, source));
      return { stored: home === undefined ? null : { url: home.url, text: joined(texts) }, outcome, reason };
    });
    const all = await Promise.all(endings);
    await storage.close();
    return all;
  } finally {
    await rm(folder, { recursive: true });
  }
}

function visibleText(url: string, source: string): string {
  const page = { url, status: 200, headers: [], body: Buffer.from(source), truncated: false, fetchedAt: 0 };
  return extractPage({ ...page, headers: [['content-type', 'text/html; charset=utf-8']] }).signals.text;
}
