// Builds a new version of an index while the old one is in use, and replaces it in a step of its own: copy.ts copies
// documents in the rounds of copy-rounds.ts, copy-parts.ts shares the work among processes, build-lock.ts allows only one
// process to lead it, index-state.ts records the progress.
//
// A copy goes in rounds: everything first, then what changed meanwhile, until few changes are left. `switchIndex`
// copies what changed since, blocks writes to the old index (writers wait), copies the rest, and moves the aliases in
// one atomic step. If a process ends at any time before that step, the old index is still complete and in use, and the
// next run continues.
import type { Client } from '@elastic/elasticsearch';
import { StorageBusy, StorageMisconfigured, StorageUnavailable } from '../../errors.ts';
import { asStorageErrors } from '../failure.ts';
import { accessAliases, type VersionedIndex } from '../versioned-index.ts';
import { abandoned, type BuildLock, changeAliases, underWay, unfinishedBuilds } from './build-lock.ts';
import { copyRest, documentCount, type MigratableIndex, refresh, removeRemoved } from './copy.ts';
import { removeParts } from './copy-parts.ts';
import { copyRounds, help, type MigrationOptions, signalOf } from './copy-rounds.ts';
import { allowWrites, blockWrites, exchange, replacedIndexes } from './index-in-use.ts';
import type { IndexState } from './index-state.ts';
import { fits, nextAlias, remove, sourceOf, startBuild, takeUnfinished } from './unfinished-copy.ts';

export interface MigratedIndex {
  readonly alias: string;
  /**
   * - `absent`: there is no index yet
   * - `current`: there was nothing to do
   * - `copied`: a copy waits for the switch
   * - `switched`: the copy took the place of the index
   */
  readonly outcome: 'absent' | 'current' | 'copied' | 'switched';
  /**
   * Names of replaced indexes, including those of earlier runs, that still exist: they use disk space and take no
   * writes.
   */
  readonly kept: readonly string[];
}

/**
 * Copies the index of an alias to one with the wanted mapping, unless it has it. If another process is doing so, this
 * one helps it.
 *
 * @param beatMs interval of the heartbeats that show that this process is alive, in milliseconds
 * @throws StorageMisconfigured if the index has a newer mapping
 * @throws StorageUnavailable; the next run continues
 */
export async function copyIndex<S>(
  client: Client,
  wanted: MigratableIndex<S>,
  options: MigrationOptions,
  beatMs: number,
): Promise<MigratedIndex> {
  const { alias, version } = wanted;
  for (;;) {
    options.signal?.throwIfAborted();
    const source = await sourceOf(client, wanted);
    if (source === null) return { alias, outcome: 'absent', kept: [] };
    const kept = await replacedIndexes(client, alias);
    const builds = await unfinishedBuilds(client, alias);
    const fitting = builds.some(({ index }) => fits(index, wanted, source));
    if (source.version === version && options.force !== true && !fitting)
      return { alias, outcome: 'current', kept };
    try {
      const build =
        (await takeUnfinished(client, wanted, source, builds, beatMs)) ??
        (await startBuild(client, wanted, source, beatMs));
      await build(async ({ index, lock }) => {
        await copyRounds(client, wanted, source, { index, lock }, options, beatMs);
      });
      return { alias, outcome: 'copied', kept };
    } catch (error) {
      if (!(error instanceof StorageBusy)) throw error;
      await help(client, wanted, source, options, beatMs);
    }
  }
}

/**
 * Puts a complete copy in the place of the index.
 *
 * @throws StorageBusy if another process builds the copy
 * @throws StorageMisconfigured if there is no complete copy although one is needed
 * @throws StorageUnavailable; the next run continues
 */
export async function switchIndex<S>(
  client: Client,
  wanted: MigratableIndex<S>,
  options: MigrationOptions,
  beatMs: number,
): Promise<MigratedIndex> {
  const { alias, version } = wanted;
  const source = await sourceOf(client, wanted);
  if (source === null) return { alias, outcome: 'absent', kept: [] };
  const builds = await unfinishedBuilds(client, alias);
  const fitting = builds.filter(({ index }) => fits(index, wanted, source));
  const ready = fitting.find(({ index }) => index.copied?.isReady === true);
  if (fitting.length === 0 && source.version === version)
    return { alias, outcome: 'current', kept: await replacedIndexes(client, alias) };
  if (ready === undefined) {
    throw new StorageMisconfigured(
      `there is no complete copy of the Elasticsearch index ${alias} yet: run sitegrep index migrate, which makes one, then again with --switch`,
    );
  }
  const build = await takeUnfinished(client, wanted, source, [ready], beatMs);
  await build?.(async ({ index, lock }) => {
    const { copy, copied } = await copyRounds(client, wanted, source, { index, lock }, options, beatMs);
    const signal = signalOf(options, lock);
    await whileWritesWait(client, source, lock, async () => {
      await copyRest(copy, copied.upTo, signal);
      await removeRemoved(client, source, index, signal);
      await sameCounts(client, source, index);
      const { refresh_interval: interval = null } = wanted.settings;
      await asStorageErrors(
        client.indices.putSettings({ index: index.name, settings: { 'index.refresh_interval': interval } }),
      );
      await refresh(client, index.name);
      await moveAliases(client, wanted, source, index, await lock.hold());
    });
    await removeParts(client, alias);
  });
  return { alias, outcome: 'switched', kept: await replacedIndexes(client, alias) };
}

/** Deletes an unfinished copy, so that the disk space is free again. @throws StorageBusy if a process builds it */
export async function discardCopy(
  client: Client,
  wanted: VersionedIndex,
  beatMs: number,
): Promise<MigratedIndex> {
  const { alias } = wanted;
  const source = await sourceOf(client, wanted);
  if (source === null) return { alias, outcome: 'absent', kept: [] };
  for (const found of await unfinishedBuilds(client, alias)) {
    await remove(client, alias, source, await abandoned(client, alias, found, beatMs), beatMs);
  }
  await removeParts(client, alias);
  return { alias, outcome: 'current', kept: await replacedIndexes(client, alias) };
}

/** @throws StorageUnavailable if an index that takes no writes and its copy have different numbers of documents */
async function sameCounts(client: Client, source: IndexState, copy: IndexState): Promise<void> {
  await refresh(client, copy.name);
  const [had, has] = [await documentCount(client, source.name), await documentCount(client, copy.name)];
  if (had === has) return;
  throw new StorageUnavailable(
    `${source.name} has ${had} documents, but its copy ${copy.name} has ${has}: run sitegrep index migrate --discard, then copy it again`,
  );
}

/** Blocks writes during a step. Afterwards they go on, in the old index if the step failed. */
async function whileWritesWait(
  client: Client,
  source: IndexState,
  lock: BuildLock,
  step: () => Promise<void>,
): Promise<void> {
  try {
    await blockWrites(client, source.name);
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
  const moved = await changeAliases(client, [
    { remove: { index: index.name, alias: mark, must_exist: true } },
    { remove: { index: index.name, alias: nextAlias(alias), must_exist: true } },
    ...exchange(wanted, source, index.name, accessAliases(wanted)),
  ]);
  if (!moved) throw underWay(alias);
}
