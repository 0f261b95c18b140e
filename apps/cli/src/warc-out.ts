import type { Config } from '@sitegrep/config';
import { userAgent, type Exchange } from '@sitegrep/crawl';
import { Fatal } from '@sitegrep/jobs';
import { openWarcArchive } from '@sitegrep/warc';
import type { Logger } from 'pino';
import type { Closers } from './instance.ts';
import { VERSION } from './version.ts';

export interface WarcOut {
  readonly config: Config;
  readonly logger: Logger;
  /** Told of the first failure to write: what is fetched from then on is not kept, so the process is to end. */
  readonly onBroken: (error: unknown) => void;
}

/**
 * What keeps the crawler's exchanges as the settings want it; null if they want none. It rejects with Fatal, so that the
 * sites in flight go back to the queue as they are: a crawl that is to be archived does not go on without its archive.
 *
 * @throws WarcUnwritable
 */
export async function openWarcOut(
  { config, logger, onBroken }: WarcOut,
  closers: Closers,
): Promise<((exchange: Exchange) => Promise<void>) | null> {
  const { warcDir, warcFileBytes, contact, robots, noindex } = config;
  if (warcDir === null) return null;
  const archive = await openWarcArchive({
    folder: warcDir,
    maxFileBytes: warcFileBytes,
    info: {
      software: `sitegrep/${VERSION}`,
      userAgent: userAgent({ version: VERSION, contact }),
      robots,
      noindex,
    },
  });
  closers.defer(() => archive.close());
  if (archive.completed.length > 0) {
    logger.info({ files: archive.completed }, 'completed WARC files that an earlier process had left open');
  }
  return async (exchange) => {
    try {
      await archive.add(exchange);
    } catch (error) {
      onBroken(error);
      throw new Fatal(error instanceof Error ? error.message : String(error), { cause: error });
    }
  };
}
