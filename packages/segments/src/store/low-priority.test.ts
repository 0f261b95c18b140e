import { once } from 'node:events';
import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';

test.runIf(process.platform === 'linux')('a thread lowers its own priority and no other', async () => {
  const before = getPriority();
  const worker = new Worker(new URL('../../test/low-priority-thread.ts', import.meta.url));
  const [lowered] = await once(worker, 'message');
  await worker.terminate();
  expect(lowered).toBe(Math.min(19, before + 10));
  expect(getPriority()).toBe(before);
});
