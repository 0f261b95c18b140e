// Job queues: their table (queues.ts), adding and working on jobs (open-queues.ts), the fate of a job whose
// processor throws (errors.ts, attempt.ts), the interface of queue storage (job-queue.ts) and its two
// implementations (sqlite/ for one process, redis/ for several). redis/index.ts exports what else processes share
// through Redis.
export { Fatal, QueuesUnavailable, RedisAway, RetryLater, RetryNow } from './errors.ts';
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
export { InvalidPayload, type Payload, type QueueName, type ScheduledRun } from './queues.ts';
export type { JobContext, JobEvents, Processor } from './attempt.ts';
export type { JobCounts } from './job-queue.ts';
