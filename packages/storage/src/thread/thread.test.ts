import { expect, test } from 'vitest';
import { StorageUnavailable } from '../errors.ts';
import { Thread } from './thread.ts';

/** A thread that runs this, with the port as `port`. */
function optionsOf(script: string): Parameters<typeof Thread.start>[0] {
  const source = `import { parentPort as port } from 'node:worker_threads'; ${script}`;
  const entry = new URL(`data:text/javascript,${encodeURIComponent(source)}`);
  return { name: 'thread of a test', entry, workerData: null, maxPending: 2, heapMb: 32 };
}

type Calls = { readonly double: (number: unknown) => number; readonly messages: (nothing: null) => number };

const DOUBLES = `
  let messages = 0;
  port.on('message', (requests) => {
    if (requests === null) return port.close();
    messages++;
    for (const { id, name, args: [number] } of requests) {
      if (number < 0) process.exit(3);
      if (number === Infinity) for (const all = []; ; ) all.push({ before: [all.length] });
      port.postMessage([{ id, kind: 'done', value: name === 'messages' ? messages : 2 * number }]);
    }
  });
  port.postMessage([{ id: null, kind: 'done', value: null }]);`;

test.each([
  ['ends', 'process.exit(3)', 'the thread of a test ended before it was ready'],
  ['fails', "throw new Error('no such table')", 'no such table'],
])('a thread that %s before it is ready is not a start', async (_how, script, message) => {
  await expect(Thread.start(optionsOf(script))).rejects.toThrow(message);
});

test('calls of a thread that dies are refused, and the next call starts it again', async () => {
  const thread = await Thread.start<Calls>(optionsOf(DOUBLES));
  expect(await thread.call('double', 21)).toBe(42);
  await expect(thread.call('double', -1)).rejects.toThrow(StorageUnavailable);
  expect(await thread.call('double', 4)).toBe(8);
  await thread.close();
  await expect(thread.call('double', 1)).rejects.toThrow('the thread of a test is closed');
});

test.each([
  ['of a reader end alone: the others are asked again', true, { status: 'fulfilled', value: 14 }],
  [
    'of another thread end with the others, which may have happened',
    false,
    { status: 'rejected', reason: { name: 'OutOfMemory' } },
  ],
])('calls that need too much memory %s', async (_which, isReader, other) => {
  const thread = await Thread.start<Calls>({ ...optionsOf(DOUBLES), maxPending: 4, isReader });
  const first = thread.call('double', 1);
  const calls = [thread.call('double', Infinity), thread.call('double', 7), thread.call('double', 7)];
  const [tooMuch, ...others] = await Promise.allSettled(calls);
  expect(await first).toBe(2);
  expect(tooMuch).toMatchObject({
    status: 'rejected',
    reason: { name: 'OutOfMemory', message: 'the thread of a test needed more than 32 MiB' },
  });
  expect(others).toMatchObject([other, other]);
  expect(await thread.call('double', 4)).toBe(8);
  await thread.close();
});

test('a thread that is closed while calls need too much memory answers the others before it ends', async () => {
  const thread = await Thread.start<Calls>({ ...optionsOf(DOUBLES), isReader: true });
  const calls = Promise.allSettled([thread.call('double', Infinity), thread.call('double', 7)]);
  await thread.close();
  expect(await calls).toMatchObject([{ reason: { name: 'OutOfMemory' } }, { value: 14 }]);
});

test('calls of one tick go in one message, and one that is not cloneable fails alone', async () => {
  const thread = await Thread.start<Calls>({ ...optionsOf(DOUBLES), maxPending: 3 });
  const answers = [thread.call('double', 1), thread.call('double', 2)];
  expect(await Promise.all(answers)).toEqual([2, 4]);
  expect(await thread.call('messages', null)).toBe(2);
  const some = await Promise.allSettled([
    thread.call('double', 3),
    thread.call('double', () => {}),
    thread.call('double', 5),
  ]);
  expect(some).toMatchObject([
    { status: 'fulfilled', value: 6 },
    { status: 'rejected', reason: { name: 'DataCloneError' } },
    { status: 'fulfilled', value: 10 },
  ]);
  const last = thread.call('double', 6);
  await thread.close();
  expect(await last).toBe(12);
});
