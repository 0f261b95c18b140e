import { expect, test } from 'vitest';
import { LostLocks } from './lost-locks.ts';

test('jobs that lost their lock are reported in one line, each once, and other errors are not taken', () => {
  const reported: string[] = [];
  const locks = new LostLocks('site', ({ message }) => reported.push(message));
  locks.add('1.a.example');
  expect(locks.takes(new Error('Missing lock for job 1.a.example. moveToFinished'))).toBe(true);
  expect(locks.takes(new Error('Missing lock for job 2.b.example. moveToDelayed'))).toBe(true);
  expect(locks.takes(new Error('could not renew lock for job 1.a.example'))).toBe(true);
  expect(locks.takes(new Error('OOM command not allowed'))).toBe(false);
  expect(reported).toEqual([]);
  locks.flush();
  expect(reported).toEqual([
    'queue site, job 1.a.example and 1 more: the lock is lost, because this process stood still or the queue was ' +
      'away for longer than it lasts; another process does the work',
  ]);
  locks.flush();
  expect(reported).toHaveLength(1);
});
