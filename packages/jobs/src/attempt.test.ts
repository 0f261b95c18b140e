import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openQueues } from './open-queues.ts';

test('a reported error names its job in fields, too', async () => {
  await using closers = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'sitegrep-jobs-'));
  closers.defer(() => rm(dataDir, { recursive: true }));
  const reported = Promise.withResolvers<Error>();
  const queues = await openQueues({
    backend: { kind: 'sqlite', dataDir },
    onError: reported.resolve,
    onFatal: reported.reject,
  });
  closers.defer(() => queues.close({ deadlineMs: 10_000 }));
  const payload = { crawlId: 'c1', domain: 'a.test' };
  queues.work({
    site: {
      process: async () => {
        throw new Error('a bug');
      },
      gaveUp: async () => {},
    },
  });
  await queues.add('site', [payload]);
  const error = await reported.promise;
  expect(error.message).toBe('queue site, job c1.a.test, attempt 1: a bug');
  expect(error).toMatchObject({ job: { queue: 'site', attempt: 1, payload } });
}, 90_000);
