import { type CronExpression, CronExpressionParser } from 'cron-parser';
import { messageOf } from './errors.ts';

/** Times at which something is repeated. */
export type Timing =
  | {
      /** All multiples of this number of seconds since the epoch, ≥ 1. */
      readonly kind: 'every';
      readonly seconds: number;
    }
  | {
      readonly kind: 'cron';
      /** Minute, hour, day of the month, month, day of the week. */
      readonly pattern: string;
      /** IANA name. */
      readonly timeZone: string;
    };

/** A timing without any times. */
export class InvalidTiming extends Error {
  override readonly name = 'InvalidTiming';
  readonly part: 'pattern' | 'timeZone';

  constructor(part: InvalidTiming['part'], problem: string) {
    super(problem);
    this.part = part;
  }
}

const MINUTE_MS = 60_000;

/** @throws InvalidTiming */
export function checkTiming(timing: Timing): void {
  if (timing.kind === 'every') return;
  const { pattern, timeZone } = timing;
  if (!isTimeZone(timeZone)) throw new InvalidTiming('timeZone', 'is not a time zone');
  if (pattern.trim().split(/\s+/).length !== 5)
    throw new InvalidTiming('pattern', 'does not have five fields');
  try {
    cronAt(timing, Date.now());
  } catch (error) {
    throw new InvalidTiming('pattern', `is not a cron pattern: ${messageOf(error)}`);
  }
  if (timeAfter(timing, Date.now()) === null) throw new InvalidTiming('pattern', 'names no time to come');
}

/** @returns first time after `ms`, in milliseconds since the epoch; null if there is none */
export function timeAfter(timing: Timing, ms: number): number | null {
  if (timing.kind === 'every') {
    const everyMs = timing.seconds * 1_000;
    return Math.floor(ms / everyMs) * everyMs + everyMs;
  }
  return foundBy(timing, ms, (times) => times.next().getTime());
}

/** @returns last time at or before `ms`; null if there was none */
export function timeUpTo(timing: Timing, ms: number): number | null {
  if (timing.kind === 'every') {
    const everyMs = timing.seconds * 1_000;
    return Math.floor(ms / everyMs) * everyMs;
  }
  // All times are at the start of a minute, and the parser excludes the time that it starts from.
  const minute = Math.floor(ms / MINUTE_MS) * MINUTE_MS;
  return foundBy(timing, minute + 1_000, (times) => times.prev().getTime());
}

function cronAt({ pattern, timeZone }: Cron, ms: number): CronExpression {
  return CronExpressionParser.parse(pattern, { currentDate: new Date(ms), tz: timeZone });
}

type Cron = Extract<Timing, { kind: 'cron' }>;

/** Finds a time of a pattern; null: it has none. The parser throws if it finds none within some years. */
function foundBy(timing: Cron, ms: number, find: (times: CronExpression) => number): number | null {
  try {
    const times = cronAt(timing, ms);
    return hasDays(times) ? find(times) : null;
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}

/** Days of the longest month of each number. */
const LONGEST = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Tells whether any month of an expression has any of its days. The parser would look through years of days, which takes half a second. */
function hasDays({ fields }: CronExpression): boolean {
  const { dayOfMonth, dayOfWeek, month } = fields;
  // A day of the week is one more way to be meant.
  if (!dayOfWeek.isWildcard) return true;
  return month.values.some((number) =>
    dayOfMonth.values.some((day) => day === 'L' || day <= (LONGEST[number - 1] ?? 0)),
  );
}

function isTimeZone(name: string): boolean {
  try {
    return (
      new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '' &&
      !/^[+-]/.test(name)
    );
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
