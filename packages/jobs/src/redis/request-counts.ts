import type { RedisBackend } from './backend.ts';
import { ask } from './producer.ts';
import { openSharedClient } from './shared-client.ts';

/** How often something was done in a span of time, counted by all processes on one Redis together. */
export interface RequestCounts {
  /**
   * Counts one more.
   *
   * @param windowMs of a span, in milliseconds, ≥ 1; it begins with the first count after the span before
   * @returns how many there were in this span, this one included, and how long it still lasts, in milliseconds
   * @throws QueuesUnavailable if Redis can't be reached; it may have been counted all the same
   */
  readonly count: (
    key: string,
    windowMs: number,
  ) => Promise<{ readonly count: number; readonly restMs: number }>;
  close(): void;
}

/** A key without an end, e.g. from a copy of the data, gets one. */
const COUNT = `
local count = redis.call('INCR', KEYS[1])
local rest = redis.call('PTTL', KEYS[1])
if count == 1 or rest < 0 then
  rest = tonumber(ARGV[1])
  redis.call('PEXPIRE', KEYS[1], rest)
end
return {count, rest}
`;

/** @throws Error that names what is wrong with the backend's settings */
export async function openRequestCounts(
  backend: RedisBackend,
  onError: (error: Error) => void,
): Promise<RequestCounts> {
  const { client, prefix, close } = await openSharedClient(backend, onError);
  return {
    count: async (key, windowMs) => {
      const answer = await ask(client, () =>
        client.eval(COUNT, 1, `${prefix}:count:${key}`, Math.max(1, Math.ceil(windowMs))),
      );
      const [count, restMs] = Array.isArray(answer) ? answer.map(Number) : [];
      return { count: count ?? 0, restMs: restMs ?? 0 };
    },
    close,
  };
}
