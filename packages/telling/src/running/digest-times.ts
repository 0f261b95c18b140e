import type { MailDestination } from '../destinations.ts';

const LENGTHS = { hour: 3_600_000, day: 86_400_000 } as const satisfies Record<
  MailDestination['every'],
  number
>;

/** Time after the end of an hour or a day, for events that are written a moment later than they occurred. */
export const GRACE_MS = 10_000;

/** The hour or day, in UTC, of a time: its beginning, and its end, which is not in it. */
export function digestTimes(
  every: MailDestination['every'],
  at: number,
): { readonly from: number; readonly to: number } {
  const length = LENGTHS[every];
  const from = Math.floor(at / length) * length;
  return { from, to: from + length };
}
