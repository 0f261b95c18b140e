// Times of schedules, as requests have them.
import { checkTiming, InvalidTiming, type Timing } from '@sitegrep/jobs';
import { badRequest } from './failure.ts';

export interface WrittenTiming {
  readonly pattern?: string;
  readonly time_zone?: string;
  readonly every_seconds?: number;
}

/**
 * Reads the times of a schedule.
 *
 * @param member member of the body that has them; null: the body itself
 * @throws Failure bad_request that names the field
 */
export function timingOf(
  { pattern, time_zone: timeZone, every_seconds: seconds }: WrittenTiming,
  member: string | null,
): Timing {
  const named = (field: string): string => (member === null ? field : `${member}.${field}`);
  if ((pattern === undefined) === (seconds === undefined)) {
    throw badRequest({
      field: member ?? 'The body',
      problem:
        pattern === undefined
          ? 'has neither pattern nor every_seconds'
          : 'has both pattern and every_seconds',
      remedy: 'give one of them',
    });
  }
  if (seconds !== undefined) {
    if (timeZone === undefined) return { kind: 'every', seconds };
    throw badRequest({
      field: named('time_zone'),
      problem: 'is given with every_seconds',
      remedy: 'leave it out',
    });
  }
  const timing: Timing = { kind: 'cron', pattern: pattern ?? '', timeZone: timeZone ?? 'UTC' };
  try {
    checkTiming(timing);
  } catch (error) {
    if (!(error instanceof InvalidTiming)) throw error;
    const { part, message } = error;
    throw part === 'pattern'
      ? badRequest({
          field: named('pattern'),
          problem: message,
          remedy: 'give minute, hour, day of the month, month and day of the week, e.g. 30 4 * * 1',
        })
      : badRequest({
          field: named('time_zone'),
          problem: message,
          remedy: 'give the IANA name of a time zone, e.g. Europe/Berlin',
        });
  }
  return timing;
}

/** The times of a schedule as answers show them. */
export function shownTiming(timing: Timing): {
  readonly pattern: string | null;
  readonly time_zone: string | null;
  readonly every_seconds: number | null;
} {
  return {
    pattern: timing.kind === 'cron' ? timing.pattern : null,
    time_zone: timing.kind === 'cron' ? timing.timeZone : null,
    every_seconds: timing.kind === 'every' ? timing.seconds : null,
  };
}
