// Builds a new version of an index while the old one is in use, and replaces it: copy.ts copies the documents,
// build-lock.ts allows only one process to do so, index-state.ts records the progress.
//
// First everything is copied, then repeatedly what changed meanwhile, until few changes are left. Then writes to
// the old index are blocked (writers wait), the rest is copied, and one atomic step moves the aliases. If the
// process ends at any time before that step, the old index is still complete and in use, and the next run
// continues.
import type { Client, estypes } from '@elastic/elasticsearch';
import { StorageMisconfigured, StorageUnavailable } from '../../errors.ts';
import { Bulk } from '../bulk.ts';
import { IDEMPOTENT } from '../client.ts';
import { asStorageErrors } from '../failure.ts';
import { accessAlias, indexBody, type VersionedIndex } from '../versioned-index.ts';
import { abandoned, BuildLock, buildMark, changeAliases, unfinishedBuilds, underWay } from './build-lock.ts';
import {
  type Copy,
  copyChanges,
  copyRest,
  documentCount,
  type MigratableIndex,
  refresh,
  removeRemoved,
} from './copy.ts';
import { type IndexState, markCopied, type Positions, readIndexes } from './index-state.ts';

export interface MigrationOptions {
  /** Also rebuild indexes that have the right mapping, e.g. for another number of shards. */
  readonly force?: boolean;
  /** Remove replaced indexes, including those of earlier runs. */
  readonly dropOld?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: MigrationProgress) => void;
}

export interface MigrationProgress {
  readonly alias: string;
  /** Documents copied so far (again after each change), and the number of documents at the start. */
  readonly copied: number;
  readonly total: number;
}

export interface MigratedIndex {
  readonly alias: string;
  /** `absent`: there is no index yet. `current`: there was nothing to do. */
  readonly outcome: 'absent' | 'current' | 'migrated';
  /**
   * Names of replaced indexes, including those of earlier runs, that still exist: they use disk space and take no
   * writes.
   */
  readonly kept: readonly string[];
}

/** Maximum size of the new documents that are built and sent at a time, in bytes. */
const SLICE_BYTES = 8 << 20;

/** Number of changes during one catch-up round that is small enough to copy the rest while writers wait. */
const MAX_LAST_CHANGES = 50;
const MAX_CATCH_UPS = 20;

/** Interval at which progress is recorded, in milliseconds: after a kill, at most so much is copied again. */
const RECORD_MS = 10_000;

const replacedAlias = (alias: string): string => `${alias}-replaced`;
const nextAlias = (alias: string): string => `${alias}-next`;

/**
 * Rebuilds the index of an alias unless it has the wanted mapping.
 *
 * @param beatMs interval of the heartbeats that show that this process is alive, in milliseconds
 * @throws StorageBusy if another process is doing so
 * @throws StorageMisconfigured if the index has a newer mapping
 * @throws StorageUnavailable; the next run continues
 */
export async function migrateIndex<S>(
  client: Client,
  wanted: MigratableIndex<S>,
  options: MigrationOptions,
  beatMs: number,
): Promise<MigratedIndex> {
  const { alias, version } = wanted;
  const source = await indexBehind(client, alias);
  if (source === null) return { alias, outcome: 'absent', kept: [] };
  if (source.version > version) {
    throw new StorageMisconfigured(
      `the Elasticsearch index ${alias} has mapping ${source.version}, but this version of sitegrep needs mapping ${version}: run the newer version that made the index`,
    );
  }
  const needed = source.version < version || options.force === true;
  const unfinished = await takeUnfinished(client, wanted, source, needed, beatMs);
  if (needed) {
    const build = unfinished ?? (await startBuild(client, wanted, beatMs));
    await replace(client, wanted, source, build, options);
  }
  return {
    alias,
    outcome: needed ? 'migrated' : 'current',
    kept: await replacedIndexes(client, alias, options.dropOld === true),
  };
}

interface Build {
  readonly index: IndexState;
  readonly lock: BuildLock;
}

/**
 * Cleans up after an interrupted run: allows writes again, and removes the unfinished index unless this run can
 * continue it.
 */
async function takeUnfinished(
  client: Client,
  wanted: VersionedIndex,
  source: IndexState,
  needed: boolean,
  beatMs: number,
): Promise<Build | null> {
  const { alias, version, settings } = wanted;
  let usable: Build | null = null;
  for (const found of await unfinishedBuilds(client, alias)) {
    const last = await abandoned(client, alias, found, beatMs);
    const lock = await BuildLock.take(client, alias, last, beatMs);
    await allowWrites(client, source.name);
    const { index } = last;
    const fits =
      index.version === version &&
      index.shards === Number(settings.number_of_shards ?? 1) &&
      index.copiedFrom?.uuid === source.uuid;
    if (needed && fits && usable === null) {
      usable = { index, lock };
    } else {
      await lock.hold();
      await asStorageErrors(client.indices.delete({ index: index.name }));
    }
  }
  return usable;
}

async function startBuild(client: Client, wanted: VersionedIndex, beatMs: number): Promise<Build> {
  const { alias, version } = wanted;
  const taken = new Set((await readIndexes(client, `${alias}-v${version}*`)).map(({ name }) => name));
  const first = `${alias}-v${version}`;
  let name = first;
  for (let again = 2; taken.has(name); again++) name = `${first}-${again}`;
  const mark = buildMark(alias, 'new', 0);
  const { settings, ...body } = indexBody(wanted);
  await asStorageErrors(
    client.indices.create({
      index: name,
      ...body,
      // Nothing searches the new index yet.
      settings: { ...settings, refresh_interval: '-1' },
      aliases: { [mark]: {}, [nextAlias(alias)]: {} },
    }),
  );
  const builds = await unfinishedBuilds(client, alias);
  const own = builds.find(({ index }) => index.name === name);
  if (own === undefined) throw underWay(alias);
  const lock = await BuildLock.take(client, alias, own, beatMs);
  if (builds.length > 1) {
    await lock.hold();
    await asStorageErrors(client.indices.delete({ index: name }));
    throw underWay(alias);
  }
  return { index: own.index, lock };
}

async function replace<S>(
  client: Client,
  wanted: MigratableIndex<S>,
  source: IndexState,
  { index, lock }: Build,
  { signal, onProgress }: MigrationOptions,
): Promise<void> {
  const { alias, rewrite } = wanted;
  const bulk = new Bulk(client, {
    alias: nextAlias(alias),
    refresh: false,
    overwriteSame: true,
    maxBytes: SLICE_BYTES,
    concurrency: 1,
  });
  const total = await documentCount(client, source.name);
  let copied = 0;
  let recordedAt = performance.now();
  const copy: Copy<S> = {
    client,
    from: source,
    bulk,
    rewrite,
    sliceBytes: SLICE_BYTES,
    signal: signal === undefined ? lock.lost : AbortSignal.any([signal, lock.lost]),
    onCopied: async (documents, upTo) => {
      copied += documents;
      onProgress?.({ alias, copied, total });
      if (performance.now() < recordedAt + RECORD_MS) return;
      await markCopied(client, index, source.uuid, upTo);
      recordedAt = performance.now();
    },
  };
  try {
    let upTo: Positions = index.copiedFrom?.upTo ?? {};
    for (let round = 0; round < MAX_CATCH_UPS; round++) {
      const changes = await copyChanges(copy, upTo);
      upTo = changes.upTo;
      await markCopied(client, index, source.uuid, upTo);
      if (changes.documents <= MAX_LAST_CHANGES) break;
    }
    await removeRemoved(client, source, index, copy.signal);
    upTo = (await copyChanges(copy, upTo)).upTo;
    await whileWritesWait(client, source, lock, async () => {
      await copyRest(copy, upTo);
      await removeRemoved(client, source, index, copy.signal);
      const { refresh_interval: interval = null } = wanted.settings;
      await asStorageErrors(
        client.indices.putSettings({ index: index.name, settings: { 'index.refresh_interval': interval } }),
      );
      await refresh(client, index.name);
      await moveAliases(client, wanted, source, index, await lock.hold());
    });
  } finally {
    await lock.release();
  }
}

/** Blocks writes during a step. Afterwards they go on, in the old index if the step failed. */
async function whileWritesWait(
  client: Client,
  source: IndexState,
  lock: BuildLock,
  step: () => Promise<void>,
): Promise<void> {
  try {
    const { acknowledged, shards_acknowledged: waited } = await asStorageErrors(
      client.indices.addBlock({ index: source.name, block: 'write' }),
    );
    if (!acknowledged || !waited) {
      throw new StorageUnavailable(`not all shards of ${source.name} could end their writes in time`);
    }
    await step();
  } catch (error) {
    // If the answer was lost, the aliases may have moved; then the lock does not exist any more.
    if (await lock.isHeld()) await allowWrites(client, source.name);
    throw error;
  }
}

/** Succeeds only while the lock is held and the old index is in place. */
async function moveAliases(
  client: Client,
  wanted: VersionedIndex,
  source: IndexState,
  index: IndexState,
  mark: string,
): Promise<void> {
  const { alias } = wanted;
  const old = source.aliases.filter((name) => name === alias || name.startsWith(`${alias}-mapping-`));
  const remove = (from: IndexState, name: string): estypes.IndicesUpdateAliasesAction => ({
    remove: { index: from.name, alias: name, must_exist: true },
  });
  const moved = await changeAliases(client, [
    ...old.map((name) => remove(source, name)),
    remove(index, mark),
    remove(index, nextAlias(alias)),
    { add: { index: index.name, alias } },
    { add: { index: index.name, alias: accessAlias(wanted), is_write_index: true } },
    { add: { index: source.name, alias: replacedAlias(alias) } },
  ]);
  if (!moved) throw underWay(alias);
}

async function allowWrites(client: Client, index: string): Promise<void> {
  await asStorageErrors(
    client.indices.putSettings({ index, settings: { 'index.blocks.write': null } }, IDEMPOTENT),
  );
}

async function indexBehind(client: Client, alias: string): Promise<IndexState | null> {
  const [index = null, other] = await readIndexes(client, alias);
  if (other !== undefined) {
    throw new StorageMisconfigured(`${alias} stands for several indexes: leave it with one of them`);
  }
  return index;
}

/** @returns the names of the indexes that still exist */
async function replacedIndexes(client: Client, alias: string, drop: boolean): Promise<readonly string[]> {
  const names = (await readIndexes(client, replacedAlias(alias))).map(({ name }) => name);
  if (!drop || names.length === 0) return names;
  await asStorageErrors(client.indices.delete({ index: names }));
  return [];
}
