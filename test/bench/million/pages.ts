/*
 * A data folder that grows to as many made pages as are wanted, in steps. After each step the real command starts on it and answers
 * searches over HTTP: it is timed, and its memory is read.
 */
import { runCommand, startServer } from '../../support/server-process.ts';
import { type DiskUse, diskUse } from '../change/disk.ts';
import { rounded } from '../harness/figures.ts';
import { readMemory } from '../harness/memory.ts';
import { fill } from './fill.ts';
import { type Answers, askSearch, timeRequests } from './requests.ts';

export interface Step {
  readonly pages: number;
  readonly domains: number;
  readonly sourceMB: number;
  /** Cost of a page among those of this step, and among the last ones of it; making it is left out. */
  readonly processorMsAPage: number;
  readonly msAPage: number;
  readonly lastProcessorMsAPage: number;
  readonly lastMsAPage: number;
  readonly fillPeakMiB: number;
  readonly disk: DiskUse;
  /** Seconds from the start of the command until it listens, and until it has answered the first search. */
  readonly readySeconds: number;
  readonly firstAnswerSeconds: number;
  readonly requests: Readonly<Record<string, Answers>>;
  /** Memory of the command when it listens, and after all searches. */
  readonly residentMiB: { readonly start: number; readonly end: number; readonly peak: number };
}

/** Pages that end a step, the last ones of which are timed by themselves. */
const LAST_PAGES = 20_000;
/** @param steps pages at the end of each step, ascending */
export async function growPages(
  dataDir: string,
  steps: readonly number[],
  onStep: (step: Step) => void,
): Promise<void> {
  // The first start bundles the command.
  await runCommand(['--version'], dataDir);
  let [site, pages, bytes] = [0, 0, 0];
  for (const end of steps) {
    const put = async (wanted: number): Promise<Awaited<ReturnType<typeof fill>>> => {
      const filled = await fill({ dataDir, firstSite: site, pages: wanted });
      site = filled.nextSite;
      pages += filled.pages;
      bytes += filled.sourceBytes;
      return filled;
    };
    const most = end - pages - LAST_PAGES > 0 ? await put(end - pages - LAST_PAGES) : null;
    const last = await put(end - pages);
    const [count, processorMs, seconds] = [
      last.pages + (most?.pages ?? 0),
      last.processorMs + (most?.processorMs ?? 0),
      last.seconds + (most?.seconds ?? 0),
    ];
    onStep({
      pages,
      domains: site,
      sourceMB: rounded(bytes / 1e6),
      processorMsAPage: rounded(processorMs / count, 1_000),
      msAPage: rounded((seconds * 1e3) / count, 1_000),
      lastProcessorMsAPage: rounded(last.processorMs / last.pages, 1_000),
      lastMsAPage: rounded((last.seconds * 1e3) / last.pages, 1_000),
      fillPeakMiB: Math.round(Math.max(last.peakMiB, most?.peakMiB ?? 0)),
      disk: diskUse(dataDir),
      ...(await search(dataDir)),
    });
  }
}

/** Starts the command on a data folder and measures the start and searches. */
async function search(
  dataDir: string,
): Promise<Pick<Step, 'readySeconds' | 'firstAnswerSeconds' | 'requests' | 'residentMiB'>> {
  const startedAt = performance.now();
  const server = await startServer(dataDir, { SITEGREP_LOG_LEVEL: 'warn' });
  try {
    const readySeconds = rounded((performance.now() - startedAt) / 1e3);
    const start = Math.round(readMemory(server.pid).residentMiB);
    await askSearch(server, { q: '"a first search"', limit: 1 });
    const firstAnswerSeconds = rounded((performance.now() - startedAt) / 1e3);
    const requests = await timeRequests(server);
    const { residentMiB, peakMiB } = readMemory(server.pid);
    const memory = { start, end: Math.round(residentMiB), peak: Math.round(peakMiB) };
    return { readySeconds, firstAnswerSeconds, requests, residentMiB: memory };
  } finally {
    await server.stop();
  }
}
