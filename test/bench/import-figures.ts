import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Place } from './place.ts';
import { readResidentMiB } from './resident.ts';
import { MAIN } from './server-process.ts';

export interface ImportFigures {
  readonly pages: number;
  readonly domains: number;
  readonly seconds: number;
  readonly pagesPerSecond: number;
  /** Source in UTF-8, 10^6 bytes. */
  readonly megabytesPerSecond: number;
  readonly indexRatio: number;
  readonly compressedRatio: number;
  readonly peakResidentMiB: number;
}

const LOOK_EVERY_MS = 200;

/** `sitegrep import` as a process of its own, from its start to its end. */
export async function measureImport(files: readonly string[], place: Place): Promise<ImportFigures> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [MAIN, 'import', ...files], {
    env: { ...process.env, ...place.settings },
    stdio: 'inherit',
  });
  let peak = 0;
  const watch = setInterval(() => {
    // The process may be gone between two looks; its exit code tells then.
    readResidentMiB(child.pid ?? 0).then(
      (resident) => (peak = Math.max(peak, resident)),
      () => undefined,
    );
  }, LOOK_EVERY_MS);
  const [code] = await once(child, 'exit');
  clearInterval(watch);
  if (code !== 0) throw new Error(`sitegrep import ended with ${String(code)}`);
  const seconds = (performance.now() - startedAt) / 1000;

  const { pages, domains, sourceBytes, ...size } = await measureSize(place);
  return {
    pages,
    domains,
    seconds,
    pagesPerSecond: pages / seconds,
    megabytesPerSecond: sourceBytes / 1e6 / seconds,
    ...size,
    peakResidentMiB: peak,
  };
}

export interface SizeFigures {
  readonly pages: number;
  readonly domains: number;
  readonly sourceBytes: number;
  /** Of the substring index and of the compressed sources, to the bytes of the sources. */
  readonly indexRatio: number;
  readonly compressedRatio: number;
}

/** What lies there once merges have ended. */
export async function measureSize(place: Place): Promise<SizeFigures> {
  await place.settle();
  const storage = await place.openStorage();
  try {
    const stats = await storage.domains.stats();
    return {
      pages: stats.pages,
      domains: stats.domains,
      sourceBytes: stats.sourceBytes,
      indexRatio: stats.indexBytes / stats.sourceBytes,
      compressedRatio: stats.compressedBytes / stats.sourceBytes,
    };
  } finally {
    await storage.close();
  }
}
