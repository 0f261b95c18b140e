import type { AuditLog } from '@sitegrep/storage';
import type { FastifyBaseLogger } from 'fastify';

const DAY = 86_400_000;
const HOUR = 3_600_000;
/** Entries removed at a time: requests of keys may wait behind them. */
const BATCH = 500;

/**
 * Removes entries of the audit log once they are too old, now and every hour.
 *
 * @returns ends it, and waits for what is being removed
 */
export function pruneAudit(
  audit: Pick<AuditLog, 'prune'>,
  retentionDays: number,
  logger: FastifyBaseLogger,
): () => Promise<void> {
  const closing = new AbortController();
  let running: Promise<void> = Promise.resolve();

  async function prune(): Promise<void> {
    const before = Date.now() - retentionDays * DAY;
    let removed = 0;
    try {
      for (let batch = BATCH; batch === BATCH && !closing.signal.aborted; removed += batch)
        batch = await audit.prune(before, BATCH);
    } catch (error) {
      logger.warn({ err: error }, 'old entries of the audit log not removed; tried again in an hour');
    }
    if (removed > 0) logger.info({ removed, retentionDays }, 'old entries of the audit log removed');
  }

  const begin = (): void => {
    running = running.then(prune);
  };
  begin();
  const timer = setInterval(begin, HOUR);
  timer.unref();
  return async () => {
    closing.abort();
    clearInterval(timer);
    await running;
  };
}
