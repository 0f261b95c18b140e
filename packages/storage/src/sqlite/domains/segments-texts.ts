import { foldUtf8 } from '@sitegrep/search';
import {
  MAX_SEGMENT_BYTES,
  nodeDisk,
  SegmentStore,
  threadedWorkers,
  type Operation,
} from '@sitegrep/segments';
import { storageError } from '../failure.ts';
import { BEGUN, type TextIndexOptions } from './options.ts';
import type { StateKeeper } from './state.ts';
import type { TextIndex } from './text-index.ts';

export interface SegmentsOptions extends TextIndexOptions {
  readonly folder: string;
}

/** No log is sealed for so long, in milliseconds: nothing is loaded in bulk, or so slowly that merges cost little. */
const REST_MS = 10_000;

/** Operations that are gathered before they are written, in bytes of text. */
const GATHERED_BYTES = 4 << 20;

/**
 * Texts in segments beside the database. A document's id there is its revision; the database's commit is the commit of
 * both: the state's `sequence` is the revision of the last change that counts.
 */
export function segmentsTexts(state: StateKeeper, options: SegmentsOptions): TextIndex {
  const { folder, buildBytes, logBytes, load } = options;
  let opened: SegmentStore | null = null;
  let gathered: Operation[] = [];
  let gatheredBytes = 0;
  let last: number | null = null;

  /** The folder is touched with the first write only: who merely reads must not. */
  function store(): SegmentStore {
    opened ??= SegmentStore.open(nodeDisk, folder, state.get().sequence, {
      logBytes,
      segmentBytes: MAX_SEGMENT_BYTES,
      restMs: REST_MS,
      searches: () => Atomics.load(load, BEGUN),
      workers: threadedWorkers({ positionBytes: buildBytes, load }),
      // Nothing is lost: it is tried again, and once too much waits, writes are refused with the reason.
      onProblem: (error) => process.emitWarning(problemOf(folder, error)),
    });
    return opened;
  }

  function write(): void {
    store().append(gathered);
    gathered = [];
    gatheredBytes = 0;
  }

  return {
    change(revision, before, after) {
      const replaces = before?.revision ?? null;
      if (after !== null) {
        const parts = after.sources.map((source) => foldUtf8(source));
        gathered.push({ kind: 'put', sequence: revision, replaces, parts });
        gatheredBytes += parts.reduce((sum, { length }) => sum + length, 0);
      } else if (replaces !== null) gathered.push({ kind: 'remove', sequence: revision, removes: replaces });
      last = revision;
      if (gatheredBytes >= GATHERED_BYTES) write();
    },
    prepare() {
      if (last === null) return;
      write();
      store().sync();
      state.change({ sequence: last });
    },
    committed() {
      if (last === null) return;
      last = null;
      store().commit();
    },
    rolledBack() {
      gathered = [];
      gatheredBytes = 0;
      last = null;
      opened?.rollback();
    },
    async ready() {
      await opened?.ready();
    },
    merge: () => store().mergeAll(),
    async close() {
      if (opened === null) return;
      // Who searches next finds segments, not logs to look through, and few of them.
      await opened.wrapUp();
      await opened.close();
    },
  };
}

function problemOf(folder: string, error: unknown): string {
  return `building or merging the index in ${folder} failed; nothing is lost, and it is tried again: ${storageError(error, folder).message}`;
}
