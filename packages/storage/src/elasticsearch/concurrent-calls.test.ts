import { expect, it } from 'vitest';
import { StorageBusy, StorageUnavailable } from '../errors.ts';
import { InOrder, sharedRefresh } from './concurrent-calls.ts';

it('runs calls with the same key in order, even after a failure, and others concurrently', async () => {
  const calls = new InOrder(10);
  const log: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = calls.run('a', async () => {
    await gate.promise;
    log.push('a1');
    throw new Error('a1 failed');
  });
  const second = calls.run('a', async () => log.push('a2'));
  const third = calls.run('a', async () => log.push('a3'));
  await calls.run('b', async () => log.push('b1'));
  gate.resolve();
  await expect(first).rejects.toThrow('a1 failed');
  await Promise.all([second, third]);
  expect(log).toEqual(['b1', 'a1', 'a2', 'a3']);
});

it('refuses calls above its bound until others have ended', async () => {
  const calls = new InOrder(2);
  const gate = Promise.withResolvers<void>();
  const running = [calls.run('a', () => gate.promise), calls.run('a', () => gate.promise)];
  await expect(calls.run('b', async () => 1)).rejects.toThrow(StorageBusy);
  gate.resolve();
  await Promise.all(running);
  expect(await calls.run('b', async () => 2)).toBe(2);
});

it('closes when its calls have ended, and refuses further ones', async () => {
  const calls = new InOrder(10);
  const gate = Promise.withResolvers<void>();
  const log: string[] = [];
  const first = calls.run('a', () => gate.promise);
  const second = calls.run('a', async () => log.push('a2'));
  const closed = calls.close().then(() => log.push('closed'));
  await expect(calls.run('b', async () => 1)).rejects.toThrow(StorageUnavailable);
  gate.resolve();
  await Promise.all([first, second, closed]);
  expect(log).toEqual(['a2', 'closed']);
});

/** Refreshes that the test ends, in the order in which they started. */
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

/** Waits for all pending callbacks that need nothing from outside. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('starts a refresh after each call; calls during a refresh share the next one', async () => {
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

it('fails only the calls that share the failed refresh', async () => {
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
