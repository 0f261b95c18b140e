import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import type { Crawl, CrawlRecords, CrawlSite } from '../../records.ts';
import { openTestIndexes } from '../../../test/elasticsearch/test-indexes.ts';
import { openCrawlRecords } from './crawl-records.ts';

const indexes = await openTestIndexes();
afterAll(() => indexes.close());

/**
 * Runs a process that finishes sites, and kills it after some lines.
 *
 * @returns the printed domains
 */
async function killAfter(lines: number, indexPrefix: string, crawlId: string): Promise<readonly string[]> {
  const script = fileURLToPath(new URL('../../../test/elasticsearch/killed-crawl.ts', import.meta.url));
  const child = spawn(process.execPath, [script, indexPrefix, crawlId], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const told: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (told.push(line) === lines) child.kill('SIGKILL');
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
  return told;
}

/**
 * A crawl and its sites, read while neither changed: requests of the killed process may still be executed after its
 * end.
 */
async function readBetweenWrites(
  records: CrawlRecords,
  id: string,
): Promise<{ readonly crawl: Crawl | null; readonly rows: readonly CrawlSite[] }> {
  const read = async (): Promise<readonly CrawlSite[]> => (await records.sites(id, { limit: 1_000 })).items;
  for (let before = await read(); ;) {
    const crawl = await records.get(id);
    const rows = await read();
    if (isDeepStrictEqual(rows, before)) return { crawl, rows };
    before = rows;
  }
}

it('loses no result when processes are killed, and its counts match its sites until the end', async () => {
  const options = indexes.options();
  const records = await openCrawlRecords(indexes.client, options);
  const { id } = await records.create({ maxPages: 1, maxDepth: 0, priority: 1 });
  const domains = Array.from({ length: 600 }, (_, number) => `s${number}.test`);
  await records.appendSites(
    id,
    domains.map((domain) => ({ domain, urls: [] })),
  );
  await records.seal(id, { count: 0, reasons: {}, samples: [] });

  const acknowledged = new Set<string>();
  for (const lines of [1, 40, 90]) {
    for (const domain of await killAfter(lines, options.indexPrefix, id)) acknowledged.add(domain);
    const { crawl, rows } = await readBetweenWrites(records, id);
    const count = (counts: (site: CrawlSite) => boolean): number => rows.filter(counts).length;
    const finished = count(({ result }) => result !== null);
    const running = count(({ result, startedAt }) => result === null && startedAt !== null);
    expect(rows).toHaveLength(600);
    expect(crawl).toMatchObject({
      state: 'running',
      sites: { total: 600, pending: 600 - running - finished, running, finished },
      outcomes: { indexed: finished },
      pages: 2 * finished,
      bytes: 30 * finished,
    });
    const ended = new Set(rows.flatMap(({ domain, result }) => (result === null ? [] : [domain])));
    expect(acknowledged.difference(ended)).toEqual(new Set());
  }

  const result = {
    outcome: 'crashed',
    reason: 'killed',
    pages: 0,
    bytes: 0,
    startedAt: 1,
    finishedAt: 2,
  } as const;
  const left = await records.unfinished(id, null, 10_000);
  const last = left.map((domain) => records.finish(id, domain, { ...result, redirects: [] }));
  expect(new Set(await Promise.all(last))).toEqual(new Set([true]));
  expect(await records.get(id)).toMatchObject({
    state: 'completed',
    sites: { total: 600, pending: 0, running: 0, finished: 600 },
    outcomes: { indexed: 600 - left.length, crashed: left.length },
  });
}, 180_000);
