import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@elastic/elasticsearch';
import { StorageUnavailable } from '../../errors.ts';
import { accessAlias, ensureIndex, type VersionedIndex } from '../versioned-index.ts';
import { searchAll } from './record-documents.ts';

/** Waits between looks at the shards, in milliseconds: 15 s in all. */
const WAITS = [50, 100, 200, 400, 800, 1_600, 3_200, 4_000, 4_650];

/**
 * Makes the index unless it is there, and waits until all its shards answer: they don't yet when another process made it
 * a moment ago, or the cluster is starting.
 *
 * @returns what to read and write it by
 * @throws StorageMisconfigured, StorageUnavailable
 */
export async function openIndex(client: Client, index: VersionedIndex): Promise<string> {
  const alias = accessAlias(index);
  await ensureIndex(client, index);
  for (const wait of WAITS) {
    if (await answers(client, alias)) return alias;
    await delay(wait);
  }
  throw new StorageUnavailable(`shards of ${index.alias} are missing: see the allocation of the cluster`);
}

async function answers(client: Client, alias: string): Promise<boolean> {
  try {
    await searchAll(client, { index: alias, size: 0 });
    return true;
  } catch (error) {
    if (error instanceof StorageUnavailable) return false;
    throw error;
  }
}
