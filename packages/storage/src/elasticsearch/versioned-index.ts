import { setTimeout as delay } from 'node:timers/promises';
import { type Client, errors, type estypes } from '@elastic/elasticsearch';
import { StorageMisconfigured, StorageUnavailable } from '../errors.ts';
import { IDEMPOTENT } from './client.ts';
import { asStorageErrors } from './failure.ts';

export interface VersionedIndex {
  /**
   * Alias of the index in use, whatever its mapping; the index itself is `<alias>-v<version>` or
   * `<alias>-v<version>-<n>`.
   */
  readonly alias: string;
  /** Version of the mapping, ≥ 1, stored in its `_meta.version`. */
  readonly version: number;
  readonly mappings: estypes.MappingTypeMapping;
  /** Words that follow the name of an index with another version where that says too little; null: it does not. */
  readonly mismatch?: (existing: number) => string | null;
  readonly settings: estypes.IndicesIndexSettings;
}

/**
 * Alias that a process reads and writes through. It exists only while the index in use has the mapping version of
 * this program: after a migration to a newer mapping, older programs that still run get errors instead of wrong
 * answers.
 */
export function accessAlias({ alias, version }: Pick<VersionedIndex, 'alias' | 'version'>): string {
  return `${alias}-mapping-${version}`;
}

/** Mapping and settings of the index, without its aliases. */
export function indexBody({
  version,
  mappings,
  settings,
}: VersionedIndex): Pick<estypes.IndicesCreateRequest, 'mappings' | 'settings'> {
  return { mappings: { ...mappings, _meta: { version } }, settings };
}

/**
 * Creates the index and its aliases if they are missing. Any number of processes may do so at the same time.
 *
 * @throws StorageMisconfigured if the index has another mapping version
 * @throws StorageUnavailable
 */
async function ensureIndex(client: Client, index: VersionedIndex): Promise<void> {
  const existing = await mappingVersion(client, index.alias);
  if (existing === null) {
    await create(client, index);
    return ensureVersion(index, await mappingVersion(client, index.alias));
  }
  ensureVersion(index, existing);
}

/**
 * Whether the index exists; nothing is created.
 *
 * @throws as `ensureIndex`
 */
export async function isThere(client: Client, index: VersionedIndex): Promise<boolean> {
  const existing = await mappingVersion(client, index.alias);
  if (existing !== null) ensureVersion(index, existing);
  return existing !== null;
}

function ensureVersion({ alias, version, mismatch }: VersionedIndex, existing: number | null): void {
  if (existing === version) return;
  if (existing === null) {
    throw new StorageMisconfigured(
      `Elasticsearch has an index ${alias}-v${version} without the alias ${alias}: delete the index, or restore the alias`,
    );
  }
  const known = mismatch?.(existing) ?? null;
  if (known !== null) throw new StorageMisconfigured(`the Elasticsearch index ${alias} ${known}`);
  const found = `the Elasticsearch index ${alias} has mapping ${existing}, but this version of sitegrep needs mapping ${version}`;
  throw new StorageMisconfigured(
    existing > version
      ? `${found}: run the newer version that made the index, or set another index prefix`
      : `${found}: run sitegrep index migrate, or set another index prefix`,
  );
}

/** @returns null if the alias does not exist, 0 if its index has no version */
async function mappingVersion(client: Client, alias: string): Promise<number | null> {
  try {
    const [mapping] = Object.values(await client.indices.getMapping({ index: alias }, IDEMPOTENT));
    const version: unknown = mapping?.mappings._meta?.['version'];
    return typeof version === 'number' ? version : 0;
  } catch (error) {
    if (error instanceof errors.ResponseError && error.statusCode === 404) return null;
    return asStorageErrors(Promise.reject(error));
  }
}

async function create(client: Client, index: VersionedIndex): Promise<void> {
  const { alias, version } = index;
  try {
    await client.indices.create({
      index: `${alias}-v${version}`,
      aliases: { [alias]: {}, [accessAlias(index)]: { is_write_index: true } },
      ...indexBody(index),
    });
  } catch (error) {
    if (error instanceof errors.ResponseError && error.message.includes('resource_already_exists_exception'))
      return;
    await asStorageErrors(Promise.reject(error));
  }
}

/** Waits between checks of the shards, in milliseconds: 15 s in total. */
const WAITS_MS = [50, 100, 200, 400, 800, 1_600, 3_200, 4_000, 4_650];

/**
 * Creates the index unless it exists, and waits until all of its shards answer. They do not answer immediately if
 * another process has just created the index, or the cluster is starting.
 *
 * @returns alias to read and write through
 * @throws StorageMisconfigured, StorageUnavailable
 */
export async function openIndex(client: Client, index: VersionedIndex): Promise<string> {
  const alias = accessAlias(index);
  await ensureIndex(client, index);
  for (const wait of WAITS_MS) {
    if (await answers(client, alias)) return alias;
    await delay(wait);
  }
  throw new StorageUnavailable(
    `shards of ${index.alias} are missing: check the shard allocation of the cluster`,
  );
}

async function answers(client: Client, alias: string): Promise<boolean> {
  try {
    await asStorageErrors(
      client.search({ index: alias, size: 0, allow_partial_search_results: false }, IDEMPOTENT),
    );
    return true;
  } catch (error) {
    if (error instanceof StorageUnavailable) return false;
    throw error;
  }
}
