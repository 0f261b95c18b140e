// Ends processes of a browser that take more memory than a page may. A page can only be measured by its process.
import { readFile } from 'node:fs/promises';
import type { Browser, CDPSession, Page } from 'playwright-core';

export interface MemoryWatch {
  /** Whether a process was ended for its memory within the last seconds. */
  readonly endedOne: boolean;
  /** Ends its processes, as far as they are known, the browser itself first. */
  endProcesses(): void;
}

const INTERVAL_MS = 150;
/** Time after the end of a process for which pages that crash are taken for those that ran in it, in milliseconds. */
const BLAMED_MS = 3_000;

/**
 * Watches a browser until it has ended. Other systems than Linux tell nothing about memory in this way; there the bound of V8's
 * heap alone holds.
 */
async function watchMemory(browser: Browser, maxBytes: number): Promise<MemoryWatch> {
  const session = await browser.newBrowserCDPSession();
  let pids: readonly number[] = [];
  let endedAt = -Infinity;
  let looking = false;

  async function look(): Promise<void> {
    if (looking) return;
    looking = true;
    try {
      const processes = await processesOf(session);
      pids = processes.map(({ id }) => id);
      await Promise.all(
        processes.map(async ({ type, id }) => {
          if (type !== 'renderer' || (await residentBytes(id)) <= maxBytes) return;
          endedAt = performance.now();
          endProcess(id);
        }),
      );
    } catch {
      // The browser has ended; if not, it answers the next time.
    } finally {
      looking = false;
    }
  }

  await look();
  const timer = setInterval(() => void look(), INTERVAL_MS);
  timer.unref();
  browser.once('disconnected', () => clearInterval(timer));
  return {
    get endedOne() {
      return performance.now() - endedAt < BLAMED_MS;
    },
    endProcesses() {
      for (const pid of pids) endProcess(pid);
    },
  };
}

/** The watches of the browsers that run. */
export class MemoryWatches {
  readonly #maxBytes: number;
  readonly #watches = new Map<Browser, MemoryWatch>();

  /** @param maxBytes maximum memory of a process */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  async add(browser: Browser): Promise<void> {
    browser.once('disconnected', () => this.#watches.delete(browser));
    this.#watches.set(browser, await watchMemory(browser, this.#maxBytes));
  }

  /** Watch of the browser of a page; null if it has ended. */
  of(page: Page): MemoryWatch | null {
    const browser = page.context().browser();
    return (browser === null ? undefined : this.#watches.get(browser)) ?? null;
  }

  all(): readonly MemoryWatch[] {
    return [...this.#watches.values()];
  }
}

interface BrowserProcess {
  readonly type: string;
  readonly id: number;
}

/** Ends a process; one that has ended already is not an error. */
function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ESRCH' || error.code === 'ENOENT');
}

/** Status of a process as Linux tells it; empty if it has ended. */
async function statusOf(pid: number): Promise<string> {
  try {
    return await readFile(`/proc/${pid}/status`, 'latin1');
  } catch (error) {
    if (isGone(error)) return '';
    throw error;
  }
}

/** Processes, the browser itself first. */
async function processesOf(session: CDPSession): Promise<readonly BrowserProcess[]> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const known = processInfo.map(({ type, id }) => ({ type, id })).filter(({ id }) => id > 1);
  return known.toSorted((a, b) => Number(b.type === 'browser') - Number(a.type === 'browser'));
}

/** Memory of a process that is its own; 0 where the system doesn't tell. */
async function residentBytes(pid: number): Promise<number> {
  if (process.platform !== 'linux') return 0;
  const status = await statusOf(pid);
  const kib = ['RssAnon', 'RssShmem'].map((name) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0),
  );
  return kib.reduce((sum, part) => sum + part, 0) * 1024;
}
