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

/** The name of the queue of schedules. */
const SCHEDULES = 'schedule';

/** Jobs written at a time. */
const ADD_CHUNK = 500;

/** Where the queues live. */
export type QueueBackend = SqliteBackend | RedisBackend;

/** In a folder, for one process. */
interface SqliteBackend {
  readonly kind: 'sqlite';
  /** Folder of the queues alone; made if missing. The caller holds the lock of the data folder it is in. */
  readonly dataDir: string;
}

export interface QueuesOptions extends JobEvents {
  readonly backend: QueueBackend;
  /** Errors that stopped nothing: a job that failed and comes again, a hiccup of the database. */
  readonly onError: (error: Error) => void;
  /** No more jobs are taken: a processor threw Fatal, or the database is gone. The process should close and end. */
  readonly onFatal: (error: Error) => void;
  /**
   * Redis came back without what was in it: whatever is not done has to be added again. Every process that was open
   * meanwhile is told; adding a job that is in the queue does nothing. A folder is never lost while it is open.
   */
  readonly onLost?: () => void;
  /** Other times than those of the table (queues.ts), for tests that can't wait so long. */
  readonly timing?: Partial<Pick<QueueLimits, 'lockMs' | 'stalledIntervalMs'>>;
}

export interface AddOptions {
  /** 1 (first) to 10 (last). */
  readonly priority?: number;
}

export type Processors = { readonly [Name in QueueName]: Processor<Payload<Name>> } & {
  /** Without it no runs of schedules are taken. */
  readonly schedule?: Processor<ScheduledRun>;
};

/** When runs of schedules are due; each is a job for whoever works then. All of it may throw QueuesUnavailable. */
export interface ScheduleQueue {
  /**
   * Has a job added at each time of the timing, until told otherwise. After a time in which nobody worked there is one
   * for all that was missed. What is so already stays as it is.
   */
  set(id: string, timing: Timing): Promise<void>;
  /** Adds no more jobs for it; one that is due already may still come. */
  remove(id: string): Promise<void>;
  /** Those that are set. */
  ids(): Promise<readonly string[]>;
  /** Adds a job for a run that was due, once. */
  makeUp(id: string, dueAt: number): Promise<void>;
}

/** The queues of this process. */
export interface Queues {
  /**
   * Adds jobs; one that is in the queue is left as it is. Durable when it resolves.
   *
   * @throws InvalidPayload before anything is written; RangeError for a priority out of bounds; QueuesUnavailable if
   *   they can't be reached, then some of the jobs may have been added
   */
  add<Name extends QueueName>(
    name: Name,
    payloads: readonly Payload<Name>[],
    options?: AddOptions,
  ): Promise<void>;
  readonly schedules: ScheduleQueue;
  /**
   * Starts to work on every queue; once.
   *
   * @throws Error that names a queue without a processor
   */
  work(processors: Processors, options?: { readonly concurrency?: Partial<Record<QueueName, number>> }): void;
  /**
   * Works on so many jobs of a queue at a time from now on; those in flight go on, also where they are more.
   *
   * @throws RangeError if that is not one or more, Error before `work`
   */
  setConcurrency(name: QueueName, concurrency: number): void;
  counts(name: QueueName): Promise<JobCounts>;
  /** How many jobs wait of each priority, the first one first; those without a priority aside. */
  waitingByPriority(name: QueueName): Promise<readonly number[]>;
  /** Rejects if the queues can't be used now. */
  probe(): Promise<void>;
  /**
   * Takes no more jobs, waits for those in flight, hands back what isn't done after `deadlineMs`, closes the database
   * or the connections. Everything else rejects from then on.
   */
  close(options: { readonly deadlineMs: number }): Promise<void>;
}

/**
 * Redis needn't be there yet: what is added is refused until it is, work begins when it is.
 *
 * @throws Error that names the folder if the database in it can't be opened, or the setting of Redis that is wrong
 */
export async function openQueues(options: QueuesOptions): Promise<Queues> {
  const store = await openStore(options);
  const { timing } = options;
  const open: { [Name in QueueName]: OpenQueue<Payload<Name>> } = {
    site: openQueue('site', { ...QUEUES.site, ...timing }, store, options),
  };
  const scheduled = openQueue(SCHEDULES, { ...SCHEDULE_QUEUE, ...timing }, store, options);
  let working: QueueWork[] = [];
  const workOf = new Map<QueueName, QueueWork>();
  let closing: Promise<void> | null = null;
  // BullMQ never answers what is asked of it while it closes, so closing waits for what was asked before.
  const asked = new Set<Promise<unknown>>();

  const refuseIfClosed = (): void => {
    if (closing !== null) throw new QueuesUnavailable('the queues are closed');
  };
  const unlessClosed = async <T>(ask: () => Promise<T>): Promise<T> => {
    refuseIfClosed();
    const answer = ask();
    asked.add(answer);
    try {
      return await answer;
    } finally {
      asked.delete(answer);
    }
  };
  const shutDown = async (deadlineMs: number): Promise<void> => {
    await Promise.all(working.map((work) => work.stop(deadlineMs)));
    await Promise.allSettled(asked);
    await store.close();
  };

  return {
    add: async (name, payloads, { priority = null } = {}) => {
      const jobs = open[name].jobsOf(payloads, priority);
      for (let start = 0; start < jobs.length; start += ADD_CHUNK) {
        await unlessClosed(() => open[name].queue.add(jobs.slice(start, start + ADD_CHUNK)));
      }
    },
    work: (processors, { concurrency = {} } = {}) => {
      refuseIfClosed();
      if (working.length > 0) throw new Error('the queues are being worked on already');
      for (const name of names()) {
        if (processors[name] === undefined) throw new Error(`queue ${name} has no processor`);
      }
      for (const name of names()) workOf.set(name, open[name].work(processors[name], concurrency[name]));
      working = [...workOf.values()];
      const { schedule } = processors;
      if (schedule !== undefined) working.push(scheduled.work(schedule));
    },
    setConcurrency: (name, concurrency) => {
      if (!Number.isInteger(concurrency) || concurrency < 1) {
        throw new RangeError(`concurrency is ${concurrency}, but must be a whole number from 1`);
      }
      const work = workOf.get(name);
      if (work === undefined) throw new Error(`queue ${name} is not being worked on`);
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
    waitingByPriority: (name) => unlessClosed(() => open[name].queue.waitingByPriority()),
    probe: () => unlessClosed(() => store.probe()),
    close: ({ deadlineMs }) => (closing ??= shutDown(deadlineMs)),
  };
}

async function openStore(options: QueuesOptions): Promise<QueueStore> {
  const { backend, onError, onLost = () => {} } = options;
  if (backend.kind === 'sqlite') return openSqliteStore(backend.dataDir, options);
  const { connectRedis } = await import('./redis/connection.ts');
  const { bullStore } = await import('./redis/bull-store.ts');
  return bullStore(await connectRedis(backend, onError, onLost), options);
}

interface OpenQueue<P> {
  readonly queue: JobQueue;
  /** @throws InvalidPayload; RangeError for a priority out of bounds */
  readonly jobsOf: (payloads: readonly P[], priority: number | null) => readonly NewJob[];
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
    jobsOf: (payloads, priority) => {
      const known = priority === null || (Number.isInteger(priority) && priority >= 1);
      if (!known || (priority ?? 1) > LAST_PRIORITY) {
        throw new RangeError(
          `priority is ${priority}, but must be a whole number from 1 (first) to ${LAST_PRIORITY} (last)`,
        );
      }
      return payloads.map((payload) => ({
        id: definition.jobId(definition.parse(payload)),
        payload,
        priority,
      }));
    },
    work: (processor, concurrency = definition.concurrency) =>
      queue.work(attemptsOf(name, definition, processor, events), concurrency),
  };
}

function names(): QueueName[] {
  return Object.keys(QUEUES) as QueueName[];
}
