import { fork } from 'node:child_process';
import { once } from 'node:events';
import { openTemporaryIndex } from '../../support/temporary-index.ts';
import type { CrawlFigures } from './figures.ts';
import { Resident } from './resident-over-time.ts';

export interface ReferenceRequest {
  readonly urls: readonly string[];
  readonly proxy: string;
  readonly dataDir: string;
}

export interface ReferenceReport {
  readonly pages: number;
  readonly seconds: number;
  readonly processorSeconds: number;
}

/** Runs reference-crawl.ts on a new data folder. */
export async function crawlByReference(urls: readonly string[], proxy: string): Promise<CrawlFigures> {
  const temporary = await openTemporaryIndex('sqlite');
  const child = fork(new URL('./reference-crawl.ts', import.meta.url));
  const kill = (): unknown => child.kill('SIGKILL');
  process.once('exit', kill);
  try {
    const exited = once(child, 'exit');
    const resident = new Resident(child.pid ?? 0);
    const request: ReferenceRequest = { urls, proxy, dataDir: temporary.settings.SITEGREP_DATA_DIR };
    child.send(request);
    let peakMiB = 0;
    const timer = setInterval(() => {
      peakMiB = Math.max(peakMiB, resident.peakMiB);
    }, 1_000);
    try {
      const report = await Promise.race([
        once(child, 'message').then(([message]) => message as ReferenceReport),
        exited.then(([code]): never => {
          throw new Error(`the reference ended with ${String(code)}`);
        }),
      ]);
      return { ...report, peakMiB, residentMiB: [], restMiB: peakMiB };
    } finally {
      clearInterval(timer);
      kill();
      await exited;
    }
  } finally {
    process.off('exit', kill);
    await temporary.remove();
  }
}
