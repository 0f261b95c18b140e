import { MAX_SIZE_DAYS } from '@sitegrep/contract';
import type { Storage } from '@sitegrep/storage';
import type { FastifyBaseLogger } from 'fastify';
import { everyHour } from './every-hour.ts';

const DAY = 86_400_000;

/**
 * Notes the size of the index, now and every hour, as that of the day. With several processes the last one counts.
 *
 * @returns a function that stops this and waits for what is running
 */
export function noteSizes(
  { domains, sizes }: Pick<Storage, 'domains' | 'sizes'>,
  logger: FastifyBaseLogger,
): () => Promise<void> {
  return everyHour(async () => {
    try {
      const stats = await domains.stats();
      const at = Date.now();
      const size = { at, day: dayOf(at), domains: stats.domains, pages: stats.pages };
      const bytes = { sourceBytes: stats.sourceBytes, totalBytes: stats.totalBytes };
      await sizes.note({ ...size, ...bytes }, dayOf(at - (MAX_SIZE_DAYS - 1) * DAY));
    } catch (error) {
      logger.warn({ err: error }, 'the size of the index could not be noted; trying again in an hour');
    }
  });
}

/** Day in UTC, as `2026-11-26`. */
function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
