import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startPageTimer } from './page-timer.ts';

beforeEach(
  () => void vi.useFakeTimers({ toFake: ['clearTimeout', 'performance', 'setImmediate', 'setTimeout'] }),
);
afterEach(() => void vi.useRealTimers());

/** A page of a thread that had used 500 ms, and has 100 ms for this one. */
function page(usedNowMs: () => Promise<number | null>) {
  const over: string[] = [];
  const errors: unknown[] = [];
  const end = startPageTimer({
    deadlineMs: 100,
    usedBeforeMs: 500,
    usedNowMs,
    onOver: (time) => over.push(time),
    onError: (error) => errors.push(error),
  });
  return { over, errors, end };
}

test('a page is given up when the thread has used its processor time', async () => {
  let usedMs = 540;
  const { over } = page(() => Promise.resolve(usedMs));
  await vi.advanceTimersByTimeAsync(150);
  expect(over).toEqual([]);
  usedMs = 600;
  await vi.advanceTimersByTimeAsync(100);
  expect(over).toEqual(['100 ms of processor time']);
});

test('a page of a thread that gets no processor is given up by the clock, once', async () => {
  const { over } = page(() => Promise.resolve(500));
  await vi.advanceTimersByTimeAsync(990);
  expect(over).toEqual([]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(over).toEqual(['1 s']);
});

test('a thread that does not answer is given up by the clock', async () => {
  const { over } = page(() => new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(1_010);
  expect(over).toEqual(['1 s']);
});

test('an error of the measurement is handed on', async () => {
  const { over, errors } = page(() => Promise.reject(new Error('no clock')));
  await vi.advanceTimersByTimeAsync(110);
  expect([over, errors]).toEqual([[], [new Error('no clock')]]);
});

test('nothing is given up after the end', async () => {
  const { over, end } = page(() => Promise.resolve(9_999));
  end();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(over).toEqual([]);
});
