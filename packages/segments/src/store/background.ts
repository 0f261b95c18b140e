import { join } from 'node:path';
import type { Disk } from '../disk.ts';
import { DeadDocuments, deadOf } from './tombstones.ts';
import type { BuildWorkers } from './build-workers.ts';
import { logStart } from './log-reader.ts';
import {
  fileName,
  filesOf,
  type Manifest,
  type SegmentEntry,
  withMerged,
  withoutOldestLog,
} from './manifest.ts';
import {
  nextFullMerge,
  nextMerge,
  nextMergeAtRest,
  type MergePolicy,
  type Patience,
  withinFreeSpace,
} from './merge-policy.ts';

/** The manifest, as the store has it. */
interface ManifestState {
  readonly current: () => Manifest;
  /** Writes the next one. */
  readonly commit: (next: Manifest) => void;
  /** A number for a file that no other has. */
  readonly takeNumber: () => number;
}

/** After so many times `restMs` more, segments become as few as is worth it: many a rest is a break between two writes. */
const LONG_REST = 5;

export interface BackgroundOptions extends MergePolicy {
  readonly workers: BuildWorkers;
  /**
   * Merges are patient until no log has been sealed for so long, in milliseconds; 0: they never are, and writing never
   * rests for long.
   */
  readonly restMs: number;
  /**
   * How many searches were begun so far: each has to look through all logs and segments, so what is searched is built and
   * merged earlier. If absent, there are none.
   */
  readonly searches?: () => number;
  readonly onProblem: (error: unknown) => void;
}

/**
 * Builds sealed logs, oldest first, and merges segments, one merge at a time; a build and a merge may overlap. Each ends
 * with a new manifest; files that it does not name any more are removed. While logs keep coming, merges wait for more
 * segments, so that texts are copied fewer times, and for many more if nobody has searched since the last one. When writing
 * rests they catch up, and when it does so for long, they go on to have fewer segments.
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
  /** Nothing more is to be written here: who searches next does so in another process. */
  #isEnding = false;
  /** Searches that were begun before the last merge was. */
  #searchesBefore: number | undefined;
  #writing: 'goes on' | 'rests' | 'rests for long' = 'rests';
  /** Runs until writing rests, or does so for long. */
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
      // Who asked for all to be merged is told by an error.
      (error) => (this.#isFull ? undefined : onProblem(error)),
    );
  }

  /** Begins what is to be done, unless it is under way. */
  wake(): void {
    // Not before the store is open: one that could not be opened must not merge later on.
    if (this.#writing === 'rests' && this.#timer === null) this.#awaitLongRest();
    this.#builds.wake();
    this.#merges.wake();
  }

  /** A log was sealed. */
  sealed(): void {
    const { restMs } = this.#options;
    if (restMs > 0) {
      this.#writing = 'goes on';
      this.#after(restMs, () => this.#rests());
    }
    this.wake();
  }

  /** When all sealed logs are built, and merged what waits only because nobody has searched, as far as that succeeds. */
  async wrappedUp(): Promise<void> {
    await this.#buildsEnded();
    this.#isEnding = true;
    // What has failed, and was told, is tried again when the store is opened anew.
    if (this.#merges.problem === null) this.#merges.wake();
    await this.#merges.idle();
  }

  /** When all sealed logs are built. @throws what a build failed with */
  async settled(): Promise<void> {
    await this.#buildsEnded();
    if (this.#builds.problem !== null) throw this.#builds.problem;
  }

  /** When a log has been built, or none waits. @throws what a build failed with */
  async progressed(): Promise<void> {
    this.#builds.wake();
    const built = this.#built.promise.then(() => true);
    const isBuilt = await Promise.race([built, this.#builds.idle().then(() => false)]);
    if (!isBuilt && this.#builds.problem !== null) throw this.#builds.problem;
  }

  /** Merges all segments, as far as their size allows. @throws what a build or a merge failed with */
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

  /** When nothing is to be done any more: takes writing to rest for long. */
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

  /** When all sealed logs are built, or a build failed. */
  async #buildsEnded(): Promise<void> {
    this.#builds.wake();
    await this.#builds.idle();
  }

  /** Merges catch up. */
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

  /** @returns false if no log waits */
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
      // All of it died meanwhile: no manifest ever named it.
      if (merged !== null && entry === null) this.#disk.remove(this.#path(merged.number, 'segment'));
      return true;
    } finally {
      this.#merging = new Set();
    }
  }

  /** What may be merged next, the best first. */
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
 * A step that is taken again and again while it finds something to do. Only one is under way at a time; a call of `wake`
 * is never lost.
 */
class RepeatedStep {
  readonly #step: () => Promise<boolean>;
  readonly #onProblem: (error: unknown) => void;
  #isWanted = false;
  #running: Promise<void> | null = null;
  /** What the last step failed with, null if it did not. */
  problem: unknown = null;

  /**
   * @param step false if there was nothing to do
   * @param onProblem gets what a step throws; then the next `wake` tries again
   */
  constructor(step: () => Promise<boolean>, onProblem: (error: unknown) => void) {
    this.#step = step;
    this.#onProblem = onProblem;
  }

  wake(): void {
    this.#isWanted = true;
    this.#running ??= this.#run();
  }

  /** When nothing is under way any more. */
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
