import { expect, test, vi } from 'vitest';
import { firstAnswer } from './staggered.ts';

const never = () => new Promise<string>(() => undefined);
const failing = (text: string) => () => Promise.reject(new Error(text));
const isAnswer = (error: unknown): boolean => error instanceof Error && error.message === 'none';

/** Runs with a clock whose time passes at once. */
async function soon<T>(work: (calls: number[]) => Promise<T>): Promise<{ result: unknown; calls: number[] }> {
  vi.useFakeTimers();
  try {
    const calls: number[] = [];
    const settled = work(calls).then(
      (value) => value,
      (error: unknown) => String(error),
    );
    await vi.advanceTimersByTimeAsync(60_000);
    return { result: await settled, calls };
  } finally {
    vi.useRealTimers();
  }
}

function sources(calls: number[], ...work: readonly (() => Promise<string>)[]) {
  const start = Date.now();
  return work.map((one) => () => {
    calls.push(Date.now() - start);
    return one();
  });
}

const after = (ms: number, text: string) => () =>
  new Promise<string>((resolve) => void setTimeout(resolve, ms, text));

test('the next source is asked when one does not answer, and a late answer counts', async () => {
  expect(
    await soon((calls) =>
      firstAnswer(sources(calls, after(5_000, 'late'), never, never), 2_000, isAnswer, 10_000),
    ),
  ).toEqual({ result: 'late', calls: [0, 2_000, 4_000] });
});

test('the next source is asked at once when one fails', async () => {
  expect(
    await soon((calls) =>
      firstAnswer(sources(calls, failing('a'), after(1, 'two')), 2_000, isAnswer, 10_000),
    ),
  ).toEqual({ result: 'two', calls: [0, 0] });
});

test('an error that is an answer is final', async () => {
  expect(
    await soon((calls) =>
      firstAnswer(sources(calls, failing('none'), after(1, 'two')), 2_000, isAnswer, 10_000),
    ),
  ).toEqual({ result: 'Error: none', calls: [0] });
});

test('the first error counts when all have failed, and the limit when none has answered', async () => {
  const all = await soon((calls) =>
    firstAnswer(sources(calls, failing('a'), failing('b')), 2_000, isAnswer, 10_000),
  );
  expect(all.result).toBe('Error: a');
  const none = await soon((calls) => firstAnswer(sources(calls, never, never), 2_000, isAnswer, 10_000));
  expect(none.result).toBe('Error: no answer in time');
});
