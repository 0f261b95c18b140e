import { expect, test } from 'vitest';
import { StorageUnavailable } from '../errors.ts';
import { Thread } from './thread.ts';

/** A thread that runs this, with the port as `port`. */
function optionsOf(script: string): Parameters<typeof Thread.start>[0] {
  const source = `import { parentPort as port } from 'node:worker_threads'; ${script}`;
  const entry = new URL(`data:text/javascript,${encodeURIComponent(source)}`);
  return { name: 'thread of a test', entry, workerData: null, maxPending: 2 };
}

type Calls = { readonly double: (number: number) => number };

const DOUBLES = `
  port.on('message', (request) => {
    if (request === null) return port.close();
    if (request.argument < 0) process.exit(3);
    port.postMessage({ id: request.id, kind: 'done', value: 2 * request.argument });
  });
  port.postMessage({ id: null, kind: 'done', value: null });`;

test.each([
  ['ends', 'process.exit(3)', 'the thread of a test ended before it was ready'],
  ['fails', "throw new Error('no such table')", 'no such table'],
])('a thread that %s before it is ready is no start', async (_how, script, message) => {
  await expect(Thread.start(optionsOf(script))).rejects.toThrow(message);
});

test('what a thread that dies was asked is refused, and the next call starts it again', async () => {
  const thread = await Thread.start<Calls>(optionsOf(DOUBLES));
  expect(await thread.call('double', 21)).toBe(42);
  await expect(thread.call('double', -1)).rejects.toThrow(StorageUnavailable);
  expect(await thread.call('double', 4)).toBe(8);
  await thread.close();
  await expect(thread.call('double', 1)).rejects.toThrow('the thread of a test is closed');
});
