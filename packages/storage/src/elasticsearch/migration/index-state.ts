import { errors, type Client } from '@elastic/elasticsearch';
import { StorageUnavailable } from '../../errors.ts';
import { IDEMPOTENT } from '../client.ts';
import { asStorageErrors, storageError } from '../failure.ts';

/** State of an index in the cluster. */
export interface IndexState {
  readonly name: string;
  /** Identity of the index: another index with the same name has another one. */
  readonly uuid: string;
  /** Version of the mapping; 0 if it has none. */
  readonly version: number;
  readonly shards: number;
  readonly replicas: number;
  readonly aliases: readonly string[];
  /** Aliases that programs read and write through. */
  readonly access: Readonly<Record<string, { readonly is_write_index: boolean }>>;
  /** Progress of the copy, as `markCopied` recorded it; null if none was recorded. */
  readonly copied: Copied | null;
}

/** How far an index was copied into another one. */
export interface Copied {
  /** Identity of the copied index. */
  readonly from: string;
  /** Writes up to these positions are copied. */
  readonly upTo: Positions;
  /** The round under way, and the positions where it will end; null: none is. */
  readonly round: { readonly number: number; readonly upTo: Positions } | null;
  /** Number of rounds that have ended. */
  readonly rounds: number;
  /** Whether everything was copied once, and counted. */
  readonly isReady: boolean;
}

/**
 * Sequence number by number of the shard: all writes up to it are copied. Only numbers that all copies of the shard
 * have are recorded, so no later write gets the same number.
 */
export type Positions = Readonly<Record<string, number>>;

/**
 * Reads the indexes with a name or an alias, or matching a pattern of either.
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
        replicas: Number(settings?.index?.number_of_replicas ?? 1),
        aliases: Object.keys(aliases ?? {}),
        access: Object.fromEntries(
          Object.entries(aliases ?? {})
            .filter(([alias]) => alias.includes('-mapping-'))
            .map(([alias, { is_write_index: isWritten = true }]) => [alias, { is_write_index: isWritten }]),
        ),
        copied: copiedOf(meta['copied']),
      };
    });
  } catch (error) {
    if (error instanceof errors.ResponseError && error.statusCode === 404) return [];
    throw storageError(error);
  }
}

/** Records in an index how far another index was copied into it. */
export async function markCopied(
  client: Client,
  to: Pick<IndexState, 'name' | 'version'>,
  copied: Copied,
): Promise<void> {
  const _meta = { version: to.version, copied };
  await asStorageErrors(client.indices.putMapping({ index: to.name, _meta }, IDEMPOTENT));
}

/**
 * The last sequence number of each shard that all of its copies have.
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

/** Progress as `markCopied` wrote it; only a builder writes this part of a mapping. */
function copiedOf(value: unknown): Copied | null {
  return typeof value === 'object' && value !== null && 'isReady' in value ? (value as Copied) : null;
}
