import { readFileSync } from 'node:fs';
import type { Page } from '@sitegrep/site';
import { median, rounded } from '../harness/figures.ts';
import { madeSite } from '../harness/made-sites.ts';

/** Cost of a page: medians of pages that were written one after the other; of `diskBytes` the mean. */
interface Cost {
  readonly processorMs: number;
  readonly ms: number;
  /** Bytes that were written to files until it was durable: those of the logs of segments and database, mostly. */
  readonly putBytes: number;
  /** Bytes that disks got in all, merges and checkpoints included. */
  readonly diskBytes: number;
}

/** Pages at the beginning that do not count: code is compiled. */
const WARM_UP = 3;

/** Writes pages, and says what that took. */
export class Writing {
  readonly #write: (pages: AsyncIterable<Page>) => Promise<string>;

  /** @param write gives the outcomes of pages in words */
  constructor(write: (pages: AsyncIterable<Page>) => Promise<string>) {
    this.#write = write;
  }

  /** @throws if one is not stored */
  async write(pages: readonly Page[]): Promise<void> {
    const outcomes = await this.#write(oneByOne(pages));
    if (outcomes !== `${pages.length} stored`) throw new Error(`${pages.length} pages, but ${outcomes}`);
  }

  /** Writes each page alone. */
  async each(pages: readonly Page[]): Promise<Cost> {
    const costs: Cost[] = [];
    for (const page of pages) {
      const before = readCost();
      await this.write([page]);
      const after = readCost();
      costs.push({
        processorMs: after.processorMs - before.processorMs,
        ms: after.ms - before.ms,
        putBytes: after.putBytes - before.putBytes,
        diskBytes: after.diskBytes - before.diskBytes,
      });
    }
    const counted = costs.slice(WARM_UP);
    return {
      processorMs: rounded(median(counted.map(({ processorMs }) => processorMs))),
      ms: rounded(median(counted.map(({ ms }) => ms))),
      putBytes: median(counted.map(({ putBytes }) => putBytes)),
      diskBytes: counted.reduce((sum, { diskBytes }) => sum + diskBytes, 0) / counted.length,
    };
  }
}

/** Pages of a made site as captures. */
export function captured(site: number, pages: number, pageBytes: number): readonly Page[] {
  return madeSite(site, { pages, pageBytes }).pages.map(({ url, source, fetchedAt }) => ({
    url,
    status: 200,
    headers: [['content-type', 'text/html; charset=utf-8']],
    body: Buffer.from(source),
    truncated: false,
    fetchedAt,
  }));
}

/** Captured pages of the URLs of a site, one after the other and again, each with another heading and later than the last one. */
export function changedPages(site: number, pages: number, pageBytes: number, count: number): readonly Page[] {
  const all = captured(site, pages, pageBytes);
  return Array.from({ length: count }, (_, round) => all[round % pages]).flatMap((page, round) => {
    if (page === undefined) return [];
    const body = Buffer.from(Buffer.from(page.body).toString().replace('</h1>', ` ${round}</h1>`));
    return [{ ...page, body, fetchedAt: page.fetchedAt + 1 + round }];
  });
}

/** Processor time of this process, its clock, and bytes that it wrote so far (Linux). */
function readCost(): Cost {
  const counters = readFileSync('/proc/self/io', 'utf8');
  const counter = (name: string): number => Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(counters)?.[1]);
  const { user, system } = process.cpuUsage();
  return {
    processorMs: (user + system) / 1e3,
    ms: performance.now(),
    putBytes: counter('wchar'),
    diskBytes: counter('write_bytes'),
  };
}

async function* oneByOne(pages: readonly Page[]): AsyncGenerator<Page> {
  yield* pages;
}
