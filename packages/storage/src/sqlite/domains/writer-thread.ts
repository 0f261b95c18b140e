// The one thread that writes domains.sqlite, and the segments beside it.
import { workerData } from 'node:worker_threads';
import { migrate, openDatabase } from '../connection.ts';
import { serve } from '../serve.ts';
import { chooseTextIndex } from './choose-text-index.ts';
import { DOMAIN_PAGE_BYTES, segmentsFolder, type DomainThreadData } from './options.ts';
import { DOMAIN_SCHEMA } from './schema.ts';
import { createWriter } from './writer.ts';

const CACHE_BYTES = 64 << 20;

serve(() => {
  const data = workerData as DomainThreadData;
  const db = openDatabase(data.file, { pageSize: DOMAIN_PAGE_BYTES, cacheBytes: CACHE_BYTES });
  migrate(db, data.file, DOMAIN_SCHEMA);
  const texts = chooseTextIndex(db, data.index, { ...data.texts, folder: segmentsFolder(data.file) });
  return { db, calls: createWriter(db, texts), transactions: 'grouped', companion: texts };
});
