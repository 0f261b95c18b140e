import type { CommonCrawlStore } from './commoncrawl.ts';
import type { Deliveries } from './deliveries.ts';
import type { DomainIndex, LeaveSearches, SearchShareEvents } from './domains.ts';
import type { AuditLog, CrawlRecords, KeyStore } from './records.ts';
import type { FingerprintStore } from './fingerprints.ts';
import type { MeasurementLog } from './measurements.ts';
import type { ReanalysisStore } from './reanalysis.ts';
import type { SearchReports } from './search-reports.ts';
import type { SizeLog } from './size-log.ts';

/** The ports together, as each adapter opens them. */
export interface Storage {
  readonly domains: DomainIndex;
  readonly crawls: CrawlRecords;
  readonly keys: KeyStore;
  readonly audit: AuditLog;
  readonly sizes: SizeLog;
  readonly measurements: MeasurementLog;
  readonly reanalysis: ReanalysisStore;
  readonly commoncrawl: CommonCrawlStore;
  readonly deliveries: Deliveries;
  readonly reports: SearchReports;
  readonly fingerprints: FingerprintStore;
  /**
   * Whether the store takes no writes because its disk is full, or is about to: on one machine, less than 64 MiB are free or
   * nothing can be written into the data folder; on Elasticsearch, its flood-stage block is on an index.
   *
   * @throws StorageUnavailable
   */
  isFull(): Promise<boolean>;
  /**
   * Counts this process among those that search the store, and tells how many searches it may run at the same time: on one
   * machine, as many as it has reader threads; on Elasticsearch, its share of the search threads of all nodes, more or fewer
   * as other processes come and go.
   */
  shareSearches(events: SearchShareEvents): Promise<LeaveSearches>;
  /** Lets what is under way end, then closes threads or connections. */
  close(): Promise<void>;
}
