// The thread that reads and writes keys, the audit log and the sizes of days in records.sqlite.
import { createAuditRows } from './audit-rows.ts';
import { createKeyRows } from './key-rows.ts';
import { AUDIT, KEYS, SIZES } from './key-store.ts';
import { callsOf, serveStores } from './serve-stores.ts';
import { createSizeRows } from './size-rows.ts';

serveStores((db) => [
  ...callsOf(KEYS, createKeyRows(db)),
  ...callsOf(AUDIT, createAuditRows(db)),
  ...callsOf(SIZES, createSizeRows(db)),
]);
