import { setTimeout as delay } from 'node:timers/promises';
import { connect, type ElasticsearchStorageOptions } from '../client.ts';
import { confirmationIndex } from '../domains/confirmations.ts';
import { domainIndex } from '../domains/mapping.ts';
import { createPacker, type Packer } from '../domains/packer.ts';
import { recordIndexes } from '../records/mappings.ts';
import { type MigratedIndex, migrateIndex, type MigrationOptions } from './migrate-index.ts';
import { UNCHANGED, type MigratableIndex, type Rewrite } from './copy.ts';
import { bodyOf, type DomainSource, storedPages, unpackDomain } from '../domains/stored.ts';

const BEAT_MS = 3_000;

/**
 * Migrates all indexes to the mappings of this program, one after another, while other processes read and write
 * them. Afterwards programs with older mappings fail with an explanation. An interrupted run continues when it is
 * repeated.
 *
 * @throws StorageBusy if another process is doing so
 * @throws StorageMisconfigured if an index has a newer mapping, or the options or the credentials are wrong
 * @throws StorageUnavailable
 */
export async function migrateIndexes(
  options: ElasticsearchStorageOptions,
  migration: MigrationOptions = {},
): Promise<readonly MigratedIndex[]> {
  const client = await connect(options);
  const packer = createPacker(options.fullText);
  const { keys, audit, crawls, sites, blocks } = recordIndexes(options);
  const migrating =
    <S>(index: MigratableIndex<S>) =>
    (how: MigrationOptions): Promise<MigratedIndex> =>
      migrateIndex(client, index, how, BEAT_MS);
  const indexes = [
    migrating({ ...keys, rewrite: UNCHANGED }),
    migrating({ ...audit, rewrite: UNCHANGED }),
    migrating({ ...crawls, rewrite: UNCHANGED }),
    migrating({ ...sites, rewrite: UNCHANGED }),
    migrating({ ...blocks, rewrite: UNCHANGED }),
    migrating({ ...confirmationIndex(options), rewrite: UNCHANGED }),
    migrating({ ...domainIndex(options), rewrite: rewriteDomain(packer) }),
  ];
  try {
    const done: MigratedIndex[] = [];
    const keeping = { ...migration, dropOld: false };
    for (const migrate of indexes) done.push(await migrate(keeping));
    if (migration.dropOld !== true) return done;
    // Searches that started on the old indexes may take this long.
    if (done.some(({ outcome }) => outcome === 'migrated')) {
      await delay(
        options.requestTimeoutMs,
        null,
        migration.signal === undefined ? {} : { signal: migration.signal },
      );
    }
    const dropping = { ...migration, force: false };
    for (const migrate of indexes) await migrate(dropping);
    return done.map((index) => ({ ...index, kept: [] }));
  } finally {
    await Promise.all([packer.close(), client.close()]);
  }
}

/**
 * Conversion of domain documents: indexed text is not part of `_source`, so it is built again from the stored
 * pages.
 */
export const rewriteDomain = (packer: Packer): Rewrite<DomainSource> => ({
  storedFields: ['pages'],
  readAtATime: 16,
  // Text, its grams and the compressed pages.
  bytesOf: ({ source }) => 1.5 * (source.source_bytes ?? 0),
  bodyOf: async ({ source, fields }) => {
    const { domain, live, revision, domain_rank, listed } = source;
    const state = { domain, live, revision, domain_rank, listed };
    return bodyOf(state, live ? await packer.pack(await unpackDomain(source, storedPages(fields))) : null);
  },
});
