import { expect, it } from 'vitest';
import { sharedRefresh } from './refresher.ts';

/** Refreshes that end when told to, in the order they were started. */
function controlled(): {
  readonly refresh: () => Promise<void>;
  readonly started: PromiseWithResolvers<void>[];
} {
  const started: PromiseWithResolvers<void>[] = [];
  const refresh = (): Promise<void> => {
    const gate = Promise.withResolvers<void>();
    started.push(gate);
    return gate.promise;
  };
  return { refresh, started };
}

/** Lets everything run that waits for nothing outside. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('begins a refresh after each call, one for all that came while another ran', async () => {
  const { refresh, started } = controlled();
  const shared = sharedRefresh(refresh);
  const done: string[] = [];
  const calls = [shared().then(() => done.push('first'))];
  for (const name of ['second', 'third']) calls.push(shared().then(() => done.push(name)));
  await settled();
  expect(started).toHaveLength(1);
  started[0]?.resolve();
  await settled();
  expect([done, started.length]).toEqual([['first'], 2]);
  calls.push(shared().then(() => done.push('fourth')));
  started[1]?.resolve();
  await settled();
  expect([done, started.length]).toEqual([['first', 'second', 'third'], 3]);
  started[2]?.resolve();
  await Promise.all(calls);
  expect(done.at(-1)).toBe('fourth');
});

it('tells a failure to those it concerns only', async () => {
  const { refresh, started } = controlled();
  const shared = sharedRefresh(refresh);
  const first = shared();
  const second = shared();
  started[0]?.reject(new Error('a shard failed'));
  await expect(first).rejects.toThrow('a shard failed');
  await settled();
  started[1]?.resolve();
  await second;
  expect(started).toHaveLength(2);
});
