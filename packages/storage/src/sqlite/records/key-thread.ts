// The thread that reads and writes keys and the audit log in records.sqlite.
import { workerData } from 'node:worker_threads';
import { serve } from '../serve.ts';
import { AUDIT_READS, createAuditRows } from './audit-rows.ts';
import { createKeyRows, KEY_READS } from './key-rows.ts';
import { openRecords, type RecordThreadData } from './database.ts';

const data = workerData as RecordThreadData;

serve(data.file, () => {
  const { db, requireUnchanged } = openRecords(data);
  return {
    db,
    requireUnchanged,
    calls: { ...createKeyRows(db), ...createAuditRows(db) },
    reads: new Set<string>([...KEY_READS, ...AUDIT_READS]),
  };
});
