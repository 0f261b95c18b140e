import { foldUtf8 } from '@sitegrep/fold';
import {
  type BuildWorkers,
  type Disk,
  MAX_SEGMENT_BYTES,
  nodeDisk,
  SegmentStore,
  threadedWorkers,
  type Operation,
  type Zones,
} from '@sitegrep/segments';
import type { IndexedScope } from '@sitegrep/search';
import { TEXTS_BESIDE } from '@sitegrep/site';
import { storageError } from '../failure.ts';
import type { Participant } from '../serve.ts';
import type { StorableSources } from './page-rows.ts';
import { BEGUN, type TextIndexOptions } from './options.ts';
import { requireBuilt, type StateKeeper } from './state.ts';
import { hasTextBit, textId } from './text-ids.ts';

export interface TextWriterOptions extends TextIndexOptions {
  /** Folder of the segments. */
  readonly folder: string;
  /** The part of the state that is the last operation which counts. */
  readonly sequence: 'sequence' | 'pastSequence';
  /** Absent: the file system, and threads. */
  readonly machine?: SegmentMachine | undefined;
}

/** File system and threads by which segments are written. */
export interface SegmentMachine {
  readonly disk: Disk;
  readonly workers: (options: Parameters<typeof threadedWorkers>[0]) => BuildWorkers;
}

const MACHINE: SegmentMachine = { disk: nodeDisk, workers: threadedWorkers };

/** Takes the texts of pages; is used inside the transaction that stores their facts and sources. */
export interface TextWriter extends Participant {
  /**
   * Indexes a page, in place of an earlier one, or removes one.
   *
   * @param number number of the page that comes, or of the removal; above those of all operations before
   * @param replaced the page that goes; null: none goes
   * @param page sources of the page that comes, as they are stored, and the id of its domain; null: none comes
   */
  change(number: number, replaced: IndexedPage | null, page: OwnedSources | null): void;
  /** Brings the index into its smallest form. */
  merge(): Promise<void>;
}

interface OwnedSources extends StorableSources {
  readonly domain: number;
  /** Ranges of the source that scopes are, as `zonesOf` gives them. */
  readonly zones: Zones;
}

/** A page that the index has. */
export interface IndexedPage {
  readonly id: number;
  /** Texts that it has, as `textBits` gives them. */
  readonly texts: number;
}

/** How long no log must have been sealed before small segments are merged, in milliseconds: a bulk load is over then. */
const REST_MS = 10_000;

/** Text of operations that are collected before they are written, in bytes. */
const COLLECTED_BYTES = 4 << 20;

/**
 * Texts in segments beside the database. A page's ids there follow from its number (text-ids.ts), its owner is its domain; the
 * database's commit is the commit of both: a part of the state is the last operation that counts.
 *
 * @throws StorageMisconfigured if a rebuild was interrupted
 */
export function openTextWriter(state: StateKeeper, options: TextWriterOptions): TextWriter {
  requireBuilt(state.get());
  return textWriter(state, options);
}

/** Opens the writer of an index that need not be built yet: one that is being rebuilt. */
export function textWriter(state: StateKeeper, options: TextWriterOptions): TextWriter {
  const { folder, sequence: counted, buildBytes, logBytes, load, machine = MACHINE } = options;
  let opened: SegmentStore | null = null;
  let collected: Operation[] = [];
  let collectedBytes = 0;
  let last: number | null = null;

  /** The folder is written to with the first change only: a process that only reads must not touch it. */
  function store(): SegmentStore {
    opened ??= SegmentStore.open(machine.disk, folder, state.get()[counted], {
      logBytes,
      segmentBytes: MAX_SEGMENT_BYTES,
      restMs: REST_MS,
      searches: () => Atomics.load(load, BEGUN),
      workers: machine.workers({ positionBytes: buildBytes, load }),
      // Nothing is lost: it is tried again, and once too much is pending, writes are refused with the reason.
      onProblem: (error) => process.emitWarning(problemOf(folder, error)),
    });
    return opened;
  }

  function write(): void {
    store().append(collected);
    collected = [];
    collectedBytes = 0;
  }

  /** Puts a text, removes an earlier one, or does nothing. @param sequence id of the text that comes */
  function collect(
    sequence: number,
    earlier: number | null,
    source: Buffer | null,
    { domain: owner, zones }: Pick<OwnedSources, 'domain' | 'zones'>,
  ): void {
    if (source === null && earlier === null) return;
    last = sequence;
    if (source !== null) {
      const folded = foldUtf8(source);
      collected.push({ kind: 'put', sequence, replaces: earlier, owner, parts: [folded], zones });
      collectedBytes += folded.length;
    } else if (earlier !== null) collected.push({ kind: 'remove', sequence, removes: earlier });
    if (collectedBytes >= COLLECTED_BYTES) write();
  }

  return {
    change(number, replaced, page) {
      const { domain, zones } = page ?? { domain: 0, zones: [] };
      const earlier = (scope: IndexedScope): number | null =>
        replaced !== null && hasTextBit(replaced.texts, scope) ? textId(replaced.id, scope) : null;
      collect(textId(number, 'body'), earlier('body'), page?.source ?? null, { domain, zones });
      const texts = { rendered: page?.rendered ?? null, ...page?.beside };
      for (const scope of ['rendered', ...TEXTS_BESIDE] as const) {
        collect(textId(number, scope), earlier(scope), texts[scope] ?? null, { domain, zones: [] });
      }
    },
    prepare() {
      if (last === null) return;
      write();
      store().sync();
      state.change({ [counted]: last });
    },
    committed() {
      if (last === null) return;
      last = null;
      store().commit();
    },
    rolledBack() {
      collected = [];
      collectedBytes = 0;
      last = null;
      opened?.rollback();
    },
    async ready() {
      await opened?.ready();
    },
    async merge() {
      // Nothing was ever written: there is no folder.
      if (state.get()[counted] > 0) await store().mergeAll();
    },
    async close() {
      if (opened === null) return;
      // The next search finds segments, not logs to scan, and few of them.
      await opened.wrapUp();
      await opened.close();
    },
  };
}

function problemOf(folder: string, error: unknown): string {
  return `building or merging the index in ${folder} failed; nothing is lost, and it is tried again: ${storageError(error, folder).message}`;
}
