import { RetryLater, type JobContext } from '@sitegrep/jobs';
import { expect, test } from 'vitest';
import { watchWaiting } from './waiting-sites.ts';

const JOB: JobContext = {
  signal: new AbortController().signal,
  attempt: 1,
  begun: 1,
  scheduledAt: null,
};

/** Sites that end as these errors, or without one. */
function watched(errors: Readonly<Record<string, Error>>) {
  const clock = { now: 1_000_000 };
  const process = async ({ domain }: { domain: string }): Promise<void> => {
    const error = errors[domain];
    if (error !== undefined) throw error;
  };
  const { processor, waiting } = watchWaiting({ process, gaveUp: async () => {} }, () => clock.now);
  const run = (domain: string): Promise<unknown> =>
    processor.process({ crawlId: 'c', domain }, JOB).catch((error: unknown) => error);
  return { clock, run, waiting };
}

const busy = (ms: number, reason: string): RetryLater => new RetryLater(ms, reason, { expected: true });

test('sites of busy hosts wait until they come back, the first one with its reason', async () => {
  const errors: Record<string, Error> = {
    'a.test': busy(60_000, 'answered 429'),
    'b.test': busy(5_000, 'answered 503'),
  };
  const { clock, run, waiting } = watched(errors);
  expect(waiting()).toBeNull();
  expect(await run('a.test')).toBe(errors['a.test']);
  await run('b.test');
  expect(waiting()).toEqual({
    sites: 2,
    next: { domain: 'b.test', reason: 'answered 503', until: 1_005_000 },
  });
  expect(waiting('c')).toEqual(waiting());
  expect(waiting('other')).toBeNull();
  clock.now += 5_000;
  expect(waiting()).toEqual({
    sites: 1,
    next: { domain: 'a.test', reason: 'answered 429', until: 1_060_000 },
  });
  delete errors['a.test'];
  await run('a.test');
  expect(waiting()).toBeNull();
});

test('a site that ends, fails, or waits for the storage is none of them', async () => {
  const { run, waiting } = watched({
    'failed.test': new Error('cannot be stored'),
    'outage.test': new RetryLater(60_000, 'storage: no answer'),
  });
  for (const domain of ['ended.test', 'failed.test', 'outage.test']) await run(domain);
  expect(waiting()).toBeNull();
});
