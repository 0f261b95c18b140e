// What one would put together otherwise: Crawlee's CheerioCrawler, wappalyzer-core on each page, and the documents in
// SQLite with FTS5, whose writer has a thread of its own. A process of its own. Crawlee is told to do its
// best: no pause, no sessions, as many requests at once as it likes to make. Elements are not looked for (wappalyzer-core
// leaves that to its caller), nor are profiles, countries, languages: that would make it slower.
import { join } from 'node:path';
import { CheerioCrawler, Configuration, log, LogLevel, ProxyConfiguration } from '@crawlee/cheerio';
import { canonicalDomain, foldSite, type DetectedTechnology } from '@sitegrep/site';
import { NO_PAGE_FACTS } from '@sitegrep/site/test/facts';
import core from 'wappalyzer-core';
import { answerOnce } from '../harness/child.ts';
import { readMemory } from '../harness/memory.ts';
import { readFingerprints } from '../../../packages/technologies/src/fingerprints.ts';
import { categoryPaths } from '../../../packages/technologies/src/taxonomy.ts';
import { Fts5Store } from './fts5-store.ts';
import type { CrawlFigures } from './crawl-figures.ts';

const MAX_SITE_BYTES = 16 * 2 ** 20;
const CONCURRENCY = 32;

export interface ReferenceRequest {
  readonly urls: readonly string[];
  readonly proxy: string;
  readonly dataDir: string;
}

export type ReferenceReport = CrawlFigures;

if (import.meta.main) answerOnce(crawl);

async function crawl({ urls, proxy, dataDir }: ReferenceRequest): Promise<ReferenceReport> {
  log.setLevel(LogLevel.ERROR);
  const { technologies, categories } = readFingerprints();
  core.setTechnologies(technologies);
  core.setCategories(categories);
  const paths = categoryPaths(categories);
  const store = new Fts5Store(join(dataDir, 'domains.sqlite'));
  let pages = 0;

  const detect = (items: Parameters<typeof core.analyze>[0]): DetectedTechnology[] =>
    core.resolve(core.analyze(items)).map(({ name, version, confidence, categories: found }) => ({
      name,
      version: version || null,
      confidence,
      paths: [...new Set(found.flatMap(({ id }) => paths.get(id) ?? []))],
    }));

  const crawler = new CheerioCrawler(
    {
      proxyConfiguration: new ProxyConfiguration({ proxyUrls: [proxy] }),
      useSessionPool: false,
      persistCookiesPerSession: false,
      maxRequestRetries: 0,
      minConcurrency: CONCURRENCY,
      maxConcurrency: CONCURRENCY,
      async requestHandler({ request, response, body, $ }) {
        const url = request.loadedUrl;
        const domain = canonicalDomain(url);
        if (domain === null) return;
        const source = body.toString();
        const attributes = (selector: string, name: string): string[] =>
          $(selector)
            .map((_, element) => $(element).attr(name))
            .get();
        const meta: Record<string, string[]> = {};
        $('meta[name], meta[property]').each((_, element) => {
          const name = ($(element).attr('name') ?? $(element).attr('property') ?? '').toLowerCase();
          (meta[name] ??= []).push($(element).attr('content') ?? '');
        });
        const headers = Object.fromEntries(
          Object.entries(response.headers).map(([name, value]) => [name, [value ?? ''].flat()]),
        );
        const cookies = Object.fromEntries(
          (headers['set-cookie'] ?? []).map((cookie) => {
            const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
            return [name.trim().toLowerCase(), [value]];
          }),
        );
        const technologiesFound = detect({
          url,
          html: source,
          scripts: $('script:not([src])')
            .map((_, element) => $(element).text())
            .get()
            .join('\n'),
          scriptSrc: attributes('script[src]', 'src'),
          meta,
          headers,
          cookies,
          text: $('body').text().replace(/\s+/g, ' '),
          css: $('style').text(),
        });
        const record = {
          url,
          fetchedAt: Date.now(),
          charset: 'utf-8',
          truncated: false,
          source: source.replaceAll('\0', '\uFFFD').toWellFormed(),
          facts: {
            ...NO_PAGE_FACTS,
            title: $('title').first().text().trim().slice(0, 1_000) || null,
            description: meta['description']?.[0]?.slice(0, 1_000) ?? null,
            metaKeywords: (meta['keywords']?.[0] ?? '').split(',').filter(Boolean).slice(0, 100),
            emails: attributes('a[href^="mailto:"]', 'href')
              .slice(0, 100)
              .map((email) => ({ email, source: 'link' as const, written: email })),
            generator: meta['generator']?.[0] ?? null,
            technologies: technologiesFound,
          },
        };
        await store.put(foldSite(domain, [record], { maxSiteBytes: MAX_SITE_BYTES }));
        pages++;
      },
      failedRequestHandler({ request }, error) {
        process.stderr.write(`${request.url}: ${error.message}\n`);
      },
    },
    new Configuration({ persistStorage: false, purgeOnStart: false }),
  );

  const before = process.cpuUsage();
  const startedAt = performance.now();
  await crawler.run([...urls]);
  await store.close();
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(before);
  const { peakMiB } = readMemory(process.pid);
  const processorSeconds = (user + system) / 1e6;
  return { pages, seconds, processorSeconds, peakMiB, residentMiB: [], restMiB: peakMiB };
}
