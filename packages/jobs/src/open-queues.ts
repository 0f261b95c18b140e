import { attemptsOf, type JobEvents, type Processor } from './attempt.ts';
import {
  type Payload,
  type QueueDefinition,
  type QueueLimits,
  type QueueName,
  QUEUES,
  SCHEDULE_QUEUE,
  type ScheduledRun,
} from './queues.ts';
import {
  type JobCounts,
  type JobQueue,
  LAST_PRIORITY,
  type NewJob,
  type QueueStore,
  type QueueWork,
} from './job-queue.ts';
import type { RedisBackend } from './redis/backend.ts';
import { openSqliteStore } from './sqlite/store.ts';
import type { Timing } from './timing.ts';
import { QueuesUnavailable } from './errors.ts';

/** Name of the queue of schedules. */
const SCHEDULES = 'schedule';

/** Jobs written at a time. */
const ADD_CHUNK = 500;

/** Storage of the queues. */
export type QueueBackend = SqliteBackend | RedisBackend;

/** Queues in a folder, for one process. */
interface SqliteBackend {
  readonly kind: 'sqlite';
  /** Folder for the queues only, created if missing. The caller holds the lock of the data folder that contains it. */
  readonly dataDir: string;
}

export interface QueuesOptions extends JobEvents {
  readonly backend: QueueBackend;
  /**
   * Called for errors that stop nothing: a failed job that comes again, a temporary failure of the database; with
   * RedisAway once for an outage of Redis.
   */
  readonly onError: (error: Error) => void;
  /** Called when Redis answers again after an outage. */
  readonly onBack?: (() => void) | undefined;
  /**
   * Called when no more jobs are taken, because a processor threw Fatal or the database is gone. The process should
   * close and exit.
   */
  readonly onFatal: (error: Error) => void;
  /**
   * Called when Redis returned without its data: all unfinished work must be added again. Every open process is
   * told; adding a job that is in the queue does nothing. A folder never loses its data while it is open.
   */
  readonly onLost?: () => void;
  /** Other times than those of the table (queues.ts), for tests. */
  readonly timing?: Partial<Pick<QueueLimits, 'lockMs' | 'stalledIntervalMs'>>;
}

export interface AddOptions {
  /** Priority from 1 (first) to 10 (last). */
  readonly priority?: number;
  /** Whether the jobs go ahead of others of their priority that do not; by default they do not. */
  readonly first?: boolean;
}

/** Processors of queues; no jobs are taken from a queue without one. */
export type Processors = { readonly [Name in QueueName]?: Processor<Payload<Name>> } & {
  /** Processor of schedule runs. */
  readonly schedule?: Processor<ScheduledRun>;
};

/** Times of schedules; each run is a job for any worker. All methods may throw QueuesUnavailable. */
export interface ScheduleQueue {
  /**
   * Adds a job at each time of the timing from now on. After a period without workers, one job makes up for all
   * missed times. An unchanged schedule stays as it is.
   */
  set(id: string, timing: Timing): Promise<void>;
  /** Adds no more jobs for a schedule; one that is due already may still come. */
  remove(id: string): Promise<void>;
  /** Ids of all schedules that are set. */
  ids(): Promise<readonly string[]>;
  /** Adds a job for a run that was due, once. */
  makeUp(id: string, dueAt: number): Promise<void>;
}

/** Queues of this process. */
export interface Queues {
  /**
   * Adds jobs durably; a job that is in the queue stays as it is.
   *
   * @throws InvalidPayload before anything is written; RangeError for a priority out of bounds; QueuesUnavailable
   *   if the queues cannot be reached, then some of the jobs may have been added
   */
  add<Name extends QueueName>(
    name: Name,
    payloads: readonly Payload<Name>[],
    options?: AddOptions,
  ): Promise<void>;
  readonly schedules: ScheduleQueue;
  /**
   * Starts to work on the queues that have a processor; to be called once.
   *
   * @throws Error if there is none
   */
  work(processors: Processors, options?: { readonly concurrency?: Partial<Record<QueueName, number>> }): void;
  /**
   * Changes the number of jobs of a queue that run at a time; running jobs continue, even if they are more.
   *
   * @throws RangeError unless it is a positive integer, Error before `work`
   */
  setConcurrency(name: QueueName, concurrency: number): void;
  counts(name: QueueName): Promise<JobCounts>;
  /** Number of waiting jobs per priority, starting with priority 1; jobs without a priority are not counted. */
  waitingByPriority(name: QueueName): Promise<readonly number[]>;
  /** Rejects if the queues cannot be used now. */
  probe(): Promise<void>;
  /**
   * Takes no more jobs, waits for running ones, hands back what is not done after `deadlineMs`, and closes the
   * database or the connections. All other methods reject from then on.
   */
  close(options: { readonly deadlineMs: number }): Promise<void>;
}

/**
 * Opens the queues of a process. Redis need not be reachable yet: until it is, additions are refused and work has
 * to wait.
 *
 * @throws Error that names the folder if its database cannot be opened, or the wrong Redis setting
 */
export async function openQueues(options: QueuesOptions): Promise<Queues> {
  const store = await openStore(options);
  const { timing } = options;
  const open: { [Name in QueueName]: OpenQueue<Payload<Name>> } = {
    site: openQueue('site', { ...QUEUES.site, ...timing }, store, options),
    rendered: openQueue('rendered', { ...QUEUES.rendered, ...timing }, store, options),
  };
  const scheduled = openQueue(SCHEDULES, { ...SCHEDULE_QUEUE, ...timing }, store, options);
  let working: QueueWork[] = [];
  const workOf = new Map<QueueName, QueueWork>();
  let closing: Promise<void> | null = null;
  // BullMQ never answers calls made while it closes, so closing waits for earlier calls.
  const pending = new Set<Promise<unknown>>();

  const refuseIfClosed = (): void => {
    if (closing !== null) throw new QueuesUnavailable('the queues are closed');
  };
  const unlessClosed = async <T>(call: () => Promise<T>): Promise<T> => {
    refuseIfClosed();
    const result = call();
    pending.add(result);
    try {
      return await result;
    } finally {
      pending.delete(result);
    }
  };
  const shutDown = async (deadlineMs: number): Promise<void> => {
    await Promise.all(working.map((work) => work.stop(deadlineMs)));
    await Promise.allSettled(pending);
    await store.close();
  };

  return {
    add: async (name, payloads, { priority = null, first = false } = {}) => {
      const jobs = open[name].jobsOf(payloads, levelOf(priority, first));
      for (let start = 0; start < jobs.length; start += ADD_CHUNK) {
        await unlessClosed(() => open[name].queue.add(jobs.slice(start, start + ADD_CHUNK)));
      }
    },
    work: (processors, { concurrency = {} } = {}) => {
      refuseIfClosed();
      if (working.length > 0) throw new Error('work has already started on the queues');
      for (const name of names()) {
        const processor = processors[name];
        if (processor !== undefined) workOf.set(name, open[name].work(processor, concurrency[name]));
      }
      if (workOf.size === 0) throw new Error('no queue has a processor');
      working = [...workOf.values()];
      const { schedule } = processors;
      if (schedule !== undefined) working.push(scheduled.work(schedule));
    },
    setConcurrency: (name, concurrency) => {
      if (!Number.isInteger(concurrency) || concurrency < 1) {
        throw new RangeError(`concurrency is ${concurrency}, but must be an integer from 1`);
      }
      const work = workOf.get(name);
      if (work === undefined) throw new Error(`queue ${name} has no running worker`);
      work.setConcurrency(concurrency);
    },
    schedules: {
      set: (id, timing) => unlessClosed(() => scheduled.queue.repeats.set(id, timing, { scheduleId: id })),
      remove: (id) => unlessClosed(() => scheduled.queue.repeats.remove(id)),
      ids: () => unlessClosed(() => scheduled.queue.repeats.keys()),
      makeUp: (scheduleId, dueAt) =>
        unlessClosed(() => scheduled.queue.add(scheduled.jobsOf([{ scheduleId, dueAt }], null))),
    },
    counts: (name) => unlessClosed(() => open[name].queue.counts()),
    waitingByPriority: async (name) => {
      const levels = await unlessClosed(() => open[name].queue.waitingByLevel());
      const at = (level: number): number => levels[level - 1] ?? 0;
      return Array.from({ length: LAST_PRIORITY }, (_, n) => at(2 * n + 1) + at(2 * n + 2));
    },
    probe: () => unlessClosed(() => store.probe()),
    close: ({ deadlineMs }) => (closing ??= shutDown(deadlineMs)),
  };
}

async function openStore(options: QueuesOptions): Promise<QueueStore> {
  const { backend, onError, onBack, onLost = () => {} } = options;
  if (backend.kind === 'sqlite') return openSqliteStore(backend.dataDir, options);
  const { connectRedis } = await import('./redis/connection.ts');
  const { bullStore } = await import('./redis/bull-store.ts');
  return bullStore(await connectRedis(backend, { onError, onBack }, onLost), options);
}

interface OpenQueue<P> {
  readonly queue: JobQueue;
  /** @throws InvalidPayload */
  readonly jobsOf: (payloads: readonly P[], level: number | null) => readonly NewJob[];
  readonly work: (processor: Processor<P>, concurrency?: number) => QueueWork;
}

function openQueue<P>(
  name: string,
  definition: QueueDefinition<P>,
  store: QueueStore,
  events: JobEvents,
): OpenQueue<P> {
  const queue = store.open(name, definition);
  return {
    queue,
    jobsOf: (payloads, level) =>
      payloads.map((payload) => ({ id: definition.jobId(definition.parse(payload)), payload, level })),
    work: (processor, concurrency = definition.concurrency) =>
      queue.work(attemptsOf(name, definition, processor, events), concurrency),
  };
}

/** @throws RangeError for a priority out of bounds */
function levelOf(priority: number | null, first: boolean): number | null {
  if (priority === null) return null;
  if (!Number.isInteger(priority) || priority < 1 || priority > LAST_PRIORITY) {
    throw new RangeError(
      `priority is ${priority}, but must be an integer from 1 (first) to ${LAST_PRIORITY} (last)`,
    );
  }
  return 2 * priority - (first ? 1 : 0);
}

function names(): QueueName[] {
  return Object.keys(QUEUES) as QueueName[];
}
