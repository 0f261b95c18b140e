// Makes an index anew while it is read and written, and puts the new one in its place: copy.ts and removed.ts bring the
// documents over, build-lock.ts sees to it that one process does, index-state.ts keeps how far it came.
//
// First all is copied, then again what changed meanwhile, until little does. Then the old index takes no more writes
// (writers wait), the rest is copied, and one atomic step moves the aliases. Whatever ends this process in between, the
// old index stands whole behind its aliases until that step, and the next run goes on.
import type { Client, estypes } from '@elastic/elasticsearch';
import { StorageMisconfigured, StorageUnavailable } from '../../errors.ts';
import { Bulk } from '../bulk.ts';
import { IDEMPOTENT } from '../client.ts';
import { asStorageErrors } from '../failure.ts';
import { accessAlias, indexBody, type VersionedIndex } from '../versioned-index.ts';
import { abandoned, BuildLock, buildMark, changeAliases, halfBuilt, underWay } from './build-lock.ts';
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
  /** Also make those anew whose mapping is as it should be, e.g. for other settings of shards. */
  readonly force?: boolean;
  /** Remove the indexes that were replaced, now or earlier, instead of keeping them. */
  readonly dropOld?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: MigrationProgress) => void;
}

export interface MigrationProgress {
  readonly alias: string;
  /** Documents copied so far, a document once for each time that it changed, and how many there were at the start. */
  readonly copied: number;
  readonly total: number;
}

export interface MigratedIndex {
  readonly alias: string;
  /** `absent`: there is none yet. `current`: nothing was to do. */
  readonly outcome: 'absent' | 'current' | 'migrated';
  /** Names of indexes that were replaced, now or earlier, and are still there: they take room, and no writes. */
  readonly kept: readonly string[];
}

/** Bytes of new documents that are made and sent at a time. */
const SLICE_BYTES = 8 << 20;

/** So few documents that change while one copies what changed are left to copy while writers wait. */
const FEW = 50;
const CATCH_UPS = 20;

/** How often it is noted how far the copy is: what is copied twice after a kill. */
const NOTE_MS = 10_000;

const replacedAlias = (alias: string): string => `${alias}-replaced`;
const nextAlias = (alias: string): string => `${alias}-next`;

/**
 * Makes the index behind an alias anew unless it has the mapping that is wanted.
 *
 * @param beatMs how often it shows that it lives, in milliseconds
 * @throws StorageBusy if another process does so
 * @throws StorageMisconfigured if the index is of a newer mapping
 * @throws StorageUnavailable; the next run goes on
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
  const leftover = await takeLeftover(client, wanted, source, needed, beatMs);
  if (needed) {
    const build = leftover ?? (await startBuild(client, wanted, beatMs));
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
 * What a run left behind that did not come to its end: the block on writes is removed, and the half-built index too
 * unless it is what is wanted now.
 */
async function takeLeftover(
  client: Client,
  wanted: VersionedIndex,
  source: IndexState,
  needed: boolean,
  beatMs: number,
): Promise<Build | null> {
  const { alias, version, settings } = wanted;
  let usable: Build | null = null;
  for (const found of await halfBuilt(client, alias)) {
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
      // Nobody searches it yet.
      settings: { ...settings, refresh_interval: '-1' },
      aliases: { [mark]: {}, [nextAlias(alias)]: {} },
    }),
  );
  const builds = await halfBuilt(client, alias);
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
    overSame: true,
    maxBytes: SLICE_BYTES,
    concurrency: 1,
  });
  const total = await documentCount(client, source.name);
  let copied = 0;
  let notedAt = performance.now();
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
      if (performance.now() < notedAt + NOTE_MS) return;
      await markCopied(client, index, source.uuid, upTo);
      notedAt = performance.now();
    },
  };
  try {
    let upTo: Positions = index.copiedFrom?.upTo ?? {};
    for (let round = 0; round < CATCH_UPS; round++) {
      const changes = await copyChanges(copy, upTo);
      upTo = changes.upTo;
      await markCopied(client, index, source.uuid, upTo);
      if (changes.documents <= FEW) break;
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

/** No write is acknowledged while the step runs; afterwards writes go on, here if the step failed. */
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
    // If the answer was lost, the aliases may have moved: then there is no lock to hold any more.
    if (await lock.isHeld()) await allowWrites(client, source.name);
    throw error;
  }
}

/** Only while the lock is held and the old index is in its place. */
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

/** @returns the names of those that are kept */
async function replacedIndexes(client: Client, alias: string, drop: boolean): Promise<readonly string[]> {
  const names = (await readIndexes(client, replacedAlias(alias))).map(({ name }) => name);
  if (!drop || names.length === 0) return names;
  await asStorageErrors(client.indices.delete({ index: names }));
  return [];
}
