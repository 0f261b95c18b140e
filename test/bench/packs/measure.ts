import { readFileSync } from 'node:fs';
import { rounded, summary, type Summary, timesOf } from '../harness/figures.ts';
import { readProcessorMs } from '../harness/processor-time.ts';
import { seededRandom } from '../harness/random.ts';
import { evict } from '../index/page-cache.ts';
import type { MadeSites, SourceStore, StoredPage, StoredSite } from './pages.ts';

export interface MeasureOptions {
  readonly store: SourceStore;
  readonly sites: MadeSites;
  /** Processes whose time and writing count: this one, and that of a server. */
  readonly processes: readonly number[];
  /** Days of which each replaces `dailyShare` of all pages. */
  readonly days: number;
  readonly dailyShare: number;
  /** False where sources are not in this store. */
  readonly isReadable: boolean;
  readonly progress: (line: string) => void;
}

/** Cost of a work. */
interface Cost {
  readonly seconds: number;
  readonly processorSeconds: number;
  /** Megabytes that went to disks of this machine. */
  readonly writtenMB: number;
}

/** Megabytes of a backup: as the store makes it, and the least that a tool which knows each part of a file could copy. */
interface Backup extends Cost {
  readonly copiedMB: number;
  readonly leastMB: number;
}

export interface Measured {
  readonly pages: number;
  readonly put: Cost;
  readonly storedMB: number;
  /** Milliseconds of reading one page, and 200 pages all over the store. */
  readonly readWarm: Summary | null;
  /** Null where files cannot be taken out of the page cache. */
  readonly readCold: Summary | null;
  readonly readCandidates: Summary | null;
  readonly firstBackup: Backup;
  /** All days together, with what makes up for them. */
  readonly replacing: Cost & { readonly pages: number; readonly sourceMB: number };
  readonly backupAfterADay: Backup;
  readonly storedAfterMB: number;
  readonly takedown: Cost;
}

/** Sites of one put, as an import writes them. */
const SITES_A_PUT = 64;
const SINGLE_READS = 300;
const COLD_READS = 100;
const CANDIDATES = 200;
const CANDIDATE_ROUNDS = 8;
const TAKEN_DOWN = 5;

export async function measure(options: MeasureOptions): Promise<Measured> {
  const { store, sites, processes, isReadable, progress } = options;
  const next = seededRandom(57);
  const cost = async (work: () => Promise<unknown>): Promise<Cost> => {
    const before = readCost(processes);
    await work();
    const after = readCost(processes);
    return {
      seconds: rounded(after.seconds - before.seconds),
      processorSeconds: rounded(after.processorSeconds - before.processorSeconds),
      writtenMB: rounded(after.writtenMB - before.writtenMB),
    };
  };
  const backUp = async (): Promise<Backup> => {
    let copied = { bytes: 0, leastBytes: 0 };
    const spent = await cost(async () => (copied = await store.backUp()));
    return { ...spent, copiedMB: rounded(copied.bytes / 1e6), leastMB: rounded(copied.leastBytes / 1e6) };
  };
  const starts: number[] = [];
  progress('put');
  const put = await cost(async () => {
    let some: StoredSite[] = [];
    for (const site of sites.all()) {
      starts.push(site.pages[0]?.id ?? 0);
      if (some.push(site) === SITES_A_PUT) await store.put(some.splice(0));
    }
    if (some.length > 0) await store.put(some);
    await store.compact();
  });
  const storedMB = rounded((await store.bytes()) / 1e6);
  const draw = (count: number): number[] => Array.from({ length: count }, () => next(sites.pages));
  const one = (id: number): Promise<number> => store.read([id]);
  progress('read');
  if (isReadable) await timesOf(draw(SINGLE_READS), one);
  const readWarm = isReadable ? summary(await timesOf(draw(SINGLE_READS), one)) : null;
  const isCold = isReadable && store.files().length > 0 && evict(store.files());
  const readCold = isCold ? summary(await timesOf(draw(COLD_READS), one)) : null;
  const rounds = Array.from({ length: CANDIDATE_ROUNDS }, () => draw(CANDIDATES));
  const readCandidates = isReadable ? summary(await timesOf(rounds, (ids) => store.read(ids))) : null;
  progress('back up');
  const firstBackup = await backUp();

  let [replaced, sourceBytes] = [0, 0];
  let afterADay: Backup | null = null;
  const days: Cost[] = [];
  for (let day = 1; day <= options.days; day++) {
    progress(`day ${day}`);
    const bySite = Map.groupBy(draw(Math.round(sites.pages * options.dailyShare)), (id) =>
      siteOf(starts, id),
    );
    days.push(
      await cost(async () => {
        for (const [number, ids] of bySite) {
          const site = sites.changed(number, starts[number] ?? 0, day);
          const wanted = new Set(ids);
          const pages = site.pages.filter(({ id }) => wanted.has(id));
          replaced += pages.length;
          sourceBytes += packedBytes(pages);
          await store.replace(site, pages);
        }
        await store.compact();
      }),
    );
    if (day === 1) afterADay = await backUp();
  }
  const storedAfterMB = rounded((await store.bytes()) / 1e6);
  progress('take down');
  const gone = draw(TAKEN_DOWN).map((id) => siteOf(starts, id));
  const taken = Array.from(new Set(gone), (site) => sites.changed(site, starts[site] ?? 0, 0));
  const takedown = await cost(() => store.takeDown(taken));
  return {
    pages: sites.pages,
    put,
    storedMB,
    readWarm,
    readCold,
    readCandidates,
    firstBackup,
    replacing: { ...sumOf(days), pages: replaced, sourceMB: rounded(sourceBytes / 1e6) },
    backupAfterADay: afterADay ?? firstBackup,
    storedAfterMB,
    takedown,
  };
}

/** The site of a page. @param starts number of the first page of each site, ascending */
export function siteOf(starts: readonly number[], page: number): number {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? Infinity) <= page) low = middle;
    else high = middle;
  }
  return low;
}

function packedBytes(pages: readonly StoredPage[]): number {
  return pages.reduce((sum, { packed }) => sum + packed.length, 0);
}

function sumOf(costs: readonly Cost[]): Cost {
  const sum = (of: (cost: Cost) => number): number => rounded(costs.reduce((all, cost) => all + of(cost), 0));
  return {
    seconds: sum(({ seconds }) => seconds),
    processorSeconds: sum(({ processorSeconds }) => processorSeconds),
    writtenMB: sum(({ writtenMB }) => writtenMB),
  };
}

function readCost(processes: readonly number[]): Cost {
  const written = processes.map((pid) =>
    Number(/^write_bytes: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]),
  );
  return {
    seconds: performance.now() / 1e3,
    processorSeconds: processes.reduce((sum, pid) => sum + readProcessorMs(pid), 0) / 1e3,
    writtenMB: written.reduce((sum, bytes) => sum + bytes, 0) / 1e6,
  };
}
