import { expect, test } from 'vitest';
import { endpoint, together } from './client.ts';

test.each([
  ['https://search.example', 'https://search.example/a/b'],
  ['https://search.example/', 'https://search.example/a/b'],
  ['https://user:word@search.example/under//', 'https://user:word@search.example/under/a/b'],
])('a path under %s', (base, expected) => {
  expect(endpoint(base, 'a/b')).toBe(expected);
});

const never = new AbortController().signal;

/** Ends only when it is given up. */
async function waiting(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error(`given up: ${String(signal.reason)}`)));
  });
}

test('all answers come in their order', async () => {
  expect(await together(never, () => [Promise.resolve(1), Promise.resolve('two')])).toEqual([1, 'two']);
});

test('when one fails the others are given up', async () => {
  let other: Promise<unknown> | undefined;
  const work = together(never, (signal) => {
    other = waiting(signal);
    return [other, Promise.reject(new Error('broken'))];
  });
  await expect(work).rejects.toThrow('broken');
  await expect(other).rejects.toThrow('given up');
});

test('all are given up when nobody waits, for the reason why', async () => {
  const leave = new AbortController();
  const work = together(leave.signal, (signal) => [waiting(signal), waiting(signal)]);
  leave.abort('time is up');
  await expect(work).rejects.toThrow('given up: time is up');
});
