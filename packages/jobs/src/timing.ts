import { CronExpressionParser } from 'cron-parser';
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
  return foundBy(() => cronAt(timing, ms).next().getTime());
}

/** @returns last time at or before `ms`; null if there was none */
export function timeUpTo(timing: Timing, ms: number): number | null {
  if (timing.kind === 'every') {
    const everyMs = timing.seconds * 1_000;
    return Math.floor(ms / everyMs) * everyMs;
  }
  // All times are at the start of a minute, and the parser excludes the time that it starts from.
  const minute = Math.floor(ms / MINUTE_MS) * MINUTE_MS;
  return foundBy(() =>
    cronAt(timing, minute + 1_000)
      .prev()
      .getTime(),
  );
}

function cronAt({ pattern, timeZone }: Extract<Timing, { kind: 'cron' }>, ms: number) {
  return CronExpressionParser.parse(pattern, { currentDate: new Date(ms), tz: timeZone });
}

/** The parser throws if it finds no time within some years. */
function foundBy(find: () => number): number | null {
  try {
    return find();
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
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
