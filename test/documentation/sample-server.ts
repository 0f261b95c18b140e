import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SitegrepClient } from '@sitegrep/client';
import { serveSampleWeb } from '@sitegrep/sample-web';
import type { SiteAnswers } from '@sitegrep/site';
import { wholeSite } from '@sitegrep/storage';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { type RunningServer, startServer } from '../support/server-process.ts';

/** Sites with `wp-content/plugins` in their source. */
export const CRAWLED = ['bakery-lyon.example', 'daily-invention.example', 'knitting-circle.example'];

export interface SampleServer extends RunningServer {
  /** Folder that is empty at first, and is removed with the server. */
  readonly folder: string;
}

/**
 * Starts `sitegrep up` after a crawl of three sites of the sample web; the others can be crawled, too. The sample web has no
 * certificates, so two are put beside what was crawled: one ends in twelve days.
 */
export async function startSampleServer(): Promise<SampleServer> {
  const root = await mkdtemp(join(tmpdir(), 'sitegrep-documentation-'));
  const web = await serveSampleWeb();
  const dataDir = join(root, 'data');
  const settings = {
    SITEGREP_HTTP_PROXY: web.proxyUrl,
    SITEGREP_HTTP_PROXY_GUARD: 'proxy',
    SITEGREP_CRAWL_DELAY: '20ms',
    SITEGREP_LOG_LEVEL: 'error',
    SITEGREP_MAX_LOOP_DELAY: '1m',
    SITEGREP_FILES: 'security.txt,llms.txt',
    SITEGREP_KEEP_VERSIONS: '10',
  };
  let server = await startServer(dataDir, settings);
  const stop = async (): Promise<void> => {
    await server.stop();
    await web.close();
    await rm(root, { recursive: true });
  };
  try {
    await crawlSome(server);
    await server.stop();
    await addCertificates(dataDir);
    server = await startServer(dataDir, settings);
    return { ...server, folder: await mkdtemp(join(root, 'user-')), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function crawlSome({ url, key }: RunningServer): Promise<void> {
  const { crawls } = new SitegrepClient({ baseUrl: url, key }).admin;
  const { id } = await crawls.create({ domains: CRAWLED, max_pages: 5 });
  for await (const event of crawls.events(id)) {
    if (event.type === 'site' && event.data.outcome !== 'indexed') {
      throw new Error(`${event.data.domain} ended as ${String(event.data.outcome)}`);
    }
  }
}

const DAY = 86_400_000;
/** Certificates by their domains, each with the days until it ends. */
const CERTIFICATES: readonly (readonly [domain: string, issuer: string, days: number])[] = [
  ['knitting-circle.example', "Let's Encrypt R11", 12],
  ['daily-invention.example', 'Example Trust CA 1', 200],
];
const NOTHING: SiteAnswers = { files: [], agents: null, certificate: null, icon: null };

async function addCertificates(dataDir: string): Promise<void> {
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  for (const [domain, issuer, days] of CERTIFICATES) {
    const stored = await storage.domains.get(domain);
    if (stored === null) throw new Error(`${domain} was not stored`);
    const certificate = {
      issuer,
      names: [domain, `www.${domain}`],
      nameCount: 2,
      notBefore: Date.now() - 30 * DAY,
      notAfter: Date.now() + days * DAY,
      tls: 'TLSv1.3',
    };
    const pages = stored.pages.map(({ facts, ...page }) => {
      const site = page.url.endsWith('.example/') ? { ...(facts.site ?? NOTHING), certificate } : facts.site;
      return { ...page, facts: { ...facts, site } };
    });
    await storage.domains.put([wholeSite({ domain, pages, facts: stored.facts })]);
  }
  await storage.close();
}
