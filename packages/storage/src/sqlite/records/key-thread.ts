// The thread that reads and writes keys, the audit log, the sizes of days, the run that analyses pages again, fingerprints and the
// deliveries of saved searches in records.sqlite.
import { createAuditRows } from './audit-rows.ts';
import { createFingerprintRows } from './fingerprint-rows.ts';
import { createKeyRows } from './key-rows.ts';
import { createDeliveryRows } from './delivery-rows.ts';
import { AUDIT, DELIVERIES, FINGERPRINTS, KEYS, REANALYSIS, SIZES } from './key-store.ts';
import { createReanalysisRows } from './reanalysis-rows.ts';
import { callsOf, serveStores } from './serve-stores.ts';
import { createSizeRows } from './size-rows.ts';

serveStores((db) => [
  ...callsOf(KEYS, createKeyRows(db)),
  ...callsOf(AUDIT, createAuditRows(db)),
  ...callsOf(SIZES, createSizeRows(db)),
  ...callsOf(DELIVERIES, createDeliveryRows(db)),
  ...callsOf(REANALYSIS, createReanalysisRows(db)),
  ...callsOf(FINGERPRINTS, createFingerprintRows(db)),
]);
