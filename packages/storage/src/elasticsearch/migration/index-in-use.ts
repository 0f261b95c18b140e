// The index that an alias stands for: its writes, and what takes its place. Migrations and resizes replace it alike.
import type { Client, estypes } from '@elastic/elasticsearch';
import { StorageMisconfigured, StorageUnavailable } from '../../errors.ts';
import { IDEMPOTENT } from '../client.ts';
import { asStorageErrors } from '../failure.ts';
import { nameAliases, type VersionedIndex } from '../versioned-index.ts';
import { type IndexState, readIndexes } from './index-state.ts';

const replacedAlias = (alias: string): string => `${alias}-replaced`;

/** Index that an alias stands for; null: the alias does not exist. */
export async function indexBehind(client: Client, alias: string): Promise<IndexState | null> {
  const [index = null, other] = await readIndexes(client, alias);
  if (other !== undefined) {
    throw new StorageMisconfigured(`${alias} stands for several indexes: leave it with one of them`);
  }
  return index;
}

/** Name of an index with the wanted mapping that does not exist yet. */
export async function newName(
  client: Client,
  { alias, version }: Pick<VersionedIndex, 'alias' | 'version'>,
): Promise<string> {
  const first = `${alias}-v${version}`;
  const taken = new Set((await readIndexes(client, `${first}*`)).map(({ name }) => name));
  let name = first;
  for (let again = 2; taken.has(name); again++) name = `${first}-${again}`;
  return name;
}

/** Ends writes to an index: afterwards all that were acknowledged are in it, and no other follows. */
export async function blockWrites(client: Client, index: string): Promise<void> {
  const { acknowledged, shards_acknowledged: waited } = await asStorageErrors(
    client.indices.addBlock({ index, block: 'write' }),
  );
  if (!acknowledged || !waited) {
    throw new StorageUnavailable(`not all shards of ${index} could end their writes in time`);
  }
}

export async function allowWrites(client: Client, index: string): Promise<void> {
  await asStorageErrors(
    client.indices.putSettings({ index, settings: { 'index.blocks.write': null } }, IDEMPOTENT),
  );
}

/**
 * Changes that put another index in the place of the one in use.
 *
 * @param access aliases that programs read and write it through
 */
export function exchange(
  wanted: Pick<VersionedIndex, 'alias' | 'group'>,
  source: IndexState,
  index: string,
  access: IndexState['access'],
): estypes.IndicesUpdateAliasesAction[] {
  const names = nameAliases(wanted);
  const old = [...names, ...Object.keys(source.access)];
  return [
    ...old.map((name) => ({ remove: { index: source.name, alias: name, must_exist: true } })),
    ...names.map((alias) => ({ add: { index, alias } })),
    ...Object.entries(access).map(([name, how]) => ({ add: { index, alias: name, ...how } })),
    { add: { index: source.name, alias: replacedAlias(wanted.alias) } },
  ];
}

/** Names of replaced indexes that still exist. */
export async function replacedIndexes(client: Client, alias: string): Promise<readonly string[]> {
  return (await readIndexes(client, replacedAlias(alias))).map(({ name }) => name);
}

/** Deletes replaced indexes. */
export async function dropReplaced(client: Client, alias: string): Promise<void> {
  const names = await replacedIndexes(client, alias);
  if (names.length > 0) await asStorageErrors(client.indices.delete({ index: [...names] }));
}
