// Writes an index: appends to its log, and has logs built into segments and segments merged in the background. A
// folder has one store, in one thread; there may be any number of readers (reader.ts), in any thread or process.
import { dirname, join } from 'node:path';
import type { Disk } from '../disk.ts';
import { element } from '../elements.ts';
import { SegmentsCorrupt } from '../errors.ts';
import { Background, type BackgroundOptions } from './background.ts';
import type { Operation } from './log-format.ts';
import { LogReader, logStart } from './log-reader.ts';
import { LogWriter } from './log-writer.ts';
import {
  fileName,
  filesOf,
  FIRST_MANIFEST,
  NEW_MANIFEST_NAME,
  readManifest,
  withNewLog,
  writeManifest,
  type Manifest,
} from './manifest.ts';

/**
 * Options of a store. `onProblem` gets the errors of the background, which tries again when the next log is sealed.
 */
export type StoreOptions = BackgroundOptions;

/** Share of a full log's text at which a log is sealed that was searched, if the builder has nothing else to do. */
const EARLY = 1 / 4;

/**
 * Maximum logs before the store `isBacklogged`, with the one that is written to: one log is built while the next is
 * filled. Each costs every search up to tens of milliseconds.
 */
const MAX_PENDING_LOGS = 2;

export class SegmentStore {
  readonly #disk: Disk;
  readonly #folder: string;
  readonly #options: StoreOptions;
  readonly #background: Background;
  #active: LogWriter | null;
  /** Searches that were begun before the log was. */
  #searchesBefore: number | undefined;
  #manifest: Manifest;

  /**
   * Opens or creates the index in a folder. Drops operations that were appended and not committed, and files that are
   * not part of the index.
   *
   * @param committed sequence number of the last operation that the caller committed; 0: none
   * @throws SegmentsCorrupt if something committed is damaged or missing; SegmentsUnsupported; errors of the disk
   */
  static open(disk: Disk, folder: string, committed: number, options: StoreOptions): SegmentStore {
    disk.makeFolder(folder);
    // The caller's commits survive a loss of power in another folder, so this one's name must.
    disk.syncFolder(dirname(folder));
    let manifest = readManifest(disk, folder);
    if (manifest === null) {
      manifest = FIRST_MANIFEST;
      writeManifest(disk, folder, manifest);
    }
    refuseGaps(disk, folder, manifest, committed);
    removeStrangers(disk, folder, manifest);
    const active = manifest.logs.at(-1);
    const log =
      active === undefined ? null : LogWriter.open(disk, join(folder, fileName(active, 'log')), committed);
    const store = new SegmentStore(disk, folder, manifest, log, options);
    if (log === null) store.#beginLog(committed);
    store.#background.wake();
    return store;
  }

  private constructor(
    disk: Disk,
    folder: string,
    manifest: Manifest,
    log: LogWriter | null,
    options: StoreOptions,
  ) {
    this.#disk = disk;
    this.#folder = folder;
    this.#manifest = manifest;
    this.#active = log;
    this.#options = options;
    this.#searchesBefore = options.searches?.();
    this.#background = new Background(disk, folder, options, {
      current: () => this.#manifest,
      commit: (next) => this.#commit(next),
      takeNumber: () => this.#takeNumber(),
    });
  }

  get manifest(): Manifest {
    return this.#manifest;
  }

  /** Whether more logs are pending than is good for searches: then the caller should wait until it is `ready`. */
  get isBacklogged(): boolean {
    return this.#manifest.logs.length > MAX_PENDING_LOGS;
  }

  /** Resolves when it is not backlogged. @throws the error that keeps it from that; each call tries again */
  async ready(): Promise<void> {
    while (this.isBacklogged) await this.#background.progressed();
  }

  /**
   * Writes operations, all or none. They are durable after `sync`, and count once the caller has committed the last
   * one's sequence number and called `commit`; until then `rollback` removes them.
   *
   * @throws RangeError if one is malformed; errors of the disk
   */
  append(operations: readonly Operation[]): void {
    this.#log.append(operations);
  }

  /** Makes everything that was appended durable. @throws errors of the disk; then only `rollback` is left */
  sync(): void {
    this.#log.sync();
  }

  /** Reports a commit of the caller; has to be called after each. Seals a full log, or one that is worth it. */
  commit(): void {
    this.#log.commit();
    const { logBytes, searches } = this.#options;
    const isEarly = this.#manifest.logs.length === 1 && searches?.() !== this.#searchesBefore;
    if (this.#log.textBytes < logBytes * (isEarly ? EARLY : 1)) return;
    this.#trySeal();
  }

  rollback(): void {
    this.#log.rollback();
  }

  /** Begins a new log, so that the operations so far are built into a segment; nothing may be uncommitted. */
  seal(): void {
    this.#beginLog(this.#log.lastSequence);
    this.#background.sealed();
  }

  /** Builds the operations of the log, and merges all segments, as far as their size allows. */
  async mergeAll(): Promise<void> {
    const { logs } = this.#manifest;
    const path = join(this.#folder, fileName(element(logs, logs.length - 1), 'log'));
    if (this.#log.lastSequence > logStart(this.#disk, path)) this.seal();
    await this.#background.mergeAll();
  }

  /**
   * Builds the operations of the logs, unless they are few, and does the merges that wait only because nobody has
   * searched. For a caller that will write no more; problems are reported as always.
   */
  async wrapUp(): Promise<void> {
    if (this.#log.textBytes >= this.#options.logBytes * EARLY) this.#trySeal();
    await this.#background.wrappedUp();
  }

  /** Resolves when all sealed logs are built. @throws the error that kept it from that */
  settled(): Promise<void> {
    return this.#background.settled();
  }

  /** Resolves when nothing is left to do in the background: merges do not wait for more to be written. */
  idle(): Promise<void> {
    return this.#background.idle();
  }

  /** Gives up work that is under way; it begins anew when the store is opened again. */
  async close(): Promise<void> {
    await this.#background.close();
    this.#log.close();
  }

  #trySeal(): void {
    try {
      this.seal();
    } catch (error) {
      // Committed operations are safe in the log as it is; the next commit tries again.
      this.#options.onProblem(error);
    }
  }

  get #log(): LogWriter {
    if (this.#active === null) throw new Error('a store without a log');
    return this.#active;
  }

  /** @param after sequence number of the last committed operation */
  #beginLog(after: number): void {
    const number = this.#takeNumber();
    const log = LogWriter.create(this.#disk, join(this.#folder, fileName(number, 'log')), after);
    try {
      this.#commit(withNewLog(this.#manifest, number));
    } catch (error) {
      log.close();
      throw error;
    }
    this.#active?.close();
    this.#active = log;
    this.#searchesBefore = this.#options.searches?.();
  }

  #commit(next: Manifest): void {
    writeManifest(this.#disk, this.#folder, next);
    this.#manifest = next;
  }

  #takeNumber(): number {
    const number = this.#manifest.nextNumber;
    this.#manifest = { ...this.#manifest, nextNumber: number + 1 };
    return number;
  }
}

/**
 * Checks that each log begins where the files before it end, and that the last one is not ahead of the caller.
 *
 * @throws SegmentsCorrupt
 */
function refuseGaps(disk: Disk, folder: string, { sequence, logs }: Manifest, committed: number): void {
  if (committed < sequence) {
    const problem = `has operations up to ${sequence}, but only those up to ${committed} were committed: it is newer than the database`;
    throw new SegmentsCorrupt(join(folder, 'manifest'), 'sequence', problem);
  }
  let last = sequence;
  for (const [at, number] of logs.entries()) {
    const path = join(folder, fileName(number, 'log'));
    const log = LogReader.open(disk, path);
    try {
      if (log.after !== last) {
        throw new SegmentsCorrupt(
          path,
          'log header',
          `begins after operation ${log.after}, but the one before ended at ${last}`,
        );
      }
      const next = logs[at + 1];
      if (next === undefined) return;
      last = logStart(disk, join(folder, fileName(next, 'log')));
      log.read(last);
    } finally {
      log.close();
    }
  }
  if (logs.length === 0 && sequence !== committed) {
    const problem = `ends at operation ${sequence}, but those up to ${committed} were committed, and there is no log`;
    throw new SegmentsCorrupt(join(folder, 'manifest'), 'logs', problem);
  }
}

/** Removes files that never became part of the index, or no longer are. */
function removeStrangers(disk: Disk, folder: string, manifest: Manifest): void {
  const named = new Set(filesOf(manifest));
  for (const name of disk.list(folder)) {
    const isOurs = /^\d+\.(?:log|segment|dead)$/.test(name) || name === NEW_MANIFEST_NAME;
    if (isOurs && !named.has(name)) disk.remove(join(folder, name));
  }
}
