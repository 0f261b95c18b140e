// Takes lists in: bytes to lines, lines to seeds (by format), seeds to a crawl in the records; or lines to domains with
// their places, and those to ranks. And feeds the queue out of the records: upkeep.ts.
export { importRanks, type RankImport } from './import-ranks.ts';
export { keepSchedules, queueSchedule } from './keep-schedules.ts';
export { runSchedule, type ScheduleParts } from './run-schedule.ts';
export { splitLines } from './lines.ts';
export { readRankedDomains } from './ranked-domains.ts';
export { readSeeds, type SeedFormat, type SeedLine } from './seeds.ts';
export { retryCrawl } from './retry.ts';
export { SubmissionClaimed, submitCrawl, type Claim } from './submit.ts';
export { BrokenGzip, ListTooLarge, unpacked } from './unpacked.ts';
export { startUpkeep, type Upkeep, type UpkeepTask } from './upkeep.ts';
