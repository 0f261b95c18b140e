// The rounds of a copy: everything first, then what changed meanwhile, until few changes are left.
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@elastic/elasticsearch';
import { Bulk } from '../bulk.ts';
import { type BuildLock, unfinishedBuilds } from './build-lock.ts';
import { type Copy, copyRange, documentCount, type MigratableIndex, refresh, removeRemoved } from './copy.ts';
import { createParts } from './copy-parts.ts';
import { workOnParts } from './part-work.ts';
import { checkpoints, type Copied, type IndexState, markCopied } from './index-state.ts';
import { type Build, fits, nextAlias } from './unfinished-copy.ts';

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

/** Maximum size of a bulk request of a copy, in bytes. */
const BULK_BYTES = 8 << 20;
const BULKS_IN_FLIGHT = 3;

const CONCURRENCY = 2;

/** Number of changes during one round that is small enough to copy the rest while writers wait. */
const MAX_LAST_CHANGES = 50;
const MAX_ROUNDS = 20;

export function signalOf({ signal }: MigrationOptions, lock: BuildLock): AbortSignal {
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
export async function copyRounds<S>(
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
export async function help<S>(
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
