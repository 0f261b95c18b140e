import { errors, type Client, type estypes } from '@elastic/elasticsearch';
import { StorageMisconfigured } from '../errors.ts';
import { IDEMPOTENT } from './client.ts';
import { asStorageErrors } from './failure.ts';

export interface VersionedIndex {
  /** What everything reads and writes by; the index behind it is `<alias>-v<version>`. */
  readonly alias: string;
  /** Of the mapping, ≥ 1; kept in its `_meta.version`. */
  readonly version: number;
  readonly mappings: estypes.MappingTypeMapping;
  readonly settings: estypes.IndicesIndexSettings;
}

/**
 * Makes the index and its alias if there are none. Any number of processes may do so at once.
 *
 * @throws StorageMisconfigured if a newer version made it, or an older one whose mapping is not this one
 * @throws StorageUnavailable
 */
export async function ensureIndex(client: Client, index: VersionedIndex): Promise<void> {
  const existing = await mappingVersion(client, index.alias);
  if (existing === null) {
    await create(client, index);
    return ensureVersion(index, await mappingVersion(client, index.alias));
  }
  ensureVersion(index, existing);
}

function ensureVersion({ alias, version }: VersionedIndex, existing: number | null): void {
  if (existing === version) return;
  if (existing === null) {
    throw new StorageMisconfigured(
      `there is an index ${alias}-v${version} in Elasticsearch, but ${alias} does not stand for it: remove the index, or give the alias back`,
    );
  }
  throw new StorageMisconfigured(
    existing > version
      ? `a newer version of this program made the index behind ${alias} (mapping ${existing}, known here: ${version}): run that version, or set another index prefix`
      : `an older version of this program made the index behind ${alias} (mapping ${existing}, needed here: ${version}): migrate the index, or set another index prefix`,
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

async function create(client: Client, { alias, version, mappings, settings }: VersionedIndex): Promise<void> {
  try {
    await client.indices.create({
      index: `${alias}-v${version}`,
      aliases: { [alias]: { is_write_index: true } },
      mappings: { ...mappings, _meta: { version } },
      settings,
    });
  } catch (error) {
    if (error instanceof errors.ResponseError && error.message.includes('resource_already_exists_exception'))
      return;
    await asStorageErrors(Promise.reject(error));
  }
}
