// Runs processes that crawl the sites of web.ts, kills and restarts one of them in the middle, and computes how
// close to each other the requests to one registered domain were.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { CrawlerTask } from './crawler-process.ts';
import { requiredDelayMs, servePacedWeb, siteName, type Arrival } from './web.ts';

export interface PaceOptions {
  readonly sites: number;
  readonly crawlDelayMs: number;
  readonly redis: CrawlerTask['redis'];
  /** Number of processes, each of which crawls all sites. */
  readonly processes: number;
  /** Number of finished sites, over all processes, at which the first process is killed; null: none is killed. */
  readonly killAfter: number | null;
}

export interface PaceFigures {
  readonly requests: number;
  /** Number of finished sites by outcome, over all processes. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly killed: number;
  /** Shortest time between the arrivals of two requests at the same domain, in milliseconds, by their kinds. */
  readonly closest: Readonly<Record<string, number>>;
  /** Shortest of these times divided by the delay of the domain. */
  readonly closestByDelay: number;
  /** Requests that came before the delay of their domain, or a requested Retry-After, had passed. */
  readonly tooClose: readonly string[];
  /** Requests that came before the previous answer had been sent. */
  readonly overlapping: readonly string[];
}

export async function measurePace(options: PaceOptions): Promise<PaceFigures> {
  const { sites, crawlDelayMs, redis, processes, killAfter } = options;
  const web = await servePacedWeb();
  const outcomes: Record<string, number> = {};
  const children = new Set<ChildProcess>();
  let ended = 0;
  let killed = 0;
  try {
    const task: CrawlerTask = { sites, port: web.port, crawlDelayMs, redis };
    const run = async (mayBeKilled: boolean): Promise<void> => {
      const child = spawn(
        process.execPath,
        [join(import.meta.dirname, 'crawler-process.ts'), JSON.stringify(task)],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      children.add(child);
      createInterface({ input: child.stdout }).on('line', (line) => {
        const { outcome }: { readonly outcome: string } = JSON.parse(line);
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
        ended++;
        if (mayBeKilled && killAfter !== null && ended >= killAfter) child.kill('SIGKILL');
      });
      await once(child, 'close');
      children.delete(child);
      if (child.signalCode === 'SIGKILL') {
        killed++;
        await run(false);
      } else if (child.exitCode !== 0) throw new Error(`a crawler ended with ${String(child.exitCode)}`);
    };
    await Promise.all(Array.from({ length: processes }, (_, n) => run(n === 0)));
    return { ...figuresOf(web.arrivals, options), outcomes, killed };
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await web.close();
  }
}

function figuresOf(
  arrivals: ReadonlyMap<string, readonly Arrival[]>,
  { sites, crawlDelayMs }: PaceOptions,
): Omit<PaceFigures, 'outcomes' | 'killed'> {
  const closest: Record<string, number> = {};
  const tooClose: string[] = [];
  const overlapping: string[] = [];
  let closestByDelay = Infinity;
  let requests = 0;
  for (let n = 0; n < sites; n++) {
    const delayMs = Math.max(crawlDelayMs, requiredDelayMs(n));
    const ours = arrivals.get(siteName(n)) ?? [];
    requests += ours.length;
    ours.slice(1).forEach((next, at) => {
      const before = ours[at];
      if (before === undefined) return;
      const gap = next.at - before.at;
      const description = `${before.host}${before.path} → ${next.host}${next.path}: ${gap.toFixed(1)} ms`;
      const elsewhere = before.host === next.host ? '' : ' of another host';
      const repeated = before.host === next.host && before.path === next.path;
      const kind = repeated ? `${next.what} again` : `${before.what} → ${next.what}${elsewhere}`;
      closest[kind] = Math.min(closest[kind] ?? Infinity, gap);
      closestByDelay = Math.min(closestByDelay, gap / delayMs);
      if (gap < Math.max(delayMs, before.pauseMs)) tooClose.push(description);
      // The server may notice the end of an aborted request only after the next one has arrived.
      if (before.answeredAt !== null && before.answeredAt > next.at) overlapping.push(description);
    });
  }
  return { requests, closest, closestByDelay, tooClose, overlapping };
}
