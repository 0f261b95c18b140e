// The thread that reads and writes keys, the audit log, the sizes of days, what processes measured, the run that analyses pages
// again, the import from Common Crawl, fingerprints, and the deliveries and reports of saved searches in records.sqlite.
import { createAuditRows } from './audit-rows.ts';
import { createCommonCrawlRows } from './commoncrawl-rows.ts';
import { createFingerprintRows } from './fingerprint-rows.ts';
import { createKeyRows } from './key-rows.ts';
import { createDeliveryRows } from './delivery-rows.ts';
import {
  AUDIT,
  COMMONCRAWL,
  DELIVERIES,
  FINGERPRINTS,
  KEYS,
  MEASUREMENTS,
  REANALYSIS,
  REPORTS,
  SIZES,
} from './key-store.ts';
import { createMeasurementRows } from './measurement-rows.ts';
import { createReanalysisRows } from './reanalysis-rows.ts';
import { createReportRows } from './report-rows.ts';
import { callsOf, serveStores } from './serve-stores.ts';
import { createSizeRows } from './size-rows.ts';

serveStores((db) => ({
  calls: [
    ...callsOf(KEYS, createKeyRows(db)),
    ...callsOf(AUDIT, createAuditRows(db)),
    ...callsOf(SIZES, createSizeRows(db)),
    ...callsOf(MEASUREMENTS, createMeasurementRows(db)),
    ...callsOf(DELIVERIES, createDeliveryRows(db)),
    ...callsOf(REPORTS, createReportRows(db)),
    ...callsOf(REANALYSIS, createReanalysisRows(db)),
    ...callsOf(COMMONCRAWL, createCommonCrawlRows(db)),
    ...callsOf(FINGERPRINTS, createFingerprintRows(db)),
  ],
}));
