// Watches how far the clock of a process of a cluster is from those of its stores: leases, turns of hosts and the ends of keys are
// wrong by as much.
import type { Config } from '@sitegrep/config';
import type { Metrics } from '@sitegrep/metrics';
import type { Logger } from 'pino';
import { everyHour } from '@sitegrep/api/every-hour';
import { elasticsearchOptions } from './instance.ts';
import { backendOf } from './queues.ts';

/** Distance above which a clock is reported, in milliseconds. */
const MAX_APART_MS = 10_000;

export interface StoreClock {
  readonly service: 'elasticsearch' | 'redis';
  /** Lead of its clock over this process's, in milliseconds; null: it does not tell. */
  readonly aheadMs: () => Promise<number | null>;
}

/** Measures the clocks now and every hour. @returns a function that stops this and waits for what is running */
export function watchClocks(
  clocks: readonly StoreClock[],
  { logger, metrics }: { readonly logger: Logger; readonly metrics: Metrics },
): () => Promise<void> {
  const shown = new Map<StoreClock, number>();

  async function measure(clock: StoreClock): Promise<void> {
    const { service } = clock;
    try {
      const aheadMs = await clock.aheadMs();
      if (aheadMs === null) return;
      const seconds = aheadMs / 1_000;
      metrics.move('sitegrep_clock_ahead_seconds', { service }, seconds - (shown.get(clock) ?? 0));
      shown.set(clock, seconds);
      if (Math.abs(aheadMs) <= MAX_APART_MS) return;
      const words = `the clock of ${service} is ${Math.abs(seconds).toFixed(1)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine's; run NTP on both`;
      logger.warn({ service, aheadMs }, words);
    } catch (error) {
      // Those who use the store tell of its outage.
      logger.debug({ err: error, service }, 'the clock of a store could not be read');
    }
  }

  return everyHour(async () => {
    for (const clock of clocks) await measure(clock);
  });
}

/** The clocks of the stores of a cluster. */
export function storeClocks(config: Config): readonly StoreClock[] {
  return [
    {
      service: 'elasticsearch',
      aheadMs: async () => {
        const { inspectCluster } = await import('@sitegrep/storage/elasticsearch');
        return (await inspectCluster(await elasticsearchOptions(config))).clockAheadMs;
      },
    },
    {
      service: 'redis',
      aheadMs: async () => {
        const backend = await backendOf(config);
        if (backend.kind !== 'redis') return null;
        const { inspectRedis } = await import('@sitegrep/jobs/redis');
        return (await inspectRedis(backend)).clockAheadMs;
      },
    },
  ];
}
