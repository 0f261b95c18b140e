// Common Crawl: finds the records of its crawls in their indexes, plans the ranges to read, and reads the records. Its files
// are given to it (`CrawlFiles`). Both indexes give the same records.
export { COMMON_CRAWL, type Crawl, crawlsNamed, listCrawls } from './collections.ts';
export { CrawlNotReadable, IndexUnreadable } from './errors.ts';
export type { CrawlFiles } from './files.ts';
export { chooseIndex, type CrawlIndex, estimatedSeconds, findRecords } from './find-records.ts';
export { MAX_BATCH_RECORDS, type FindPosition, type FoundBatch } from './found-batch.ts';
export type { FoundRecord } from './found-record.ts';
export { FoundHosts, HostList, type NamedSome } from './host-list.ts';
export { MAX_PLAN_RECORDS, type PlanCosts, ReadPlan } from './read-plan.ts';
export { readPlanned, type ReadRecord, type RecordOutcome, robotsTextsOfCrawl } from './read-records.ts';
export { type Selection, selectionOf, sitesBelow, type WrittenSelection } from './selection.ts';
