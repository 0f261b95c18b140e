// Changes the number of shards of the index in use by Elasticsearch's own split and shrink, which link files instead of
// indexing anything again. Writes wait meanwhile; searches go on. A mark on the index itself allows only one process to
// do so, see build-lock.ts. If the process ends before the aliases move, the next run starts over.
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, errors, type estypes } from '@elastic/elasticsearch';
import { StorageBusy, StorageMisconfigured, StorageUnavailable } from '../../errors.ts';
import { connect, type ElasticsearchStorageOptions, IDEMPOTENT } from '../client.ts';
import { domainIndex } from '../domains/mapping.ts';
import { asStorageErrors } from '../failure.ts';
import { abandoned, BuildLock, changeAliases, idleMark, underWay, unfinishedBuilds } from './build-lock.ts';
import { type IndexState, readIndexes } from './index-state.ts';
import { allowWrites, blockWrites, exchange, indexBehind, newName, replacedIndexes } from './index-in-use.ts';

export interface ResizeOptions {
  readonly signal?: AbortSignal;
  /** Called at each step: `gather` shards on one node, `link` their files, `wait` until all copies are there. */
  readonly onStep?: (step: 'gather' | 'link' | 'wait') => void;
}

export interface ResizedIndex {
  readonly alias: string;
  /** `current`: the index has that many shards already. */
  readonly outcome: 'absent' | 'current' | 'resized';
  readonly shards: number;
  /** Names of replaced indexes that still exist. */
  readonly kept: readonly string[];
}

const BEAT_MS = 3_000;

/** Elasticsearch's own maximum. */
const MAX_SHARDS = 1_024;

/**
 * Splits or shrinks the index of domains.
 *
 * @throws StorageBusy if another process is doing so
 * @throws StorageMisconfigured if the number is not a multiple and no part of that of the index, or a copy waits for its
 *   switch
 * @throws StorageUnavailable; the next run starts over
 */
export async function resizeDomains(
  options: ElasticsearchStorageOptions,
  shards: number,
  how: ResizeOptions = {},
): Promise<ResizedIndex> {
  const client = await connect(options);
  try {
    return await resizeIndex(client, domainIndex(options).alias, shards, how, BEAT_MS);
  } finally {
    await client.close();
  }
}

/** Resizes the index behind an alias, see `resizeDomains`. */
export async function resizeIndex(
  client: Client,
  alias: string,
  shards: number,
  how: ResizeOptions,
  beatMs: number,
): Promise<ResizedIndex> {
  const found = await indexBehind(client, alias);
  if (found === null) return { alias, outcome: 'absent', shards, kept: [] };
  const lock = await takeLock(client, alias, found, beatMs);
  try {
    // Another process may have replaced the index before the lock was taken.
    const source = await indexBehind(client, alias);
    if (source?.uuid !== found.uuid) throw underWay(alias);
    await cleanUp(client, alias, source);
    if (source.shards === shards)
      return { alias, outcome: 'current', shards, kept: await replacedIndexes(client, alias) };
    if ((await unfinishedBuilds(client, alias)).length > 0) {
      throw new StorageMisconfigured(
        `a copy of ${alias} is being made, or waits for its switch: run sitegrep index migrate --switch, or --discard, first`,
      );
    }
    ensurePossible(source, shards);
    const signal = how.signal === undefined ? lock.lost : AbortSignal.any([how.signal, lock.lost]);
    try {
      await resize(client, { alias, source, shards, lock, signal, onStep: how.onStep ?? (() => {}) });
    } catch (error) {
      // If the answer was lost, the aliases may have moved; then the mark does not exist any more.
      if (await lock.isHeld()) await cleanUp(client, alias, source);
      throw error;
    }
    return { alias, outcome: 'resized', shards, kept: await replacedIndexes(client, alias) };
  } finally {
    await lock.release();
  }
}

const lockAlias = (alias: string): string => `${alias}-resize`;
const resizedAlias = (alias: string): string => `${alias}-resized`;

async function takeLock(
  client: Client,
  alias: string,
  source: IndexState,
  beatMs: number,
): Promise<BuildLock> {
  const name = lockAlias(alias);
  let [found] = await unfinishedBuilds(client, name);
  if (found === undefined) {
    const mark = idleMark(name);
    await asStorageErrors(client.indices.putAlias({ index: source.name, name: mark }, IDEMPOTENT));
    found = { index: source, mark };
  }
  return BuildLock.take(client, name, await abandoned(client, name, found, beatMs), beatMs);
}

/** Removes what an interrupted run has left. */
async function cleanUp(client: Client, alias: string, source: IndexState): Promise<void> {
  for (const { name } of await readIndexes(client, resizedAlias(alias))) {
    await asStorageErrors(client.indices.delete({ index: name, ignore_unavailable: true }));
  }
  await asStorageErrors(
    client.indices.putSettings({ index: source.name, settings: { [ONE_NODE]: null } }, IDEMPOTENT),
  );
  await allowWrites(client, source.name);
}

/** Setting by which all shards of an index go to one node. */
const ONE_NODE = 'index.routing.allocation.require._name';

function ensurePossible({ name, shards: now }: IndexState, shards: number): void {
  const larger = [2, 4, 8].map((times) => times * now).filter((number) => number <= MAX_SHARDS);
  const smaller = Array.from({ length: now }, (_, index) => index + 1).filter(
    (n) => n < now && now % n === 0,
  );
  if (shards <= MAX_SHARDS && (shards % now === 0 || smaller.includes(shards))) return;
  throw new StorageMisconfigured(
    `${name} has ${now} shards and can't have ${shards} without being indexed again: give ${[...smaller, ...larger].join(', ')}, or set SITEGREP_ELASTICSEARCH_SHARDS=${shards} and run sitegrep index migrate --force`,
  );
}

interface Resize {
  readonly alias: string;
  readonly source: IndexState;
  readonly shards: number;
  readonly lock: BuildLock;
  readonly signal: AbortSignal;
  readonly onStep: NonNullable<ResizeOptions['onStep']>;
}

async function resize(
  client: Client,
  { alias, source, shards, lock, signal, onStep }: Resize,
): Promise<void> {
  const isSplit = shards > source.shards;
  if (!isSplit) {
    onStep('gather');
    await gather(client, source, signal);
  }
  const status = await healthOf(client, source.name);
  const target = await newName(client, { alias, version: source.version });
  onStep('link');
  signal.throwIfAborted();
  await blockWrites(client, source.name);
  const request = {
    index: source.name,
    target,
    wait_for_active_shards: 0,
    settings: {
      'index.number_of_shards': shards,
      // It is not taken over from the source.
      'index.number_of_replicas': source.replicas,
      'index.blocks.write': null,
      [ONE_NODE]: null,
    },
    aliases: { [resizedAlias(alias)]: {} },
  } as const;
  try {
    await (isSplit ? client.indices.split(request) : client.indices.shrink(request));
  } catch (error) {
    if (error instanceof errors.ResponseError && error.statusCode === 400) {
      throw new StorageMisconfigured(
        `Elasticsearch can't give ${source.name} ${shards} shards: ${error.message}`,
        { cause: error },
      );
    }
    await asStorageErrors(Promise.reject(error));
  }
  onStep('wait');
  // Replicas are copied from node to node; where they are missing before, they are not waited for.
  while (rankOf(await healthOf(client, target)) < rankOf(status)) await delay(WAIT_MS, null, { signal });
  const mark = await lock.hold();
  const moved = await changeAliases(client, [
    { remove: { index: source.name, alias: mark, must_exist: true } },
    { remove: { index: target, alias: resizedAlias(alias), must_exist: true } },
    ...exchange({ alias }, source, target, source.access),
  ]);
  if (!moved)
    throw new StorageBusy(`${alias} was replaced by another process meanwhile: run the command again`);
}

/** Wait between two looks at the shards, in milliseconds. */
const WAIT_MS = 500;

type Status = 'red' | 'yellow' | 'green';
const STATUSES: readonly Status[] = ['red', 'yellow', 'green'];

function rankOf(status: Status): number {
  return STATUSES.indexOf(status);
}

async function healthOf(client: Client, index: string): Promise<Status> {
  const { status } = await asStorageErrors(client.cluster.health({ index }, IDEMPOTENT));
  return status.toLowerCase() as Status;
}

/** Moves one copy of each shard to the node with the most free space: files are linked within a node. */
async function gather(client: Client, source: IndexState, signal: AbortSignal): Promise<void> {
  const { nodes } = await asStorageErrors(client.nodes.stats({ metric: 'fs' }, IDEMPOTENT));
  const data = Object.values(nodes).filter(({ roles = [] }) => roles.some((role) => role.startsWith('data')));
  const free = (node: estypes.NodesStats): number => node.fs?.total?.available_in_bytes ?? 0;
  const node = data.toSorted((a, b) => free(b) - free(a))[0]?.name;
  if (node === undefined) throw new StorageUnavailable('Elasticsearch has no node for data');
  await asStorageErrors(
    client.indices.putSettings({ index: source.name, settings: { [ONE_NODE]: node } }, IDEMPOTENT),
  );
  for (;;) {
    signal.throwIfAborted();
    const shards = await asStorageErrors(
      client.cat.shards({ index: source.name, format: 'json', h: ['shard', 'state', 'node'] }, IDEMPOTENT),
    );
    const there = shards.filter((shard) => shard.state === 'STARTED' && shard.node === node);
    if (new Set(there.map(({ shard }) => shard)).size === source.shards) return;
    await delay(WAIT_MS, null, { signal });
  }
}
