// The queues: which there are (queues.ts), how jobs are added and worked on (open-queues.ts), what becomes of a job whose
// processor throws (errors.ts, attempt.ts), what a place of queues must do (job-queue.ts), the two that there are (sqlite/
// for one process, redis/ for any number). What else processes share through Redis is exported by redis/index.ts.
export { InvalidPayload } from './queues.ts';
export { Fatal, GiveUp, RetryLater, RetryNow } from './errors.ts';
export { openQueues } from './open-queues.ts';
export type {
  AddOptions,
  Processors,
  QueueBackend,
  Queues,
  QueuesOptions,
  ScheduleQueue,
} from './open-queues.ts';
export type { RedisAddress, RedisBackend, RedisTopology } from './redis/backend.ts';
export { checkTiming, InvalidTiming, timeAfter, timeUpTo, type Timing } from './timing.ts';
export { QueuesUnavailable } from './errors.ts';
export type { Payload, QueueName, ScheduledRun } from './queues.ts';
export type { JobContext, JobEvents, Processor } from './attempt.ts';
export type { JobCounts } from './job-queue.ts';
