import { type Static, type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';

/** How a queue treats its jobs. */
export interface QueueLimits {
  /** How often a job is tried when it throws something that is not one of errors.ts, ≥ 1. */
  readonly attempts: number;
  /** Wait before the second attempt, in milliseconds; doubled for each one after. */
  readonly backoffMs: number;
  /** Jobs at once in a process, if `work` isn't told otherwise. */
  readonly concurrency: number;
  /** How long a job may go without a sign of life from its process, in milliseconds; where there are several. */
  readonly lockMs: number;
  /** How often abandoned jobs are looked for, in milliseconds; where there are several processes. */
  readonly stalledIntervalMs: number;
  /** How often a job may be abandoned before it is given up. */
  readonly maxStalls: number;
}

/** What the table says of a queue. */
interface QueueRules<P> extends QueueLimits {
  /** The same payload gives the same id; an id that is in the queue is not added again. */
  readonly jobId: (payload: P) => string;
}

export interface QueueDefinition<P> extends QueueRules<P> {
  /** @throws InvalidPayload */
  readonly parse: (payload: unknown) => P;
}

/** A payload that doesn't fit its queue's schema. */
export class InvalidPayload extends Error {
  override readonly name = 'InvalidPayload';
}

function defineQueue<S extends TSchema>(schema: S, rules: QueueRules<Static<S>>): QueueDefinition<Static<S>> {
  const validator = Compile(schema);
  return {
    ...rules,
    parse: (payload) => {
      if (validator.Check(payload)) return payload;
      throw new InvalidPayload(`invalid payload: ${explain(validator.Errors(payload))}`);
    },
  };
}

/** An unknown field is reported twice, and as `schema is false` first. */
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
    /** Of a run that is made up for, in milliseconds since the epoch; others are due when the queue says so. */
    dueAt: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  { additionalProperties: false },
);

/**
 * The queues of work, and below that of schedules. A payload holds ids only: what a job works on is in the storage, and
 * whoever adds jobs can add them again from there, because a queue may be lost (see sqlite/database.ts).
 *
 * A finished or failed job is removed at once: its end stands in the crawl's record, and a job that stayed would
 * swallow a later `add` of the same id.
 */
export const QUEUES = {
  /** One site of one crawl. */
  site: defineQueue(SitePayload, {
    // Both parts escaped: BullMQ refuses ':' (an IPv6 domain has some), and '.' must not make two jobs look like one.
    jobId: ({ crawlId, domain }) =>
      `${encodeURIComponent(crawlId).replaceAll('.', '%2E')}.${encodeURIComponent(domain)}`,
    // For errors nobody foresaw; those that are foreseen (storage down, timeouts) don't use attempts up.
    attempts: 3,
    backoffMs: 5_000,
    // Sites wait for the network nearly all of their time; each has at most one request in flight.
    concurrency: 64,
    // A crawl takes minutes, so its lock is renewed every half of this. Long enough that a process whose event loop
    // stops for some seconds keeps its jobs, short enough that those of a dead process go on within two minutes. Locks
    // end while Redis is away, too: after an outage longer than this another process may begin a job that is at work,
    // and the first is told to leave it at its next renewal. Renewals go by the process' clock: one that is set back
    // by more than this loses what is in flight without being told. The site is fetched twice and has one outcome.
    lockMs: 60_000,
    stalledIntervalMs: 30_000,
    // A process that dies takes all its jobs with it, the innocent too: only one that was there every time is to blame.
    maxStalls: 10,
  }),
} as const;

/** Runs of schedules, each of which makes a crawl. Nobody adds to it but for runs that are made up for. */
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
