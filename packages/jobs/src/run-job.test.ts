import { afterAll, beforeAll, expect, test } from 'vitest';
import { GiveUp } from './errors.ts';
import { openQueues } from './open-queues.ts';
import { makeQueueFolders, type QueueFolders } from './pglite/folder.fixture.ts';

let folders: QueueFolders;
beforeAll(async () => {
  folders = await makeQueueFolders();
});
afterAll(() => folders.removeAll());

test('an error that is told names its job in fields too', async () => {
  const told = Promise.withResolvers<Error>();
  const queues = await openQueues({
    backend: { kind: 'pglite', dataDir: await folders.fresh() },
    onError: told.resolve,
    onFatal: told.reject,
  });
  const payload = { crawlId: 'c1', domain: 'a.test' };
  let attempts = 0;
  queues.work({
    site: {
      process: async () => {
        attempts += 1;
        throw attempts === 1 ? new Error('a bug') : new GiveUp('enough');
      },
      gaveUp: async () => {},
    },
  });
  await queues.add('site', [payload]);
  const error = await told.promise;
  await queues.close({ deadlineMs: 10_000 });
  expect(error.message).toBe('queue site, job c1.a.test, attempt 1: a bug');
  expect(error).toMatchObject({ job: { queue: 'site', attempt: 1, payload } });
});
