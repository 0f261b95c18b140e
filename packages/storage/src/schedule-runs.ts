import type { ScheduleRuns } from './crawls.ts';

export const NO_RUNS: ScheduleRuns = {
  lastRunAt: null,
  lastCrawlId: null,
  lastRunWhole: false,
  lastSkippedAt: null,
};

/** The same runs are the same text. */
export function textOfRuns({ lastRunAt, lastCrawlId, lastRunWhole, lastSkippedAt }: ScheduleRuns): string {
  return JSON.stringify({ lastRunAt, lastCrawlId, lastRunWhole, lastSkippedAt });
}
