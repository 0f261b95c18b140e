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
  /** Called on a failure to write: nothing fetched after it is archived, so the process must end. */
  readonly onBroken: (error: unknown) => void;
}

/**
 * Opens the WARC archive of a crawl. @returns a function that archives an exchange; null if no archive is configured. It
 * rejects with Fatal, so that the sites in flight go back to the queue: an archived crawl does not go on without its archive.
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
    logger.info({ files: archive.completed }, 'completed WARC files that an earlier process left open');
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
