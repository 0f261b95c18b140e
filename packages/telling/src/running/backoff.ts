// When a delivery is tried again, and how long a destination rests that fails.

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Times between two attempts at a delivery, in milliseconds. After the last attempt it is dead. */
const RETRIES: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
];

/**
 * Rests of a destination after one failure and after more: a little shorter than the times after which the delivery that failed comes
 * again, so that others come first, and short enough to notice soon that a receiver is back.
 */
const FIRST_REST_MS = 4 * SECOND;
const REST_MS = 4 * MINUTE;

/** Time by which a delivery comes after the others when its receiver said how long to wait, in milliseconds. */
const LAST_MS = SECOND;

/** Number of failures one after the other after which a destination counts as away, not only as refusing one delivery. */
export const AWAY_AFTER = 2;

/**
 * Time until the next attempt at a delivery: between 0.9 and 1.1 times what is planned, so that those that failed together do not
 * come together; null: there is none.
 *
 * @param attempts number of those that failed, from 1
 * @param random from 0 to 1
 * @param retryAfterMs time that the receiver asks for; null: none
 */
export function retryDelay(attempts: number, random: number, retryAfterMs: number | null): number | null {
  const planned = RETRIES[attempts - 1];
  if (planned === undefined) return null;
  const least = retryAfterMs === null ? 0 : retryAfterMs + LAST_MS;
  return Math.max(least, Math.round(planned * (0.9 + 0.2 * random)));
}

/**
 * Time for which nothing is sent to a destination.
 *
 * @param failures number of attempts that failed one after the other, from 1
 * @param retryAfterMs time that the receiver asks for; null: none
 */
export function restOf(failures: number, retryAfterMs: number | null): number {
  return Math.max(failures < AWAY_AFTER ? FIRST_REST_MS : REST_MS, retryAfterMs ?? 0);
}
