import { expect, it } from 'vitest';
import { StorageBusy, StorageUnavailable } from '../../errors.ts';
import { InOrder } from './in-order.ts';

it('runs calls of one key in the order they came, also after one that failed, and others meanwhile', async () => {
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

it('takes on no more than its bound, and more again when calls have ended', async () => {
  const calls = new InOrder(2);
  const gate = Promise.withResolvers<void>();
  const running = [calls.run('a', () => gate.promise), calls.run('a', () => gate.promise)];
  await expect(calls.run('b', async () => 1)).rejects.toThrow(StorageBusy);
  gate.resolve();
  await Promise.all(running);
  expect(await calls.run('b', async () => 2)).toBe(2);
});

it('closes when the calls it has taken on have ended, and takes no more', async () => {
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
