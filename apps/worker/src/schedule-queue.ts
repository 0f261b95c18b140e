// The queue of schedules: a due run becomes a crawl by intake, unless it is skipped.
import { runSchedule, type ScheduleParts } from '@sitegrep/intake';
import { RetryLater, type Processor, type ScheduledRun } from '@sitegrep/jobs';

/** Time until the next check of a run that another process works on or has left, in milliseconds. */
const CHECK_AGAIN_MS = 30_000;

export interface ScheduleQueueOptions extends ScheduleParts {
  readonly logger: {
    info(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
}

export function createScheduleProcessor(options: ScheduleQueueOptions): Processor<ScheduledRun> {
  const { logger } = options;
  return {
    process: async ({ scheduleId, dueAt }, { scheduledAt }) => {
      const run = await runSchedule(options, scheduleId, dueAt ?? scheduledAt ?? Date.now());
      switch (run.kind) {
        case 'started': {
          const { id: crawlId, sites } = run.crawl;
          const due = new Date(run.dueAt);
          logger.info({ scheduleId, crawlId, sites: sites.total, due }, 'crawl submitted by a schedule');
          return;
        }
        case 'skipped': {
          const due = new Date(run.dueAt);
          logger.info(
            { scheduleId, crawlId: run.crawlId, due },
            'run of a schedule skipped: the crawl of its last run has not ended',
          );
          return;
        }
        case 'wait':
          throw new RetryLater(
            CHECK_AGAIN_MS,
            `crawl ${run.crawlId} of schedule ${scheduleId} is being submitted`,
            {
              expected: true,
            },
          );
        case 'none':
      }
    },
    // Nothing is lost: the next synchronisation of schedules notices the missing run.
    gaveUp: async ({ scheduleId }, reason) => {
      logger.error({ scheduleId, reason }, 'run of a schedule failed; it is tried again in some minutes');
    },
  };
}
