import { formatTimestamp, type ListedScheduleItem, type ScheduleItem } from '@sitegrep/contract';
import { timeAfter } from '@sitegrep/jobs';
import type { ListedSchedule, Schedule, ScheduleSource } from '@sitegrep/storage';

/** @param now milliseconds since the epoch; the next run is the next one as of then */
export function listedScheduleItem(schedule: ListedSchedule, now: number): ListedScheduleItem {
  const { id, timing, spec, enabled, createdAt, updatedAt, runs } = schedule;
  return {
    id,
    pattern: timing.kind === 'cron' ? timing.pattern : null,
    time_zone: timing.kind === 'cron' ? timing.timeZone : null,
    every_seconds: timing.kind === 'every' ? timing.seconds : null,
    enabled,
    max_pages: spec.maxPages,
    max_depth: spec.maxDepth,
    priority: spec.priority,
    revisit_after_days: spec.revisitAfterDays ?? 0,
    created_at: formatTimestamp(createdAt),
    updated_at: formatTimestamp(updatedAt),
    next_run_at: timestampOrNull(enabled ? timeAfter(timing, now) : null),
    last_run_at: timestampOrNull(runs.lastRunAt),
    last_crawl_id: runs.lastCrawlId,
    last_skipped_at: timestampOrNull(runs.lastSkippedAt),
  };
}

export function scheduleItem(schedule: Schedule, now: number): ScheduleItem {
  return { ...listedScheduleItem(schedule, now), source: sourceItem(schedule.source) };
}

function sourceItem(source: ScheduleSource): ScheduleItem['source'] {
  switch (source.kind) {
    case 'domains':
      return { domains: source.entries };
    case 'urls':
      return { urls: source.entries };
    case 'index':
      return { index: true };
  }
}

function timestampOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : formatTimestamp(milliseconds);
}
