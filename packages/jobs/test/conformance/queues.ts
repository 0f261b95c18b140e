import { EventEmitter, once } from 'node:events';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Fatal, RetryLater, RetryNow } from '../../src/errors.ts';
import type { JobCounts } from '../../src/job-queue.ts';
import { openQueues, type QueueBackend, type Queues } from '../../src/open-queues.ts';
import { site, workUntil } from './work.ts';

interface Opened {
  readonly queues: Queues;
  readonly backend: QueueBackend;
  readonly errors: string[];
  readonly fatal: string[];
}

/**
 * Requirements of all queue storages.
 *
 * @param emptyBackend gives a new storage without jobs at each call
 */
export function describeQueues(name: string, emptyBackend: () => Promise<QueueBackend>): void {
  describe(`queues: ${name}`, () => {
    const opened: Queues[] = [];
    afterEach(async () => {
      for (const queues of opened.splice(0)) await queues.close({ deadlineMs: 0 });
    });

    async function open(known?: QueueBackend): Promise<Opened> {
      const backend = known ?? (await emptyBackend());
      const errors: string[] = [];
      const fatal: string[] = [];
      const queues = await openQueues({
        backend,
        onError: (error) => errors.push(error.message),
        onFatal: (error) => fatal.push(error.message),
      });
      opened.push(queues);
      return { queues, backend, errors, fatal };
    }

    /** Counts after the queues were closed. */
    async function countsOf(backend: QueueBackend): Promise<JobCounts> {
      return (await open(backend)).queues.counts('site');
    }

    describe('adding', () => {
      test('a job in the queue is not added again, in the same call or later', async () => {
        const { queues } = await open();
        await queues.add('site', [site('a.com'), site('a.com'), { crawlId: 'c2', domain: 'a.com' }]);
        await queues.add('site', [site('a.com')]);
        expect(await queues.counts('site')).toEqual({ waiting: 2, active: 0, delayed: 0 });
      });

      test('a job that was done can be added again', async () => {
        const { queues, backend } = await open();
        await queues.add('site', [site('a.com')]);
        expect(await workUntil(queues, 1)).toEqual(['done a.com']);
        await queues.close({ deadlineMs: 1_000 });
        const again = await open(backend);
        await again.queues.add('site', [site('a.com')]);
        expect((await again.queues.counts('site')).waiting).toBe(1);
      });

      test('more jobs than one statement takes, and domains with colons, can be added', async () => {
        const { queues } = await open();
        await queues.add(
          'site',
          Array.from({ length: 1_234 }, (_, n) => site(`2001:db8::${n.toString(16)}`)),
        );
        expect((await queues.counts('site')).waiting).toBe(1_234);
      });

      test('payloads and priorities out of bounds are refused, and nothing of the call is added', async () => {
        const { queues } = await open();
        // The types forbid these payloads, but a caller may have untyped ones.
        const add = (payload: unknown) =>
          queues.add('site', [site('a.com'), payload] as ReturnType<typeof site>[]);
        await expect(add({ crawlId: 'c', domain: '' })).rejects.toThrow(
          'invalid payload: domain must not have fewer than 1 characters',
        );
        await expect(add({ crawlId: 'c', domain: 7 })).rejects.toThrow(
          'invalid payload: domain must be string',
        );
        await expect(add({ crawlId: 'c', domain: 'a.com', extra: 1 })).rejects.toThrow(
          'invalid payload: payload must not have additional properties',
        );
        await expect(add(null)).rejects.toThrow('invalid payload: payload must be object');
        for (const priority of [0, 11, 1.5, Number.NaN]) {
          await expect(queues.add('site', [site('a.com')], { priority })).rejects.toThrow(
            'from 1 (first) to 10',
          );
        }
        expect((await queues.counts('site')).waiting).toBe(0);
      });

      test('jobs come by priority, then in the order they were added', async () => {
        const { queues } = await open();
        await queues.add('site', [site('late-1.com'), site('late-2.com')], { priority: 10 });
        await queues.add('site', [site('soon-1.com'), site('soon-2.com')], { priority: 1 });
        expect(await workUntil(queues, 4)).toEqual([
          'done soon-1.com',
          'done soon-2.com',
          'done late-1.com',
          'done late-2.com',
        ]);
      });

      test('jobs that go first come ahead of others of their priority, and behind higher priorities', async () => {
        const { queues } = await open();
        await queues.add('site', [site('late-1.com'), site('late-2.com')], { priority: 10 });
        await queues.add('site', [site('first-1.com'), site('late-2.com')], { priority: 10, first: true });
        await queues.add('site', [site('soon-1.com')], { priority: 9 });
        await queues.add('site', [site('first-2.com')], { priority: 10, first: true });
        expect(await queues.waitingByPriority('site')).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1, 4]);
        expect(await workUntil(queues, 5)).toEqual([
          'done soon-1.com',
          'done first-1.com',
          'done first-2.com',
          'done late-1.com',
          'done late-2.com',
        ]);
      });

      test('waiting jobs are counted by priority', async () => {
        const { queues } = await open();
        await queues.add('site', [site('a.com')]);
        await queues.add('site', [site('b.com'), site('c.com')], { priority: 1 });
        await queues.add('site', [site('d.com')], { priority: 10 });
        await queues.add('site', [site('d.com'), site('e.com')], { priority: 9 });
        expect(await queues.waitingByPriority('site')).toEqual([2, 0, 0, 0, 0, 0, 0, 0, 1, 1]);
        expect((await queues.counts('site')).waiting).toBe(5);
      });
    });

    describe('what a processor throws', () => {
      interface Seen {
        readonly attempts: number[];
        readonly gaveUp: string[];
      }
      const seen = new Map<string, Seen>();
      const begun: number[] = [];
      let errors: string[] = [];
      let backend: QueueBackend;

      beforeAll(async () => {
        const domains = ['later.com', 'polite.com', 'now.com', 'bug.com', 'unrecorded.com', 'fine.com'];
        for (const domain of domains) seen.set(domain, { attempts: [], gaveUp: [] });
        const { queues, backend: opened, errors: reported } = await open();
        backend = opened;
        await queues.add('site', domains.map(site));
        const settled = Promise.withResolvers<void>();
        const process = (domain: string, attempts: number): void => {
          if (domain === 'later.com' && attempts < 6) throw new RetryLater(1, 'storage down');
          if (domain === 'polite.com' && attempts < 4)
            throw new RetryLater(1, 'its time', { expected: true });
          if (domain === 'now.com') throw new RetryNow('odd');
          if (domain === 'bug.com') throw new TypeError('a bug');
          if (domain === 'unrecorded.com') throw new RetryNow('hopeless');
        };
        const settledYet = (): boolean =>
          seen.get('later.com')?.attempts.length === 6 &&
          seen.get('polite.com')?.attempts.length === 4 &&
          seen.get('now.com')?.gaveUp.length === 1 &&
          seen.get('unrecorded.com')?.attempts.length === 3 &&
          domains.every((domain) => seen.get(domain)?.attempts.length !== 0);
        queues.work(
          {
            site: {
              process: async ({ domain }, { attempt, ...job }) => {
                if (domain === 'polite.com') begun.push(job.begun);
                const { attempts = [] } = seen.get(domain) ?? {};
                attempts.push(attempt);
                if (settledYet()) settled.resolve();
                process(domain, attempts.length);
              },
              gaveUp: async ({ domain }, reason) => {
                if (domain === 'unrecorded.com') throw new Error('nowhere to write');
                seen.get(domain)?.gaveUp.push(reason);
                if (settledYet()) settled.resolve();
              },
            },
          },
          { concurrency: { site: 1 } },
        );
        await settled.promise;
        await queues.close({ deadlineMs: 5_000 });
        errors = reported;
      });

      test('RetryLater: comes again as the same attempt, is reported, and ends when it succeeds', () => {
        expect(seen.get('later.com')).toEqual({ attempts: [1, 1, 1, 1, 1, 1], gaveUp: [] });
        expect(errors).toContain('queue site, job c1.later.com, attempt 1: storage down');
      });

      test('an expected RetryLater is not reported, and the job knows how often it was begun', () => {
        expect(begun).toEqual([1, 2, 3, 4]);
        expect(errors.join()).not.toContain('polite.com');
      });

      test('RetryNow: comes again at once until the attempts are used up', () => {
        expect(seen.get('now.com')).toEqual({ attempts: [1, 2, 3], gaveUp: ['odd'] });
      });

      test('any other error: is reported, and the next attempt waits', () => {
        expect(seen.get('bug.com')).toEqual({ attempts: [1], gaveUp: [] });
        expect(errors).toContain('queue site, job c1.bug.com, attempt 1: a bug');
      });

      test('giving up that cannot be recorded: is reported, and the job stays', () => {
        expect(errors).toContain('queue site, job c1.unrecorded.com, attempt 3: nowhere to write');
      });

      test('finished jobs are gone from the queue, the others are there', async () => {
        const { queues } = await open(backend);
        const twoDelayed = { waiting: 0, active: 0, delayed: 2 };
        expect(await queues.counts('site')).toEqual(twoDelayed);
        await queues.add('site', ['bug.com', 'unrecorded.com'].map(site));
        expect(await queues.counts('site')).toEqual(twoDelayed);
      });

      test('Fatal: the job goes back, no more are taken, and the process is told', async () => {
        const { queues, fatal, backend } = await open();
        await queues.add('site', [site('a.com'), site('b.com')]);
        const thrown = Promise.withResolvers<void>();
        const started: string[] = [];
        queues.work(
          {
            site: {
              process: async ({ domain }) => {
                started.push(domain);
                thrown.resolve();
                throw new Fatal('disk is gone');
              },
              gaveUp: async () => {},
            },
          },
          { concurrency: { site: 1 } },
        );
        await thrown.promise;
        await queues.close({ deadlineMs: 1_000 });
        expect(started).toEqual(['a.com']);
        expect(fatal).toEqual(['queue site, job c1.a.com, attempt 1: disk is gone']);
        expect(await countsOf(backend)).toEqual({ waiting: 2, active: 0, delayed: 0 });
      });
    });

    describe('working', () => {
      test('a queue without a processor is named', async () => {
        const { queues } = await open();
        const none = {} as Parameters<Queues['work']>[0];
        expect(() => queues.work(none)).toThrow('no queue has a processor');
      });

      test('runs the number of jobs that was set last', async () => {
        const { queues } = await open();
        expect(() => queues.setConcurrency('site', 2)).toThrow('queue site has no running worker');
        await queues.add(
          'site',
          Array.from({ length: 8 }, (_, n) => site(`${n}.com`)),
        );
        const begun: (() => void)[] = [];
        let atWork = 0;
        let most = 0;
        const changed = new EventEmitter();
        const until = async (done: () => boolean): Promise<void> => {
          while (!done()) await once(changed, 'change');
        };
        queues.work(
          {
            site: {
              process: async () => {
                most = Math.max(most, ++atWork);
                await new Promise<void>((resolve) => {
                  begun.push(resolve);
                  changed.emit('change');
                });
                atWork--;
                changed.emit('change');
              },
              gaveUp: async () => {},
            },
          },
          { concurrency: { site: 1 } },
        );
        await until(() => begun.length === 1);
        for (const concurrency of [0, -1, 1.5]) {
          expect(() => queues.setConcurrency('site', concurrency)).toThrow('an integer from 1');
        }
        queues.setConcurrency('site', 3);
        // A free slot is filled at the next check of the queue at the latest.
        begun.shift()?.();
        await until(() => begun.length === 3);
        queues.setConcurrency('site', 1);
        // Running jobs continue; no other job begins until fewer than one are running.
        begun.splice(0, 2).forEach((end) => end());
        await until(() => atWork === 1);
        expect([begun.length, most]).toEqual([1, 3]);
        for (let left = 5; left > 0; left--) {
          await until(() => begun.length === 1);
          begun.shift()?.();
          await until(() => begun.length === 1 || atWork === 0);
        }
        expect(await queues.counts('site')).toMatchObject({ waiting: 0 });
      });
    });

    describe('closing', () => {
      test('lets running jobs end within the deadline', async () => {
        const { queues, backend } = await open();
        await queues.add('site', [site('a.com')]);
        const started = Promise.withResolvers<void>();
        const end = Promise.withResolvers<void>();
        queues.work({
          site: {
            process: async () => {
              started.resolve();
              await end.promise;
            },
            gaveUp: async () => {},
          },
        });
        await started.promise;
        const closed = queues.close({ deadlineMs: 20_000 });
        end.resolve();
        await closed;
        expect(await countsOf(backend)).toEqual({ waiting: 0, active: 0, delayed: 0 });
      });

      test('hands back jobs that are not done at the deadline, as if they had not begun', async () => {
        const { queues, backend, errors } = await open();
        await queues.add('site', [site('a.com'), site('b.com')], { priority: 3 });
        const started = Promise.withResolvers<AbortSignal>();
        queues.work(
          {
            site: {
              process: async (_payload, { signal }) => {
                started.resolve(signal);
                await once(signal, 'abort');
                throw new Error('left in the middle');
              },
              gaveUp: async () => {},
            },
          },
          { concurrency: { site: 1 } },
        );
        const signal = await started.promise;
        await queues.close({ deadlineMs: 1 });
        expect(String(signal.reason)).toContain('the process is shutting down');
        expect(errors).toEqual([]);
        const again = await open(backend);
        const attempts: number[] = [];
        const events = await workUntil(again.queues, 2, async (_domain, { attempt }) => {
          attempts.push(attempt);
        });
        expect(events.sort()).toEqual(['done a.com', 'done b.com']);
        expect(attempts).toEqual([1, 1]);
      });

      test('waits for earlier calls', async () => {
        const { queues, backend } = await open();
        const added = queues.add('site', [site('a.com')]);
        await queues.close({ deadlineMs: 0 });
        await added;
        expect((await countsOf(backend)).waiting).toBe(1);
      });

      test('is idempotent, and all other calls are refused afterwards', async () => {
        const { queues } = await open();
        await queues.probe();
        await Promise.all([queues.close({ deadlineMs: 0 }), queues.close({ deadlineMs: 0 })]);
        await expect(queues.add('site', [site('a.com')])).rejects.toThrow('the queues are closed');
        await expect(queues.probe()).rejects.toThrow('closed');
        await expect(queues.counts('site')).rejects.toThrow('closed');
        await expect(queues.waitingByPriority('site')).rejects.toThrow('closed');
        expect(() => queues.work({ site: { process: async () => {}, gaveUp: async () => {} } })).toThrow(
          'closed',
        );
      });
    });
  });
}
