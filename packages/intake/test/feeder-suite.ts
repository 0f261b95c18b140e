import { openQueues, type QueueBackend } from '@sitegrep/jobs';
import { expect, test } from 'vitest';
import { Feeder } from '../src/feeder.ts';
import { openEmptyRecords } from './empty-storage.ts';

const NONE_REJECTED = { count: 0, reasons: {}, samples: [] };
/** More than the crawls that are fed to a queue at the same time. */
const WAITING_CRAWLS = 1_001;
const WINDOW = 100;

/** Requirements of feeding on all queue storages. @param emptyBackend gives a new storage without jobs at each call */
export function describeFeeding(emptyBackend: () => Promise<QueueBackend>): void {
  test(
    'crawls that wait for a renderer do not keep others from being fed, however many they are',
    { timeout: 120_000 },
    async () => {
      const { crawls, remove } = await openEmptyRecords();
      await using closers = new AsyncDisposableStack();
      closers.defer(remove);
      const fail = (error: Error): never => {
        throw error;
      };
      const queues = await openQueues({ backend: await emptyBackend(), onError: fail, onFatal: fail });
      closers.defer(() => queues.close({ deadlineMs: 5_000 }));
      const crawlOf = async (priority: number, render: 'always' | 'never'): Promise<void> => {
        const { id } = await crawls.create({ maxPages: 1, maxDepth: 0, priority, render });
        await crawls.appendSites(id, [{ domain: 'a.test', urls: [] }]);
        await crawls.seal(id, NONE_REJECTED);
      };
      await Promise.all(Array.from({ length: WAITING_CRAWLS }, () => crawlOf(1, 'always')));
      await crawlOf(10, 'never');

      const feeder = new Feeder({ crawls, queues, window: WINDOW });
      expect(await feeder.feed(new AbortController().signal)).toBe(true);
      expect((await queues.counts('site')).waiting).toBe(1);
      expect((await queues.counts('rendered')).waiting).toBe(WINDOW);
    },
  );
}
