import type { CrawlRecords } from '@sitegrep/storage';
import { median, timesOf } from '../harness/figures.ts';

const SPEC = { maxPages: 1, maxDepth: 0, priority: 5 };
const NONE_REJECTED = { count: 0, reasons: {}, samples: [] };

/** Sites in one call, as an upload adds them. */
const BATCH = 1_000;
/** Crawls that are written at the same time. */
const WRITERS = 4;
/** Sites that are cancelled and then removed: enough to see the rate. */
const MAX_ENDED = 100_000;
/** Sites of one call of upkeep. */
const AT_A_TIME = 5_000;
const ROUNDS = 7;

export interface RecordLimits {
  readonly sites: number;
  readonly crawls: number;
  /** Time limit of the writing, in seconds. */
  readonly seconds: number;
}

interface Time {
  readonly name: string;
  readonly medianMs: number;
  readonly maxMs: number;
}

export interface Figures {
  readonly sites: number;
  readonly crawls: number;
  readonly sitesWrittenASecond: number;
  readonly times: readonly Time[];
  readonly cancelledASecond: number;
  readonly removedASecond: number;
  readonly removedCrawls: number;
  readonly removedSites: number;
  readonly problems: readonly string[];
}

/** A crawl, and the number of its sites. */
interface Written {
  readonly id: string;
  readonly sites: number;
}

/** Domain of a number; the domains of following numbers are far apart, as in a list of ranks. */
function domainOf(number: number): string {
  return `${Math.imul(number, 2_654_435_761) >>> 0}-site.example`;
}

/**
 * Writes crawls, and times what a cluster does with them all the time.
 *
 * @param records empty at first
 * @param progress told in lines
 */
export async function runRecords(
  records: CrawlRecords,
  limits: RecordLimits,
  progress: (line: string) => void,
): Promise<Figures> {
  const startedAt = performance.now();
  const large = await write(records, limits, progress);
  const writtenMs = performance.now() - startedAt;
  const ending = await writeCrawl(records, Math.min(MAX_ENDED, large[0]?.sites ?? 0));
  const small = await writeCrawl(records, 10);
  const all = [...large, ending, small];
  const sites = all.reduce((sum, crawl) => sum + crawl.sites, 0);
  progress(`${sites} sites are written`);

  const problems: string[] = [];
  const expect = (name: string, found: number, expected: number): void => {
    if (found !== expected) problems.push(`${name}: ${found}, not ${expected}`);
  };
  const times: Time[] = [];
  const repeat = async (name: string, call: () => Promise<unknown>, rounds = ROUNDS): Promise<void> => {
    const ms = await timesOf(Array.from({ length: rounds }), call);
    times.push({ name, medianMs: median(ms), maxMs: Math.max(...ms) });
  };
  for (const [name, call, rounds] of readsOf(records, all)) await repeat(name, call, rounds);
  for (const { id, sites: expected } of all) {
    expect(`sites of crawl ${id}`, (await records.get(id))?.sites.total ?? 0, expected);
  }
  expect('backlog', (await records.backlog(false)).sites, sites);
  progress('counts, lists and feeding are measured');

  const cancelled = await timed(async () => {
    await records.cancel(ending.id);
    return drain(() => records.cancelSites(AT_A_TIME, true));
  });
  expect('cancelled sites', cancelled.value, ending.sites);
  progress('a crawl is cancelled');
  let gone = 0;
  const removeEnded = async (): Promise<void> => {
    gone = await records.removeEnded(Date.now() + 60_000, 100);
  };
  await repeat('a crawl that ended is gone for everyone', removeEnded, 1);
  expect('removed crawls', gone, 1);
  expect('sites of the removed crawl', (await records.sites(ending.id, { limit: 10 })).items.length, 0);
  const beside = repeat('list of crawls while sites are removed', () => records.list({ limit: 50 }));
  const removed = await timed(() => drain(() => records.purge(AT_A_TIME)));
  await beside;
  expect('removed sites', removed.value, ending.sites);
  expect('backlog after the removal', (await records.backlog(false)).sites, sites - ending.sites);
  return {
    sites,
    crawls: all.length,
    sitesWrittenASecond: (1_000 * large.reduce((sum, crawl) => sum + crawl.sites, 0)) / writtenMs,
    times,
    cancelledASecond: (1_000 * cancelled.value) / cancelled.ms,
    removedASecond: (1_000 * removed.value) / removed.ms,
    removedCrawls: gone,
    removedSites: removed.value,
    problems,
  };
}

/** Writes large crawls, some at the same time, until there are enough sites or the time is over. */
async function write(
  records: CrawlRecords,
  { sites, crawls, seconds }: RecordLimits,
  progress: (line: string) => void,
): Promise<readonly Written[]> {
  const endsAt = performance.now() + 1_000 * seconds;
  const each = Math.ceil(sites / crawls);
  const written: Written[] = [];
  let left = crawls;
  const writer = async (): Promise<void> => {
    while (left > 0 && performance.now() < endsAt) {
      left -= 1;
      written.push(await writeCrawl(records, each, endsAt));
      progress(`${written.length} crawls of up to ${each} sites are written`);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
  return written;
}

/** Writes a crawl, with fewer sites if the time is over before. */
async function writeCrawl(records: CrawlRecords, sites: number, endsAt = Infinity): Promise<Written> {
  const { id } = await records.create(SPEC);
  let written = 0;
  while (written < sites && performance.now() < endsAt) {
    const some = Math.min(BATCH, sites - written);
    const from = written;
    const seeds = Array.from({ length: some }, (_, n) => ({ domain: domainOf(from + n), urls: [] }));
    written += await records.appendSites(id, seeds);
  }
  await records.seal(id, NONE_REJECTED);
  return { id, sites: written };
}

/** Reads of all crawls: name, call, and how often it is made where only the first one matters. */
function readsOf(
  records: CrawlRecords,
  all: readonly Written[],
): readonly (readonly [name: string, call: () => Promise<unknown>, rounds?: number])[] {
  const id = all[0]?.id ?? '';
  const small = all.at(-1)?.id ?? '';
  const limit = 1_000;
  return [
    ['first counts of a large crawl', () => records.get(id), 1],
    ['counts of a large crawl again', () => records.get(id)],
    ['counts of a crawl of 10 sites', () => records.get(small)],
    ['list of crawls', () => records.list({ limit: 50 })],
    ['first 1,000 sites of a crawl', () => records.sites(id, { limit })],
    ['1,000 sites in the middle', () => records.sites(id, { limit, after: '5' })],
    ['sites of an outcome that none has', () => records.sites(id, { limit, outcome: 'indexed' })],
    ['visits of a domain', () => records.visits(domainOf(0), { limit: 50 })],
    ['crawls to feed', () => records.open(false, limit)],
    ['500 sites to feed, the first', () => records.unfinished(id, null, 500)],
    ['500 sites to feed, in the middle', () => records.unfinished(id, '5', 500)],
    ['10 sites to feed, of the small crawl', () => records.unfinished(small, null, 500)],
    ['backlog', () => records.backlog(false)],
  ];
}

async function timed<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly ms: number }> {
  const from = performance.now();
  const value = await work();
  return { value, ms: performance.now() - from };
}

/** Repeats a step until it does nothing. @returns sum of what it did */
async function drain(step: () => Promise<number>): Promise<number> {
  let sum = 0;
  for (let some = await step(); some > 0; some = await step()) sum += some;
  return sum;
}
