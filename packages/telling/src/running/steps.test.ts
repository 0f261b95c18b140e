import { expect, it } from 'vitest';
import { forEach, stepsInOrder } from './steps.ts';

it('steps with one key are done one after the other, also after one that failed, and others beside them', async () => {
  const inOrder = stepsInOrder();
  const done: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = inOrder('a', async () => {
    await gate.promise;
    done.push('a1');
    throw new Error('no');
  });
  const second = inOrder('a', async () => done.push('a2'));
  await inOrder('b', async () => done.push('b'));
  expect(done).toEqual(['b']);
  gate.resolve();
  await expect(first).rejects.toThrow('no');
  expect(await second).toBe(3);
  expect(done).toEqual(['b', 'a1', 'a2']);
});

it('an item that fails keeps no other from its work, and no more are done at once than may be', async () => {
  let running = 0;
  let most = 0;
  const seen: number[] = [];
  const faults = await forEach([1, 2, 3, 4, 5], 2, async (item) => {
    most = Math.max(most, ++running);
    await Promise.resolve();
    running--;
    seen.push(item);
    if (item === 2) throw new Error('two');
  });
  expect([new Set(seen), most, [...faults.keys()]]).toEqual([new Set([1, 2, 3, 4, 5]), 2, [2]]);
});
