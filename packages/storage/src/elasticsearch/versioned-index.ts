import { setTimeout as delay } from 'node:timers/promises';
import { type Client, errors, type estypes } from '@elastic/elasticsearch';
import { StorageMisconfigured, StorageUnavailable } from '../errors.ts';
import { IDEMPOTENT } from './client.ts';
import { asStorageErrors } from './failure.ts';

export interface VersionedIndex {
  /** Stands for the index in use, whatever its mapping; that index is `<alias>-v<version>`, or `<alias>-v<version>-<n>`. */
  readonly alias: string;
  /** Of the mapping, ≥ 1; kept in its `_meta.version`. */
  readonly version: number;
  readonly mappings: estypes.MappingTypeMapping;
  readonly settings: estypes.IndicesIndexSettings;
}

/**
 * What a program reads and writes by. It stands for the index in use only while that has the mapping this program knows:
 * when the index was migrated to a newer one, the older programs that still run get errors instead of wrong answers.
 */
export function accessAlias({ alias, version }: Pick<VersionedIndex, 'alias' | 'version'>): string {
  return `${alias}-mapping-${version}`;
}

/** What an index is made of; its aliases aside. */
export function indexBody({
  version,
  mappings,
  settings,
}: VersionedIndex): Pick<estypes.IndicesCreateRequest, 'mappings' | 'settings'> {
  return { mappings: { ...mappings, _meta: { version } }, settings };
}

/**
 * Makes the index and its aliases if there are none. Any number of processes may do so at once.
 *
 * @throws StorageMisconfigured if a newer version made it, or an older one whose mapping is not this one
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
 * Whether the index is there; nothing is made.
 *
 * @throws as `ensureIndex`
 */
export async function isThere(client: Client, index: VersionedIndex): Promise<boolean> {
  const existing = await mappingVersion(client, index.alias);
  if (existing !== null) ensureVersion(index, existing);
  return existing !== null;
}

function ensureVersion({ alias, version }: VersionedIndex, existing: number | null): void {
  if (existing === version) return;
  if (existing === null) {
    throw new StorageMisconfigured(
      `there is an index ${alias}-v${version} in Elasticsearch, but ${alias} does not stand for it: remove the index, or give the alias back`,
    );
  }
  const found = `the Elasticsearch index ${alias} has mapping ${existing}, but this version of sitegrep needs mapping ${version}`;
  throw new StorageMisconfigured(
    existing > version
      ? `${found}: run the newer version that made the index, or set another index prefix`
      : `${found}: run sitegrep index migrate, or set another index prefix`,
  );
}

/** @returns null if the alias stands for nothing, 0 if its index has no version */
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
    await asStorageErrors(
      client.search({ index: alias, size: 0, allow_partial_search_results: false }, IDEMPOTENT),
    );
    return true;
  } catch (error) {
    if (error instanceof StorageUnavailable) return false;
    throw error;
  }
}
