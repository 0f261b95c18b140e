import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { simplify } from '@sitegrep/search';
import { expect } from 'vitest';
import type { DomainIndex } from '../src/domains.ts';
import { verifyTextIndex } from '../src/sqlite/maintenance/verify.ts';
import { openSqliteStorage } from '../src/sqlite/storage.ts';
import { found, queryOf } from './conformance/documents.ts';
import { text } from './conformance/expressions.ts';
import { domainsWith, written } from './conformance/domain-rendered.ts';
import { ranksOf } from './conformance/oracle.ts';
import { threadProgram } from './thread-program.ts';

/**
 * Starts a process that writes into a data folder, kills it in the middle, and expects that everything that it acknowledged
 * is there.
 *
 * @param round gives the documents their names: one of each number can use a folder
 */
export async function killWhileWriting(dataDir: string, round: number): Promise<void> {
  const writer = spawn(process.execPath, threadProgram('killed-storage.ts', dataDir, String(round)), {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const acknowledged: string[] = [];
  const rendered: string[] = [];
  const exited = once(writer, 'exit');
  for await (const line of createInterface(writer.stdout)) {
    const [domain = '', part] = line.split(' ');
    acknowledged.push(domain);
    if (part === 'rendered') rendered.push(domain);
    if (acknowledged.length === 15 + 10 * round) writer.kill('SIGKILL');
  }
  await exited;

  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  for (const domain of acknowledged)
    expect(await found(storage.domains, `text of ${domain}.`)).toEqual([domain]);
  for (const domain of acknowledged) {
    const expected = rendered.includes(domain) ? [domain] : [];
    expect(await domainsWith(storage.domains, written(`scripts of ${domain}.`))).toEqual(expected);
  }
  for (const domain of acknowledged) await expectDraft(storage.domains, domain);
  const { total } = await storage.domains.search(queryOf(['text of']));
  expect(total).toBe((await storage.domains.stats()).domains);
  expect((await Array.fromAsync(storage.domains.scan())).length).toBe(total);
  const [crawl] = (await storage.crawls.list({ limit: 1 })).items;
  const sites = await storage.crawls.sites(crawl?.id ?? '', { limit: 1_000 });
  expect(crawl?.sites.finished).toBe(sites.items.filter(({ result }) => result !== null).length);
  const finished = new Set(sites.items.filter(({ result }) => result !== null).map(({ domain }) => domain));
  expect(acknowledged.filter((domain) => !finished.has(domain))).toEqual([]);
  const stored = await Array.fromAsync(storage.domains.scan());
  const rankOf = ranksOf(stored, new Map());
  expect(stored.map(({ domain, rank }) => [domain, rank])).toEqual(
    stored.map(({ domain }) => [domain, rankOf(domain)]),
  );
  expect(stored.some(({ rank }) => rank > 0)).toBe(true);
  await storage.close();
  await verifyTextIndex(dataDir, () => {});
}

/** Expects that what stood there before is a version, which a search finds, and nothing else is. */
async function expectDraft(index: DomainIndex, domain: string): Promise<void> {
  const url = `https://${domain}/000000`;
  const ids = (await index.versions(domain, url))?.versions.map(({ id }) => id) ?? [];
  const sources = (await index.versionSources(domain, url, ids))?.sources ?? [];
  expect(sources.map(({ utf8 }) => Buffer.from(utf8).toString())).toEqual([
    `text of ${domain}.`,
    `draft, not final: text of ${domain}.`,
  ]);
  const drafts = await index.search({
    level: 'version',
    where: simplify(text(`final: text of ${domain}.`), 'version'),
    order: [{ field: 'id', direction: 'asc' }],
    limit: 10,
    from: { kind: 'offset', offset: 0 },
  });
  expect(drafts.hits.map((hit) => [hit.url, hit.lastSeen === null])).toEqual([[url, false]]);
}
