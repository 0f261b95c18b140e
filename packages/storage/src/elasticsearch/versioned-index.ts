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
  /** Alias that the index has together with others, to read all of them; absent: none. */
  readonly group?: string;
  /** Version of the mapping, ≥ 1, stored in its `_meta.version`. */
  readonly version: number;
  /** Older mappings that this program reads and writes too, each in its own form; by default none. */
  readonly serves?: readonly number[];
  /** Older mappings whose programs find in this one what they look for; by default none. */
  readonly readers?: readonly number[];
  readonly mappings: estypes.MappingTypeMapping;
  /** Words that follow the name of an index with another version where that says too little; null: it does not. */
  readonly mismatch?: (existing: number) => string | null;
  readonly settings: estypes.IndicesIndexSettings;
}

/**
 * Alias that a process reads and writes through, in the form of one mapping version. An index has such an alias for
 * its own mapping and, to be read only, for the older ones that its mapping names as `readers`. So a write in an
 * older form is refused by the cluster itself, from the moment at which a migration puts a newer index in place.
 */
function accessAlias({ alias, version }: Pick<VersionedIndex, 'alias' | 'version'>): string {
  return `${alias}-mapping-${version}`;
}

/** Aliases through which a new index is read and written. */
export function accessAliases(
  index: VersionedIndex,
): Readonly<Record<string, { readonly is_write_index: boolean }>> {
  const { alias, readers = [] } = index;
  const older = readers.map((version) => [accessAlias({ alias, version }), { is_write_index: false }]);
  return { [accessAlias(index)]: { is_write_index: true }, ...Object.fromEntries(older) };
}

/** Aliases by which an index in use is found. */
export function nameAliases({ alias, group }: Pick<VersionedIndex, 'alias' | 'group'>): readonly string[] {
  return group === undefined ? [alias] : [alias, group];
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
 * @returns version of the form in which this program reads and writes it
 * @throws StorageMisconfigured if the index has a mapping that this program does not serve
 * @throws StorageUnavailable
 */
async function ensureIndex(client: Client, index: VersionedIndex): Promise<number> {
  const existing = await mappingVersion(client, index.alias);
  if (existing === null) {
    await create(client, index);
    return formOf(client, index, await mappingVersion(client, index.alias));
  }
  return formOf(client, index, existing);
}

/**
 * Whether the index exists; nothing is created.
 *
 * @throws as `ensureIndex`
 */
export async function isThere(client: Client, index: VersionedIndex): Promise<boolean> {
  const existing = await mappingVersion(client, index.alias);
  if (existing !== null) await formOf(client, index, existing);
  return existing !== null;
}

/** Version of the form in which this program reads and writes an index with an existing mapping. */
async function formOf(client: Client, index: VersionedIndex, existing: number | null): Promise<number> {
  const { alias, version, serves = [], mismatch } = index;
  if (existing === version) return version;
  if (existing === null) {
    throw new StorageMisconfigured(
      `Elasticsearch has an index ${alias}-v${version} without the alias ${alias}: delete the index, or restore the alias`,
    );
  }
  if (serves.includes(existing)) return existing;
  const known = mismatch?.(existing) ?? null;
  if (known !== null) throw new StorageMisconfigured(`the Elasticsearch index ${alias} ${known}`);
  if (existing > version && (await hasAlias(client, accessAlias(index)))) return version;
  const found = `the Elasticsearch index ${alias} has mapping ${existing}, but this version of sitegrep needs mapping ${version}`;
  throw new StorageMisconfigured(
    existing > version
      ? `${found}: run the newer version that made the index, or set another index prefix`
      : `${found}: run sitegrep index migrate, or set another index prefix`,
  );
}

function hasAlias(client: Client, name: string): Promise<boolean> {
  return asStorageErrors(client.indices.existsAlias({ name }, IDEMPOTENT));
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
      aliases: {
        ...Object.fromEntries(nameAliases(index).map((name) => [name, {}])),
        ...accessAliases(index),
      },
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
  return (await openServed(client, index)).alias;
}

/** Opens an index like `openIndex`, but makes none. @returns null if it does not exist */
export async function findIndex(client: Client, index: VersionedIndex): Promise<string | null> {
  const existing = await mappingVersion(client, index.alias);
  if (existing === null) return null;
  return (await whenServed(client, index, await formOf(client, index, existing))).alias;
}

/** Opens an index like `openIndex`, which may have one of the older mappings that this program serves. */
export async function openServed(client: Client, index: VersionedIndex): Promise<ServedIndex> {
  return whenServed(client, index, await ensureIndex(client, index));
}

/** Waits until all shards of an index answer. */
async function whenServed(client: Client, index: VersionedIndex, version: number): Promise<ServedIndex> {
  const served = new ServedIndex(client, index, version);
  const { alias } = served;
  for (const wait of WAITS_MS) {
    if (await answers(client, alias)) return served;
    await delay(wait);
  }
  throw new StorageUnavailable(
    `shards of ${index.alias} are missing: check the shard allocation of the cluster`,
  );
}

/** Form in which an index is read and written. */
export interface IndexForm {
  /** Version of the mapping, as the index or, after a migration, an older one of its `readers` has it. */
  readonly version: number;
  /** Alias that the cluster takes this form through. */
  readonly alias: string;
}

/** Minimum time between two looks at an index with an older mapping, in milliseconds. */
const LOOK_MS = 1_000;

/**
 * An index in the form that it has now. While that is an older one, the index is looked at again about once in a
 * second in which it is used: a migration may have put the newer one in place.
 */
export class ServedIndex {
  readonly #client: Client;
  readonly #index: VersionedIndex;
  #form: IndexForm;
  #lookedAt = performance.now();

  constructor(client: Client, index: VersionedIndex, version: number) {
    this.#client = client;
    this.#index = index;
    this.#form = this.#formOf(version);
  }

  get form(): IndexForm {
    const isOlder = this.#form.version !== this.#index.version;
    // If the cluster does not answer, the caller's own request says so, and the next use looks again.
    if (isOlder && performance.now() >= this.#lookedAt + LOOK_MS) void Promise.allSettled([this.renew()]);
    return this.#form;
  }

  get alias(): string {
    return this.form.alias;
  }

  /** Looks at the index again, after it has refused a form. @throws StorageUnavailable */
  async renew(): Promise<IndexForm> {
    this.#lookedAt = performance.now();
    const { alias, version } = this.#index;
    const existing = await mappingVersion(this.#client, alias);
    if (existing !== null && existing >= version) this.#form = this.#formOf(version);
    return this.#form;
  }

  #formOf(version: number): IndexForm {
    return { version, alias: accessAlias({ alias: this.#index.alias, version }) };
  }
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
