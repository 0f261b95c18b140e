import { CronExpressionParser } from 'cron-parser';

/** When something is done, again and again. */
export type Timing =
  | {
      /** At the multiples of so many seconds since the epoch, ≥ 1. */
      readonly kind: 'every';
      readonly seconds: number;
    }
  | {
      readonly kind: 'cron';
      /** Minute, hour, day of the month, month, day of the week. */
      readonly pattern: string;
      /** By its IANA name. */
      readonly timeZone: string;
    };

/** A timing that names no times. */
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
  if (!isTimeZone(timeZone)) throw new InvalidTiming('timeZone', 'is no time zone');
  if (pattern.trim().split(/\s+/).length !== 5)
    throw new InvalidTiming('pattern', 'does not have five fields');
  try {
    cronAt(timing, Date.now());
  } catch (error) {
    throw new InvalidTiming(
      'pattern',
      `is no cron pattern: ${error instanceof Error ? error.message : 'unknown'}`,
    );
  }
  if (timeAfter(timing, Date.now()) === null) throw new InvalidTiming('pattern', 'names no time to come');
}

/** @returns the first of its times behind this one, in milliseconds since the epoch; null if none comes */
export function timeAfter(timing: Timing, ms: number): number | null {
  if (timing.kind === 'every') {
    const everyMs = timing.seconds * 1_000;
    return Math.floor(ms / everyMs) * everyMs + everyMs;
  }
  return foundBy(() => cronAt(timing, ms).next().getTime());
}

/** @returns the last of its times up to this one; null if there was none */
export function timeUpTo(timing: Timing, ms: number): number | null {
  if (timing.kind === 'every') {
    const everyMs = timing.seconds * 1_000;
    return Math.floor(ms / everyMs) * everyMs;
  }
  // All of them are at the beginning of a minute, and the one it is asked from does not count.
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

/** The parser throws where it finds none within some years. */
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
