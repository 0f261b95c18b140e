// Writes documents and the ends of their crawl until it is killed, and prints each domain, and whether it is
// rendered, once both are acknowledged.
// Usage: killed-storage.ts DATA_DIR ROUND
import { documentOf, put } from './conformance/documents.ts';
import { openSqliteStorage } from '../src/sqlite/storage.ts';

const [dataDir = '', round = ''] = process.argv.slice(2);
const { domains, crawls } = await openSqliteStorage({
  dataDir,
  readers: 1,
  logBytes: 200_000,
  keepVersions: 5,
});
const names = Array.from({ length: 1_000 }, (_, number) => `r${round}n${number}.test`);
const { id } = await crawls.create({ maxPages: 1, maxDepth: 0, priority: 1 });
await crawls.appendSites(
  id,
  names.map((domain) => ({ domain, urls: [] })),
);

async function writeAll(own: readonly string[]): Promise<void> {
  for (const domain of own) {
    const document = documentOf(domain, [`text of ${domain}.`, 'other '.repeat(1_000)]);
    const linkedDomains = names.slice(0, own.indexOf(domain) % 40).map((name) => `www1.${name}`);
    const pages = document.pages.map((page) => ({ ...page, facts: { ...page.facts, linkedDomains } }));
    const rendered = { source: `scripts of ${domain}. ${'other '.repeat(1_000)}`, truncated: false };
    const [first, ...rest] = pages;
    if (first === undefined) throw new Error('a document without pages');
    const drafts = pages.map((page) => ({ ...page, source: `draft, not final: ${page.source}` }));
    await put(domains, { ...document, pages: drafts });
    // One of two was rendered before, and is no longer.
    if (own.indexOf(domain) % 2 === 0)
      await put(domains, { ...document, pages: [{ ...first, rendered }, ...rest] });
    await put(domains, {
      ...document,
      pages: own.indexOf(domain) % 2 === 0 ? pages : [{ ...first, rendered }, ...rest],
    });
    const at = Date.now();
    const numbers = { reason: null, pages: 2, bytes: 6_000, startedAt: at, finishedAt: at, redirects: [] };
    await crawls.finish(id, domain, { outcome: 'indexed', ...numbers });
    process.stdout.write(`${domain} ${own.indexOf(domain) % 2 === 0 ? 'plain' : 'rendered'}\n`);
  }
}
await Promise.all([0, 1, 2, 3].map((part) => writeAll(names.filter((_, number) => number % 4 === part))));
