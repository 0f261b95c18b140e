// How far an import is: changed as the work goes on, and written to the records now and then, one write at a time.
import { setTimeout as delay } from 'node:timers/promises';
import type { CommonCrawlImport, CommonCrawlProgress, CommonCrawlStore } from '@sitegrep/storage';

/** Time between two writes, in milliseconds; also the time after which a stop is noticed. */
const EVERY_MS = 500;

/** The import was ended by somebody else. */
export class ImportEnded extends Error {
  override readonly name = 'ImportEnded';
}

/** Progress of an import that goes on. */
export class RunNotes {
  readonly run: CommonCrawlImport;
  /** Fires when the import was ended, or its progress could not be written. */
  readonly ended: AbortSignal;
  readonly #ending = new AbortController();
  readonly #store: Pick<CommonCrawlStore, 'note'>;
  readonly #counts: () => { readonly requests: number; readonly bytes: number };
  #progress: CommonCrawlProgress;
  #writing: Promise<void> = Promise.resolve();

  /** @param counts of what this process sent and got */
  constructor(
    run: CommonCrawlImport,
    store: Pick<CommonCrawlStore, 'note'>,
    counts: () => { readonly requests: number; readonly bytes: number },
  ) {
    const { crawls, position, missing, outcomes, damaged, requests, bytes } = run;
    this.run = run;
    this.ended = this.#ending.signal;
    this.#store = store;
    this.#counts = counts;
    this.#progress = { crawls, position, missing, outcomes, damaged, requests, bytes, waitsUntil: null };
  }

  get progress(): CommonCrawlProgress {
    return this.#progress;
  }

  change(changed: Partial<CommonCrawlProgress>): void {
    this.#progress = { ...this.#progress, ...changed };
  }

  /** Writes the progress. @throws ImportEnded; errors of the storage */
  write(): Promise<void> {
    this.#writing = this.#writing.catch(() => undefined).then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    const { requests, bytes } = this.#counts();
    const progress = {
      ...this.#progress,
      requests: this.run.requests + requests,
      bytes: this.run.bytes + bytes,
    };
    if (!(await this.#store.note(this.run.id, progress))) {
      throw new ImportEnded('the import was stopped');
    }
  }

  /** Writes the progress now and then while work is under way. */
  async during<Result>(work: Promise<Result>): Promise<Result> {
    const over = new AbortController();
    const writing = (async (): Promise<void> => {
      while (!over.signal.aborted) {
        await delay(EVERY_MS, undefined, { signal: over.signal }).catch(() => undefined);
        if (!over.signal.aborted) await this.write();
      }
    })().catch((error: unknown) => this.#ending.abort(error));
    try {
      return await work;
    } finally {
      over.abort();
      await writing;
    }
  }
}
