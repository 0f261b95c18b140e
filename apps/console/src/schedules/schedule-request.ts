// The request that makes a schedule: from its form, and from what it is with a change.
import type { PutScheduleRequest, ScheduleItem } from '@sitegrep/client';
import { crawlOptionsIn } from '../crawls/crawl-options.ts';
import { textIn } from '../parts/form.ts';
import type { Timing } from './timing.ts';

/** @param given the schedule that the form changes; null: it makes a new one */
export function requestIn(data: FormData, timing: Timing, given: ScheduleItem | null): PutScheduleRequest {
  return {
    ...timing,
    ...crawlOptionsIn(data),
    source: sourceIn(data),
    enabled: given?.enabled ?? true,
  };
}

/** Kinds of sources among which the form has a choice. */
type SourceKind = 'index' | 'named' | 'entries';

function sourceIn(data: FormData): PutScheduleRequest['source'] {
  const kind = textIn(data, 'source') as SourceKind;
  switch (kind) {
    case 'index':
      return { index: true };
    case 'named':
      return { list: textIn(data, 'named').trim() };
    case 'entries':
      return { domains: linesIn(data) };
  }
}

export function sourceKindOf({ source }: ScheduleItem): SourceKind {
  if (source.list !== undefined) return 'named';
  return source.index === true ? 'index' : 'entries';
}

function linesIn(data: FormData): readonly string[] {
  return textIn(data, 'list')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Entries that a schedule crawls; none if it crawls the index or a list. */
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
