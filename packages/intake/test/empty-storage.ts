import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStorage, type SqliteStorage } from '@sitegrep/storage/sqlite';

/** An empty storage in a folder of its own, and what closes and removes it. */
export async function openEmptyStorage(): Promise<{ storage: SqliteStorage; remove: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sitegrep-intake-'));
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  const remove = async (): Promise<void> => {
    await storage.close();
    await rm(dataDir, { recursive: true });
  };
  return { storage, remove };
}
