import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CrawlRecords, DomainIndex } from '@sitegrep/storage';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { openCrawlRecords } from '../../storage/src/sqlite/records/crawl-records.ts';
import type { Storage } from '@sitegrep/storage';

/** An empty storage in a folder of its own, and what closes and removes it. */
export async function openEmptyStorage(): Promise<{ storage: Storage; remove: () => Promise<void> }> {
  const { opened, remove } = await inNewFolder((dataDir) => openSqliteStorage({ dataDir, readers: 1 }));
  return { storage: opened, remove };
}

/** Empty records of crawls alone, which open in a tenth of the time of a whole storage. */
export async function openEmptyRecords(): Promise<{ crawls: CrawlRecords; remove: () => Promise<void> }> {
  const { opened, remove } = await inNewFolder(openCrawlRecords);
  return { crawls: opened, remove };
}

/** Removes all documents and blocks, for the next test with the same storage. */
export async function emptyIndex(domains: DomainIndex): Promise<void> {
  for await (const { domain } of domains.scan()) await domains.delete(domain);
  for (const { domain } of (await domains.blocks.list({ limit: 1_000 })).items)
    await domains.blocks.unblock(domain);
}

async function inNewFolder<T extends { close(): Promise<void> }>(
  open: (dataDir: string) => T | Promise<T>,
): Promise<{ opened: T; remove: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sitegrep-intake-'));
  const opened = await open(dataDir);
  const remove = async (): Promise<void> => {
    await opened.close();
    await rm(dataDir, { recursive: true });
  };
  return { opened, remove };
}
