// The request that makes a schedule: from its form, and from what it is with a change.
import type { PutScheduleRequest, ScheduleItem } from '@sitegrep/client';
import { crawlOptionsIn } from '../crawls/crawl-options.ts';
import { textIn } from '../parts/form.ts';
import { timingIn } from './timing.ts';

/** @param given the schedule that the form changes; null: it makes a new one */
export function requestIn(data: FormData, given: ScheduleItem | null): PutScheduleRequest {
  return {
    ...timingIn(data),
    ...crawlOptionsIn(data),
    source: textIn(data, 'source') === 'index' ? { index: true } : { domains: linesIn(data) },
    enabled: given?.enabled ?? true,
  };
}

function linesIn(data: FormData): readonly string[] {
  return textIn(data, 'list')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Lines of the list that a schedule crawls; none if it crawls the index. */
export function entriesOf(schedule: ScheduleItem | null): readonly string[] {
  return schedule?.source.domains ?? schedule?.source.urls ?? [];
}

export function changed(schedule: ScheduleItem, change: Partial<PutScheduleRequest>): PutScheduleRequest {
  const { pattern, time_zone: zone, every_seconds: seconds, source, enabled } = schedule;
  return {
    ...(seconds === null ? { pattern: pattern ?? '', time_zone: zone ?? 'UTC' } : { every_seconds: seconds }),
    source,
    enabled,
    max_pages: schedule.max_pages,
    max_depth: schedule.max_depth,
    priority: schedule.priority,
    revisit_after_days: schedule.revisit_after_days,
    render: schedule.render,
    ...change,
  };
}
