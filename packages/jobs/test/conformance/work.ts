import type { Queues } from '../../src/open-queues.ts';
import type { JobContext } from '../../src/attempt.ts';

export const site = (domain: string) => ({ crawlId: 'c1', domain });

/**
 * Works until `count` jobs are done or given up.
 *
 * @returns events in order
 */
export async function workUntil(
  queues: Queues,
  count: number,
  process: (domain: string, job: JobContext) => Promise<void> = async () => {},
): Promise<string[]> {
  const events: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  let ended = 0;
  const end = (event: string): void => {
    events.push(event);
    ended += 1;
    if (ended === count) resolve();
  };
  queues.work(
    {
      site: {
        process: async ({ domain }, job) => {
          await process(domain, job);
          end(`done ${domain}`);
        },
        gaveUp: async ({ domain }, reason) => end(`gave up ${domain}: ${reason}`),
      },
    },
    { concurrency: { site: 1 } },
  );
  await promise;
  return events;
}
