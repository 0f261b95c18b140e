import { errors, type Client } from '@elastic/elasticsearch';
import { StorageUnavailable } from '../../errors.ts';
import { IDEMPOTENT } from '../client.ts';
import { asStorageErrors, storageError } from '../failure.ts';

/** An index as the cluster has it. */
export interface IndexState {
  readonly name: string;
  /** Another one under the same name has another. */
  readonly uuid: string;
  /** Of the mapping; 0 if it has none. */
  readonly version: number;
  readonly shards: number;
  readonly aliases: readonly string[];
  /** What `markCopied` noted, if it was noted for an index of this uuid: how far each shard of it has been copied. */
  readonly copiedFrom: { readonly uuid: string; readonly upTo: Positions } | null;
}

/**
 * By number of a shard: every write up to this sequence number is copied. Only numbers are noted that all copies of the
 * shard have, so that no later one gets the same number.
 */
export type Positions = Readonly<Record<string, number>>;

/**
 * The indexes of a name, an alias or a pattern of either.
 *
 * @throws StorageUnavailable
 */
export async function readIndexes(client: Client, name: string): Promise<readonly IndexState[]> {
  try {
    const found = await client.indices.get({ index: name }, IDEMPOTENT);
    return Object.entries(found).map(([index, { aliases, mappings, settings }]) => {
      const meta = mappings?._meta ?? {};
      const version: unknown = meta['version'];
      return {
        name: index,
        uuid: settings?.index?.uuid ?? '',
        version: typeof version === 'number' ? version : 0,
        shards: Number(settings?.index?.number_of_shards ?? 1),
        aliases: Object.keys(aliases ?? {}),
        copiedFrom: copiedFromOf(meta['copied']),
      };
    });
  } catch (error) {
    if (error instanceof errors.ResponseError && error.statusCode === 404) return [];
    throw storageError(error);
  }
}

/** Notes in an index how far it was made out of another one. */
export async function markCopied(
  client: Client,
  to: Pick<IndexState, 'name' | 'version'>,
  fromUuid: string,
  upTo: Positions,
): Promise<void> {
  const _meta = { version: to.version, copied: { from: fromUuid, up_to: upTo } };
  await asStorageErrors(client.indices.putMapping({ index: to.name, _meta }, IDEMPOTENT));
}

/**
 * The last sequence number of each shard that all its copies have.
 *
 * @throws StorageUnavailable if a shard is missing
 */
export async function checkpoints(
  client: Client,
  { name, shards }: Pick<IndexState, 'name' | 'shards'>,
): Promise<Positions> {
  const { indices } = await asStorageErrors(
    client.indices.stats({ index: name, level: 'shards', metric: 'docs' }, IDEMPOTENT),
  );
  const positions = Object.entries(indices?.[name]?.shards ?? {}).flatMap(([shard, copies]) => {
    const primary = copies.find(({ routing }) => routing?.primary === true);
    const position = primary?.seq_no?.global_checkpoint;
    return position === undefined ? [] : [[shard, position] as const];
  });
  if (positions.length < shards) throw new StorageUnavailable(`shards of ${name} are missing`);
  return Object.fromEntries(positions);
}

function copiedFromOf(value: unknown): IndexState['copiedFrom'] {
  if (typeof value !== 'object' || value === null || !('from' in value) || !('up_to' in value)) return null;
  const { from, up_to: upTo } = value;
  if (typeof from !== 'string' || typeof upTo !== 'object' || upTo === null) return null;
  const positions = Object.entries(upTo).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number',
  );
  return { uuid: from, upTo: Object.fromEntries(positions) };
}
