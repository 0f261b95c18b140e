// The one thread that writes domains.sqlite.
import { workerData } from 'node:worker_threads';
import { migrate, openDatabase } from '../connection.ts';
import { serve } from '../serve.ts';
import { DOMAIN_PAGE_BYTES, type DomainThreadData } from './options.ts';
import { DOMAIN_SCHEMA } from './schema.ts';
import { createWriter } from './writer.ts';

const CACHE_BYTES = 64 << 20;

serve(() => {
  const { file } = workerData as DomainThreadData;
  const db = openDatabase(file, { pageSize: DOMAIN_PAGE_BYTES, cacheBytes: CACHE_BYTES });
  migrate(db, file, DOMAIN_SCHEMA);
  return { db, calls: createWriter(db), transactions: 'grouped' };
});
