// Copies of an index that are not in use yet: one is begun, or that of an interrupted run is continued or removed.
import type { Client } from '@elastic/elasticsearch';
import { StorageMisconfigured } from '../../errors.ts';
import { asStorageErrors } from '../failure.ts';
import { indexBody, type VersionedIndex } from '../versioned-index.ts';
import {
  abandoned,
  BuildLock,
  buildMark,
  type UnfinishedBuild,
  unfinishedBuilds,
  underWay,
} from './build-lock.ts';
import { allowWrites, indexBehind, newName } from './index-in-use.ts';
import type { Copied, IndexState } from './index-state.ts';

export const nextAlias = (alias: string): string => `${alias}-next`;

export interface Build {
  readonly index: IndexState;
  readonly lock: BuildLock;
}

/** Runs a step with the lock on a build, and releases the lock whatever happens. */
type WithBuild = (step: (build: Build) => Promise<void>) => Promise<void>;

const withBuild =
  (build: Build): WithBuild =>
  async (step) => {
    try {
      await step(build);
    } finally {
      await build.lock.release();
    }
  };

/** Index in use. @throws StorageMisconfigured if it is newer than the wanted one */
export async function sourceOf(
  client: Client,
  { alias, version }: VersionedIndex,
): Promise<IndexState | null> {
  const source = await indexBehind(client, alias);
  if (source !== null && source.version > version) {
    throw new StorageMisconfigured(
      `the Elasticsearch index ${alias} has mapping ${source.version}, but this version of sitegrep needs mapping ${version}: run the newer version that made the index`,
    );
  }
  return source;
}

export function fits(index: IndexState, { version, settings }: VersionedIndex, source: IndexState): boolean {
  return (
    index.version === version &&
    index.shards === Number(settings.number_of_shards ?? 1) &&
    (index.copied === null || index.copied.from === source.uuid)
  );
}

/**
 * Takes the build that this run can continue, and cleans up after an interrupted one: allows writes again, and removes
 * builds that nobody can continue.
 *
 * @throws StorageBusy if a process is building one of them
 */
export async function takeUnfinished(
  client: Client,
  wanted: VersionedIndex,
  source: IndexState,
  builds: readonly UnfinishedBuild[],
  beatMs: number,
): Promise<WithBuild | null> {
  const { alias } = wanted;
  let usable: Build | null = null;
  for (const found of builds) {
    const last = await abandoned(client, alias, found, beatMs);
    if (usable !== null || !fits(last.index, wanted, source)) {
      await remove(client, alias, source, last, beatMs);
      continue;
    }
    usable = { index: last.index, lock: await BuildLock.take(client, alias, last, beatMs) };
    await allowWrites(client, source.name);
  }
  return usable === null ? null : withBuild(usable);
}

export async function remove(
  client: Client,
  alias: string,
  source: IndexState,
  build: UnfinishedBuild,
  beatMs: number,
): Promise<void> {
  const lock = await BuildLock.take(client, alias, build, beatMs);
  await allowWrites(client, source.name);
  await lock.hold();
  await asStorageErrors(client.indices.delete({ index: build.index.name }));
}

export async function startBuild(
  client: Client,
  wanted: VersionedIndex,
  source: IndexState,
  beatMs: number,
): Promise<WithBuild> {
  const { alias } = wanted;
  const name = await newName(client, wanted);
  const mark = buildMark(alias, 'new', 0);
  const { settings, mappings } = indexBody(wanted);
  const copied: Copied = { from: source.uuid, upTo: {}, round: null, rounds: 0, isReady: false };
  await asStorageErrors(
    client.indices.create({
      index: name,
      mappings: { ...mappings, _meta: { version: wanted.version, copied } },
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
  return withBuild({ index: own.index, lock });
}
