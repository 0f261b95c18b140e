import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { describeQueryTechnologies } from './query-technologies-suite.ts';

describeQueryTechnologies('sqlite', async (dataDir) => {
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  return { storage, close: () => storage.close() };
});
