// Imports lists: bytes into lines, lines into seeds (by format), seeds into a crawl in the records; or lines into domains
// with their positions, and those into ranks. upkeep.ts feeds the queue from the records.
export { SiteWriter } from './site-writer.ts';
export { emptyCounts, importPages, type ImportCounts, type ImportOptions } from './import-pages.ts';
export type { PageResult } from './imported-page.ts';
export { importRanks, type RankImport } from './import-ranks.ts';
export { queueSchedule, startScheduleSync } from './sync-schedules.ts';
export { runSchedule, type ScheduleParts } from './run-schedule.ts';
export { previewSeeds } from './preview.ts';
export { readEntry, readSite, splitLines, type SiteReading } from './list-lines.ts';
export { readRankedDomains } from './ranked-domains.ts';
export { readSeeds, type SeedFormat, type SeedLine } from './seeds.ts';
export { nameOfCrawl } from './crawl-name.ts';
export { CrawlUnsealed, retryCrawl } from './retry.ts';
export { submitCrawl, SubmissionRepeated, type SubmissionKey } from './submit.ts';
export { BrokenGzip, ListTooLarge, unpacked } from './unpacked.ts';
export { LIST_REMEDIES, UnreadableList, untilUnreadable } from './unreadable-list.ts';
export { startUpkeep, type Upkeep, type UpkeepTask } from './upkeep.ts';
