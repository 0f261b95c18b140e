// The thread that reads and writes keys, the audit log and the sizes of days in records.sqlite.
import { workerData } from 'node:worker_threads';
import { serve } from '../serve.ts';
import { AUDIT_READS, createAuditRows } from './audit-rows.ts';
import { createKeyRows, KEY_READS } from './key-rows.ts';
import { createSizeRows, SIZE_READS } from './size-rows.ts';
import { openRecords, type RecordThreadData } from './database.ts';

const data = workerData as RecordThreadData;

serve(data.file, () => {
  const { db, requireUnchanged } = openRecords(data);
  return {
    db,
    requireUnchanged,
    calls: { ...createKeyRows(db), ...createAuditRows(db), ...createSizeRows(db) },
    reads: new Set<string>([...KEY_READS, ...AUDIT_READS, ...SIZE_READS]),
  };
});
