import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { afterAll } from 'vitest';
import { describeImports } from '../test/import-suite.ts';

const closers = new AsyncDisposableStack();
afterAll(() => closers.disposeAsync());

describeImports('sqlite', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sitegrep-import-pages-'));
  closers.defer(() => rm(dataDir, { recursive: true }));
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  closers.defer(() => storage.close());
  return storage;
});
