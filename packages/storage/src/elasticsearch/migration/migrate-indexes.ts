import { setTimeout as delay } from 'node:timers/promises';
import { connect } from '../client.ts';
import { domainIndex } from '../domains/mapping.ts';
import { createPacker } from '../domains/packer.ts';
import { rewriteDomain } from '../domains/rewrite.ts';
import type { ElasticsearchStorageOptions } from '../options.ts';
import { recordIndexes } from '../records/indexes.ts';
import { migrateIndex, type MigratedIndex, type MigrationOptions } from './migrate-index.ts';
import { AS_IT_IS } from './rewrite.ts';

const BEAT_MS = 3_000;

/**
 * Brings all indexes to the mappings that this program knows, one after the other, while other processes read and write
 * them. Programs that know older mappings fail from then on, and say why. A run that ended early is repeated: it goes on.
 *
 * @throws StorageBusy if another process does so
 * @throws StorageMisconfigured if an index is of a newer mapping, or the options or the credentials are wrong
 * @throws StorageUnavailable
 */
export async function migrateIndexes(
  options: ElasticsearchStorageOptions,
  migration: MigrationOptions = {},
): Promise<readonly MigratedIndex[]> {
  const client = await connect(options);
  const packer = createPacker();
  const { keys, crawls, sites } = recordIndexes(options);
  const indexes = [
    ...[keys, crawls, sites].map((index) => ({ ...index, rewrite: AS_IT_IS })),
    { ...domainIndex(options), rewrite: rewriteDomain(packer) },
  ];
  try {
    const done: MigratedIndex[] = [];
    const keeping = { ...migration, dropOld: false };
    for (const index of indexes) done.push(await migrateIndex(client, index, keeping, BEAT_MS));
    if (migration.dropOld !== true) return done;
    // Searches that began in the old ones may go on for so long.
    if (done.some(({ outcome }) => outcome === 'migrated')) {
      await delay(
        options.requestTimeoutMs,
        null,
        migration.signal === undefined ? {} : { signal: migration.signal },
      );
    }
    const dropping = { ...migration, force: false };
    for (const index of indexes) await migrateIndex(client, index, dropping, BEAT_MS);
    return done.map((index) => ({ ...index, kept: [] }));
  } finally {
    await Promise.all([packer.close(), client.close()]);
  }
}
