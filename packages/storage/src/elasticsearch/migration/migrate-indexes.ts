import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@elastic/elasticsearch';
import { connect, type ElasticsearchStorageOptions } from '../client.ts';
import { domainIndex, hasFullText } from '../domains/mapping.ts';
import { rankBody, type RankState } from '../domains/ranks.ts';
import { bodyBeside, type SourceBeside } from '../domains/history-documents.ts';
import { createRepacker, type Repacker } from '../domains/repacker.ts';
import { SCREENSHOT_FIELDS, screenshotsIn } from '../domains/screenshots.ts';
import { bodyOf, type DomainSource, pastsIn, requirePages } from '../domains/stored.ts';
import { sitesOfMonth, smallIndexes } from '../records/mappings.ts';
import { monthsOf } from '../records/site-months.ts';
import type { VersionedIndex } from '../versioned-index.ts';
import { UNCHANGED, type MigratableIndex, type Rewrite } from './copy.ts';
import { copyIndex, discardCopy, type MigratedIndex, switchIndex } from './migrate-index.ts';
import type { MigrationOptions } from './copy-rounds.ts';
import { dropReplaced } from './index-in-use.ts';

const BEAT_MS = 3_000;

/**
 * A step of a migration of all indexes to the mappings of this program, while other processes read and write them.
 *
 * - `copy`: makes a complete copy of each index that needs one, together with other processes that do so
 * - `switch`: puts the copies in the place of the indexes
 * - `discard`: deletes the copies
 */
export type MigrationStep = 'copy' | 'switch' | 'discard';

/**
 * Does a step for all indexes, one after another. An interrupted step continues when it is repeated.
 *
 * @throws StorageBusy if another process is making the copy that is to be switched to or deleted
 * @throws StorageMisconfigured if an index has a newer mapping or no complete copy, or the options or the credentials
 *   are wrong
 * @throws StorageUnavailable
 */
export async function migrateIndexes(
  options: ElasticsearchStorageOptions,
  step: MigrationStep,
  migration: MigrationOptions = {},
): Promise<readonly MigratedIndex[]> {
  const client = await connect(options);
  const { concurrency = availableParallelism() } = migration;
  const repacker = createRepacker(concurrency);
  const how = { ...migration, concurrency };
  const migrating =
    <S>(index: MigratableIndex<S>) =>
    (): Promise<MigratedIndex> => {
      if (step === 'discard') return discardCopy(client, index, BEAT_MS);
      return (step === 'copy' ? copyIndex : switchIndex)(client, index, how, BEAT_MS);
    };
  const domains = domainIndex(options);
  try {
    const done: MigratedIndex[] = [];
    for (const index of await indexesBesideDomains(client, options))
      done.push(await migrating({ ...index, rewrite: UNCHANGED })());
    done.push(await migrating({ ...domains, rewrite: rewriteDomain(repacker, domains.version) })());
    return done;
  } finally {
    await Promise.all([repacker.close(), client.close()]);
  }
}

/** The indexes of the records, with each month that there is. */
async function indexesBesideDomains(
  client: Client,
  options: ElasticsearchStorageOptions,
): Promise<readonly VersionedIndex[]> {
  const months = await monthsOf(client, options);
  return [...Object.values(smallIndexes(options)), ...months.map((month) => sitesOfMonth(options, month))];
}

/**
 * Deletes the indexes that were replaced, after the time that searches which started on them may take.
 *
 * @throws StorageUnavailable
 */
export async function dropReplacedIndexes(options: ElasticsearchStorageOptions): Promise<void> {
  const client = await connect(options);
  try {
    await delay(options.requestTimeoutMs);
    const all = [...(await indexesBesideDomains(client, options)), domainIndex(options)];
    for (const { alias } of all) await dropReplaced(client, alias);
  } finally {
    await client.close();
  }
}

/** Content of `_source` of the documents of the index of domains. */
type StoredSource = DomainSource | RankState | SourceBeside;

/**
 * Conversion of domain documents: indexed text is not part of `_source`, so it is built again from the stored
 * pages.
 *
 * @param version mapping to convert them to
 */
export const rewriteDomain = (repacker: Repacker, version: number): Rewrite<StoredSource> => ({
  storedFields: ['pages', 'pasts', ...SCREENSHOT_FIELDS],
  readFirst: 16,
  // Text and its grams; the compressed pages and screenshots, Base64.
  bytesOf: ({ source }) => ('live' in source ? bodyBytes(source) : 100),
  bodyOf: async ({ source, fields }) => {
    if ('listed' in source) return rankBody(source);
    if (!('live' in source)) return bodyBeside(source);
    const { domain, live } = source;
    if (!live) return bodyOf(source, null);
    const stored = {
      pages: requirePages(domain, fields),
      screenshots: screenshotsIn(fields),
      pasts: pastsIn(fields),
    };
    return repacker.repack({ source, stored, fullText: hasFullText(version) });
  },
});

/** Size of the body of a document, about. */
function bodyBytes({
  source_bytes: sources = 0,
  version_source_bytes: pastSources = 0,
  compressed_bytes: compressed = 0,
  version_bytes: pasts = 0,
}: Partial<DomainSource>): number {
  return sources + pastSources + 1.4 * (compressed + pasts);
}
