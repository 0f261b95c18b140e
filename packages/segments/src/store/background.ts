import { join } from 'node:path';
import type { Disk } from '../disk.ts';
import type { BuildWorkers } from './build-workers.ts';
import { logStart } from './log-reader.ts';
import {
  fileName,
  filesOf,
  withMerged,
  withoutOldestLog,
  type Manifest,
  type SegmentEntry,
} from './manifest.ts';
import {
  nextFullMerge,
  nextMerge,
  nextMergeAtRest,
  withinFreeSpace,
  type MergePolicy,
  type Patience,
} from './merge-policy.ts';
import { DeadDocuments, deadOf } from './tombstones.ts';

/** Access to the store's manifest. */
interface ManifestState {
  readonly current: () => Manifest;
  /** Writes the next manifest. */
  readonly commit: (next: Manifest) => void;
  /** Takes a number for a file that no other has. */
  readonly takeNumber: () => number;
}

/**
 * Rests of `restMs` after which segments are merged into as few as is worth it: many a rest is only a break between
 * two writes.
 */
const LONG_REST = 5;

export interface BackgroundOptions extends MergePolicy {
  readonly workers: BuildWorkers;
  /**
   * Time without a sealed log after which writing counts as resting, in milliseconds: until then merges wait for more
   * segments. 0: they never wait, and writing never rests for long.
   */
  readonly restMs: number;
  /**
   * Number of searches begun so far. Each has to go through all logs and segments, so what is searched is built and
   * merged earlier. If absent, there are none.
   */
  readonly searches?: () => number;
  readonly onProblem: (error: unknown) => void;
}

/**
 * Builds sealed logs, oldest first, and merges segments, one merge at a time; a build and a merge may overlap. Each
 * ends with a new manifest; files that it no longer names are removed. While logs keep coming, merges wait for more
 * segments, so that texts are copied fewer times, and for many more if nobody has searched since the last one. When
 * writing rests they catch up, and when it rests for long, they go on to have fewer segments.
 */
export class Background {
  readonly #disk: Disk;
  readonly #folder: string;
  readonly #options: BackgroundOptions;
  readonly #state: ManifestState;
  readonly #dead: DeadDocuments;
  readonly #builds: RepeatedStep;
  readonly #merges: RepeatedStep;
  /** Numbers of the segments that are being merged. */
  #merging: ReadonlySet<number> = new Set();
  /** Resolves when the next log has been built. */
  #built = Promise.withResolvers<void>();
  #isFull = false;
  /** Nothing more will be written here; later searches are in another process. */
  #isEnding = false;
  /** Searches that were begun before the last merge was. */
  #searchesBefore: number | undefined;
  #writing: 'goes on' | 'rests' | 'rests for long' = 'rests';
  /** Runs until writing rests, or rests for long. */
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(disk: Disk, folder: string, options: BackgroundOptions, state: ManifestState) {
    this.#disk = disk;
    this.#folder = folder;
    this.#options = options;
    this.#state = state;
    this.#dead = new DeadDocuments(disk, folder, state.takeNumber);
    this.#searchesBefore = options.searches?.();
    const onProblem = (error: unknown): void => {
      if (!this.#isClosed) options.onProblem(error);
    };
    this.#builds = new RepeatedStep(() => this.#buildOldest(), onProblem);
    this.#merges = new RepeatedStep(
      () => this.#mergeNext(),
      // The caller of `mergeAll` gets the error itself.
      (error) => (this.#isFull ? undefined : onProblem(error)),
    );
  }

  /** Begins the work that is due, unless it is under way. */
  wake(): void {
    // Only once the store is open: one that could not be opened must not merge later on.
    if (this.#writing === 'rests' && this.#timer === null) this.#awaitLongRest();
    this.#builds.wake();
    this.#merges.wake();
  }

  /** Reports that a log was sealed. */
  sealed(): void {
    const { restMs } = this.#options;
    if (restMs > 0) {
      this.#writing = 'goes on';
      this.#after(restMs, () => this.#rests());
    }
    this.wake();
  }

  /**
   * Resolves when all sealed logs are built, and the merges are done that wait only because nobody has searched, as
   * far as that succeeds.
   */
  async wrappedUp(): Promise<void> {
    await this.#buildsEnded();
    this.#isEnding = true;
    // A merge that has failed, and was reported, is tried again when the store is opened anew.
    if (this.#merges.problem === null) this.#merges.wake();
    await this.#merges.idle();
  }

  /** Resolves when all sealed logs are built. @throws the error of a build */
  async settled(): Promise<void> {
    await this.#buildsEnded();
    if (this.#builds.problem !== null) throw this.#builds.problem;
  }

  /** Resolves when a log has been built, or none is pending. @throws the error of a build */
  async progressed(): Promise<void> {
    this.#builds.wake();
    const built = this.#built.promise.then(() => true);
    const isBuilt = await Promise.race([built, this.#builds.idle().then(() => false)]);
    if (!isBuilt && this.#builds.problem !== null) throw this.#builds.problem;
  }

  /** Merges all segments, as far as their size allows. @throws the error of a build or a merge */
  async mergeAll(): Promise<void> {
    await this.settled();
    this.#isFull = true;
    try {
      this.#merges.wake();
      await this.#merges.idle();
      if (this.#merges.problem !== null) throw this.#merges.problem;
    } finally {
      this.#isFull = false;
    }
  }

  /** Resolves when nothing is left to do; takes writing to rest for long. */
  async idle(): Promise<void> {
    await this.#builds.idle();
    this.#restsForLong();
    await this.#merges.idle();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#options.workers.close();
    await this.idle();
  }

  /** Resolves when all sealed logs are built, or a build failed. */
  async #buildsEnded(): Promise<void> {
    this.#builds.wake();
    await this.#builds.idle();
  }

  /** Lets merges catch up. */
  #rests(): void {
    this.#writing = 'rests';
    this.#awaitLongRest();
    this.#merges.wake();
  }

  #awaitLongRest(): void {
    const { restMs } = this.#options;
    if (restMs > 0) this.#after(LONG_REST * restMs, () => this.#restsForLong());
  }

  #restsForLong(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#writing = 'rests for long';
    this.#merges.wake();
  }

  #after(ms: number, then: () => void): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(then, ms).unref();
  }

  /** @returns false if no log is pending */
  async #buildOldest(): Promise<boolean> {
    const [log, next] = this.#state.current().logs;
    if (this.#isClosed || log === undefined || next === undefined) return false;
    const last = logStart(this.#disk, this.#path(next, 'log'));
    const output = this.#state.takeNumber();
    const built = await this.#options.workers.build({ folder: this.#folder, log, last, output });
    if (this.#isClosed) return false;
    const before = this.#state.current();
    const earlier = before.segments.map((segment) =>
      this.#dead.withRemoved(segment, built.removed, this.#merging.has(segment.number)),
    );
    const segments = [...earlier, built.segment].filter((segment) => segment !== null);
    this.#commit(before, withoutOldestLog(this.#state.current(), last, segments));
    this.#merges.wake();
    this.#built.resolve();
    this.#built = Promise.withResolvers();
    return true;
  }

  /** @returns false if nothing is to be gained */
  async #mergeNext(): Promise<boolean> {
    if (this.#isClosed) return false;
    const manifest = this.#state.current();
    const entries = withinFreeSpace(this.#disk, this.#folder, this.#chosen(manifest));
    if (entries === null) return false;
    const inputs = entries.map((entry) => ({ entry, dead: deadOf(this.#disk, this.#folder, entry) }));
    const output = this.#state.takeNumber();
    this.#merging = new Set(entries.map(({ number }) => number));
    this.#searchesBefore = this.#options.searches?.();
    try {
      const merged = await this.#options.workers.merge({ folder: this.#folder, inputs, output });
      if (this.#isClosed) return false;
      const before = this.#state.current();
      const merging = before.segments.filter(({ number }) => this.#merging.has(number));
      const entry = merged === null ? null : this.#dead.withDead(merged, this.#dead.since(inputs, merging));
      this.#commit(before, withMerged(this.#state.current(), this.#merging, entry));
      // All of its documents died meanwhile: no manifest ever named it.
      if (merged !== null && entry === null) this.#disk.remove(this.#path(merged.number, 'segment'));
      return true;
    } finally {
      this.#merging = new Set();
    }
  }

  /** Merges that may come next, the best first. */
  #chosen(manifest: Manifest): readonly (readonly SegmentEntry[])[] {
    const mayTakeLong = this.#writing === 'rests for long' && this.#options.restMs > 0;
    const chosen = this.#isFull
      ? [nextFullMerge(manifest, this.#options)]
      : [
          mayTakeLong ? nextMergeAtRest(manifest, this.#options) : null,
          nextMerge(manifest, this.#options, this.#patience()),
        ];
    return chosen.filter((entries) => entries !== null);
  }

  #patience(): Patience {
    if (this.#writing !== 'goes on') return 'none';
    const isSearched = this.#isEnding || this.#options.searches?.() !== this.#searchesBefore;
    return isSearched ? 'while searched' : 'until searched';
  }

  #commit(before: Manifest, next: Manifest): void {
    this.#state.commit(next);
    const stored = new Set(filesOf(next));
    for (const name of filesOf(before)) {
      if (!stored.has(name)) this.#disk.remove(join(this.#folder, name));
    }
  }

  #path(number: number, kind: Parameters<typeof fileName>[1]): string {
    return join(this.#folder, fileName(number, kind));
  }
}

/**
 * A step that is repeated while it finds something to do. Only one runs at a time; a call of `wake` is never lost.
 */
class RepeatedStep {
  readonly #step: () => Promise<boolean>;
  readonly #onProblem: (error: unknown) => void;
  #isWanted = false;
  #running: Promise<void> | null = null;
  /** Error of the last step, null if it succeeded. */
  problem: unknown = null;

  /**
   * @param step resolves to false if there was nothing to do
   * @param onProblem gets the error of a step; the next `wake` tries again
   */
  constructor(step: () => Promise<boolean>, onProblem: (error: unknown) => void) {
    this.#step = step;
    this.#onProblem = onProblem;
  }

  wake(): void {
    this.#isWanted = true;
    this.#running ??= this.#run();
  }

  /** Resolves when no step is under way. */
  async idle(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  async #run(): Promise<void> {
    // The first step must find `#running` set.
    await Promise.resolve();
    while (this.#isWanted) {
      this.#isWanted = false;
      try {
        while (await this.#step());
        this.problem = null;
      } catch (error) {
        this.problem = error;
        this.#onProblem(error);
      }
    }
    this.#running = null;
  }
}
