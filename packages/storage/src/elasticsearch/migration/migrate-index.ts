// Builds a new version of an index while the old one is in use, and replaces it in a step of its own: copy.ts copies
// documents, copy-parts.ts shares the work among processes, build-lock.ts allows only one process to lead it,
// index-state.ts records the progress.
//
// A copy goes in rounds: everything first, then what changed meanwhile, until few changes are left. `switchIndex`
// copies what changed since, blocks writes to the old index (writers wait), copies the rest, and moves the aliases in
// one atomic step. If a process ends at any time before that step, the old index is still complete and in use, and the
// next run continues.
import { setTimeout as delay } from 'node:timers/promises';
import type { Client, estypes } from '@elastic/elasticsearch';
import { StorageBusy, StorageMisconfigured, StorageUnavailable } from '../../errors.ts';
import { Bulk } from '../bulk.ts';
import { IDEMPOTENT } from '../client.ts';
import { asStorageErrors } from '../failure.ts';
import { accessAliases, indexBody, type VersionedIndex } from '../versioned-index.ts';
import {
  abandoned,
  BuildLock,
  buildMark,
  changeAliases,
  type UnfinishedBuild,
  unfinishedBuilds,
  underWay,
} from './build-lock.ts';
import {
  type Copy,
  copyRange,
  copyRest,
  documentCount,
  type MigratableIndex,
  refresh,
  removeRemoved,
} from './copy.ts';
import { createParts, removeParts, workOnParts } from './copy-parts.ts';
import { checkpoints, type Copied, type IndexState, markCopied, readIndexes } from './index-state.ts';

export interface MigrationOptions {
  /** Also rebuild indexes that have the right mapping, e.g. for another number of shards. */
  readonly force?: boolean;
  /** Parts that this process copies at a time, ≥ 1; by default 2. */
  readonly concurrency?: number;
  /** Maximum number of documents that this process copies in a second; by default unlimited. */
  readonly maxRate?: number;
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

/** Maximum size of a bulk request of a copy, in bytes. */
const BULK_BYTES = 8 << 20;
const BULKS_IN_FLIGHT = 3;

const CONCURRENCY = 2;

/** Number of changes during one round that is small enough to copy the rest while writers wait. */
const MAX_LAST_CHANGES = 50;
const MAX_ROUNDS = 20;

const replacedAlias = (alias: string): string => `${alias}-replaced`;
const nextAlias = (alias: string): string => `${alias}-next`;

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

interface Build {
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
async function sourceOf(client: Client, { alias, version }: VersionedIndex): Promise<IndexState | null> {
  const source = await indexBehind(client, alias);
  if (source !== null && source.version > version) {
    throw new StorageMisconfigured(
      `the Elasticsearch index ${alias} has mapping ${source.version}, but this version of sitegrep needs mapping ${version}: run the newer version that made the index`,
    );
  }
  return source;
}

function fits(index: IndexState, { version, settings }: VersionedIndex, source: IndexState): boolean {
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
async function takeUnfinished(
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

async function remove(
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

async function startBuild(
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

function signalOf({ signal }: MigrationOptions, lock: BuildLock): AbortSignal {
  return signal === undefined ? lock.lost : AbortSignal.any([signal, lock.lost]);
}

function copyOf<S>(
  client: Client,
  { alias, rewrite }: MigratableIndex<S>,
  from: IndexState,
  { maxRate = Infinity }: MigrationOptions,
): Copy<S> {
  const to = nextAlias(alias);
  const bulk = new Bulk(client, {
    alias: to,
    refresh: false,
    overwriteSame: true,
    maxBytes: BULK_BYTES,
    concurrency: BULKS_IN_FLIGHT,
  });
  let freeAt = performance.now();
  const pace = async (documents: number, signal: AbortSignal): Promise<void> => {
    const now = performance.now();
    freeAt = Math.max(freeAt, now) + (1_000 * documents) / maxRate;
    if (freeAt > now && maxRate !== Infinity) await delay(freeAt - now, null, { signal });
  };
  return { client, alias, from, to, bulk, rewrite, pace };
}

/** Copies rounds until few changes are left. @returns progress, as the index has it too */
async function copyRounds<S>(
  client: Client,
  wanted: MigratableIndex<S>,
  source: IndexState,
  { index, lock }: Build,
  options: MigrationOptions,
  beatMs: number,
): Promise<{ readonly copy: Copy<S>; readonly copied: Copied }> {
  const { alias } = wanted;
  const copy = copyOf(client, wanted, source, options);
  const signal = signalOf(options, lock);
  const counted = countProgress(options, alias, await documentCount(client, source.name));
  let copied: Copied = index.copied ?? {
    from: source.uuid,
    upTo: {},
    round: null,
    rounds: 0,
    isReady: false,
  };
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { number, upTo } = copied.round ?? {
      number: copied.rounds + 1,
      upTo: await checkpoints(client, source),
    };
    copied = { ...copied, round: { number, upTo } };
    await markCopied(client, index, copied);
    await refresh(client, source.name);
    const id = roundId(index, number);
    await createParts(client, wanted, { id, after: copied.upTo, upTo });
    const documents = await copyParts({ copy, round: id, beatMs, signal, options, counted });
    copied = { ...copied, upTo, round: null, rounds: number };
    await markCopied(client, index, copied);
    if (documents <= MAX_LAST_CHANGES) break;
  }
  await removeRemoved(client, source, index, signal);
  copied = { ...copied, isReady: true };
  await markCopied(client, index, copied);
  return { copy, copied };
}

const roundId = ({ uuid }: IndexState, number: number): string => `${uuid}-${number}`;

interface ProgressCount {
  /** Counts documents that this process has copied. */
  readonly add: (documents: number) => void;
  /** States what the others have copied in the round under way. */
  readonly setOthers: (documents: number) => void;
}

function countProgress({ onProgress }: MigrationOptions, alias: string, total: number): ProgressCount {
  let [own, others] = [0, 0];
  const tell = (): void => onProgress?.({ alias, copied: own + others, total });
  return {
    add: (documents) => {
      own += documents;
      tell();
    },
    setOthers: (documents) => {
      others = Math.max(others, documents);
      tell();
    },
  };
}

/** Works on the parts of a round until all are done. @returns documents that were copied, by this process or others */
async function copyParts<S>(work: {
  readonly copy: Copy<S>;
  readonly round: string;
  readonly beatMs: number;
  readonly signal: AbortSignal;
  readonly options: MigrationOptions;
  readonly counted: ProgressCount;
}): Promise<number> {
  const { copy, round, beatMs, signal, options, counted } = work;
  let [own, others] = [0, 0];
  await workOnParts({
    client: copy.client,
    alias: copy.alias,
    round,
    concurrency: options.concurrency ?? CONCURRENCY,
    beatMs,
    signal,
    copy: (range, partSignal, onReached) =>
      copyRange(copy, range, partSignal, (documents, reached) => {
        own += documents;
        counted.add(documents);
        onReached(documents, reached);
      }),
    onOthers: (documents) => {
      others = documents;
      counted.setOthers(documents);
    },
  });
  return own + others;
}

/** Works on the round that another process leads, if there is one; otherwise waits a little. */
async function help<S>(
  client: Client,
  wanted: MigratableIndex<S>,
  source: IndexState,
  options: MigrationOptions,
  beatMs: number,
): Promise<void> {
  const { alias } = wanted;
  const { signal = new AbortController().signal } = options;
  const builds = await unfinishedBuilds(client, alias);
  const led = builds.find(({ index }) => fits(index, wanted, source))?.index;
  const round = led?.copied?.round ?? null;
  if (led === undefined || round === null) {
    await delay(beatMs, null, { signal });
    return;
  }
  const copy = copyOf(client, wanted, source, options);
  const counted = countProgress(options, alias, await documentCount(client, source.name));
  await copyParts({ copy, round: roundId(led, round.number), beatMs, signal, options, counted });
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

/** Ends writes to an index: afterwards all that were acknowledged are in it, and no other follows. */
export async function blockWrites(client: Client, index: string): Promise<void> {
  const { acknowledged, shards_acknowledged: waited } = await asStorageErrors(
    client.indices.addBlock({ index, block: 'write' }),
  );
  if (!acknowledged || !waited) {
    throw new StorageUnavailable(`not all shards of ${index} could end their writes in time`);
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
    ...exchange(alias, source, index.name, accessAliases(wanted)),
  ]);
  if (!moved) throw underWay(alias);
}

/**
 * Changes that put another index in the place of the one in use.
 *
 * @param access aliases that programs read and write it through
 */
export function exchange(
  alias: string,
  source: IndexState,
  index: string,
  access: IndexState['access'],
): estypes.IndicesUpdateAliasesAction[] {
  const old = [alias, ...Object.keys(source.access)];
  return [
    ...old.map((name) => ({ remove: { index: source.name, alias: name, must_exist: true } })),
    { add: { index, alias } },
    ...Object.entries(access).map(([name, how]) => ({ add: { index, alias: name, ...how } })),
    { add: { index: source.name, alias: replacedAlias(alias) } },
  ];
}

export async function allowWrites(client: Client, index: string): Promise<void> {
  await asStorageErrors(
    client.indices.putSettings({ index, settings: { 'index.blocks.write': null } }, IDEMPOTENT),
  );
}

/** Index that an alias stands for; null: the alias does not exist. */
export async function indexBehind(client: Client, alias: string): Promise<IndexState | null> {
  const [index = null, other] = await readIndexes(client, alias);
  if (other !== undefined) {
    throw new StorageMisconfigured(`${alias} stands for several indexes: leave it with one of them`);
  }
  return index;
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
