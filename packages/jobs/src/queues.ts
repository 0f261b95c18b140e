import { type Static, type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';

/** Treatment of the jobs of a queue. */
export interface QueueLimits {
  /** Number of attempts if the processor throws something that is not in errors.ts, ≥ 1. */
  readonly attempts: number;
  /** Wait before the second attempt, in milliseconds; doubled for each further one. */
  readonly backoffMs: number;
  /** Concurrent jobs in a process, unless `work` sets another number. */
  readonly concurrency: number;
  /** Maximum time without a sign of life from the job's process, in milliseconds; for several processes. */
  readonly lockMs: number;
  /** Interval between checks for abandoned jobs, in milliseconds; for several processes. */
  readonly stalledIntervalMs: number;
  /** Maximum number of times that a job may be abandoned before it is given up. */
  readonly maxStalls: number;
}

/** Rules of a queue in the table below. */
interface QueueRules<P> extends QueueLimits {
  /** Id of a job: equal payloads have equal ids, and an id that is in the queue is not added again. */
  readonly jobId: (payload: P) => string;
}

export interface QueueDefinition<P> extends QueueRules<P> {
  /** @throws InvalidPayload */
  readonly parse: (payload: unknown) => P;
}

/** A payload that does not match the schema of its queue. */
export class InvalidPayload extends Error {
  override readonly name = 'InvalidPayload';
}

function defineQueue<S extends TSchema>(schema: S, rules: QueueRules<Static<S>>): QueueDefinition<Static<S>> {
  let compiled: ReturnType<typeof Compile<S>> | null = null;
  return {
    ...rules,
    parse: (payload) => {
      // Not before: commands that only read have no payload.
      const validator = (compiled ??= Compile(schema));
      if (validator.Check(payload)) return payload;
      throw new InvalidPayload(`invalid payload: ${explain(validator.Errors(payload))}`);
    },
  };
}

/** TypeBox reports an unknown field twice, first as `schema is false`. */
function explain(
  errors: readonly { readonly keyword: string; readonly instancePath: string; readonly message: string }[],
): string {
  const error = errors.find(({ keyword }) => keyword !== 'boolean');
  return `${error?.instancePath.slice(1) || 'payload'} ${error?.message ?? 'is wrong'}`;
}

const SitePayload = Type.Object(
  {
    crawlId: Type.String({ minLength: 1, maxLength: 64 }),
    domain: Type.String({ minLength: 1, maxLength: 253 }),
  },
  { additionalProperties: false },
);

const SchedulePayload = Type.Object(
  {
    scheduleId: Type.String({ minLength: 1, maxLength: 64 }),
    /** Due time of a run that is made up for, in milliseconds since the epoch; absent for other runs. */
    dueAt: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  { additionalProperties: false },
);

const SITES: QueueRules<Static<typeof SitePayload>> = {
  // Both parts are escaped: BullMQ refuses ':' (IPv6 domains contain it), and a '.' must not make two jobs look
  // the same.
  jobId: ({ crawlId, domain }) =>
    `${encodeURIComponent(crawlId).replaceAll('.', '%2E')}.${encodeURIComponent(domain)}`,
  // For unforeseen errors; foreseen ones (storage down, timeouts) use up no attempts.
  attempts: 3,
  backoffMs: 5_000,
  // Sites wait for the network nearly all the time; each has at most one request in flight.
  concurrency: 64,
  // A crawl takes minutes, so its lock is renewed at half of this interval. It is long enough that a process
  // whose event loop is blocked for a few seconds keeps its jobs, and short enough that the jobs of a dead
  // process continue within two minutes. Locks also expire while Redis is away: after a longer outage another
  // process may begin a job that is still running, and the first process is told to stop at its next renewal.
  // Renewals use the clock of the process: if it is set back by more than this, the process loses its running
  // jobs without being told. The site is then fetched twice and has one outcome.
  lockMs: 60_000,
  stalledIntervalMs: 30_000,
  // A dying process takes all of its jobs with it: only a job that was there every time is to blame.
  maxStalls: 10,
};

/**
 * The queues of work; the queue of schedules follows below. A payload holds ids only: the data of a job are in the
 * storage. Its author can add it again from there, because a queue may be lost (see sqlite/database.ts).
 *
 * A finished or failed job is removed at once: its outcome is in the record of the crawl, and a remaining job would
 * prevent a later `add` with the same id.
 */
export const QUEUES = {
  /** One site of one crawl. */
  site: defineQueue(SitePayload, SITES),
  /** One site of a crawl whose pages a browser renders. */
  rendered: defineQueue(SitePayload, { ...SITES, concurrency: 4 }),
} as const;

/** Runs of schedules, each of which creates a crawl. Only runs that are made up for are added directly. */
export const SCHEDULE_QUEUE = defineQueue(SchedulePayload, {
  jobId: ({ scheduleId, dueAt = 0 }) => `${scheduleId}.${dueAt}`,
  attempts: 5,
  backoffMs: 10_000,
  concurrency: 1,
  lockMs: 60_000,
  stalledIntervalMs: 30_000,
  maxStalls: 10,
});

export type ScheduledRun = ReturnType<typeof SCHEDULE_QUEUE.parse>;

export type QueueName = keyof typeof QUEUES;
export type Payload<Name extends QueueName> = ReturnType<(typeof QUEUES)[Name]['parse']>;
