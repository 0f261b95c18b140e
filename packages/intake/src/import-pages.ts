// Pages that somebody else fetched, on their way into the index: they are analysed in the pool, collected by domain (store-batch.ts),
// and written batch by batch (site-writer.ts), each step while the others work.
import type { AnalysisPool } from '@sitegrep/analysis';
import { canonicalDomain, PAGE_OUTCOMES, type PageOutcome } from '@sitegrep/site';
import { withCapturedAnswers } from './captured-answers.ts';
import { type CapturedPage, type PageResult, resultOf } from './imported-page.ts';
import type { SiteWriter } from './site-writer.ts';
import { Batch, storeBatch, type StoredCounts } from './store-batch.ts';
import { StoredCaptures } from './stored-captures.ts';

/**
 * Options of an import. A newer capture of a URL replaces an older one; an older or identical one changes nothing, so that an
 * interrupted import can simply be run again.
 */
export interface ImportOptions {
  /** The writer of this process. */
  readonly sites: SiteWriter;
  readonly analysis: AnalysisPool;
  /** Pages to analyse at the same time. */
  readonly concurrency: number;
  /** Pages that are written together, at most: those that are not are lost with the process. Absent: as many as are cheapest. */
  readonly batchPages?: number;
  /** Gets the results of pages as soon as they are durable; no further page is read until it has resolved. */
  readonly onResults?: (results: readonly PageResult[]) => void | Promise<void>;
  readonly signal?: AbortSignal;
}

export interface ImportCounts extends StoredCounts {
  /** Number of pages with each result. */
  readonly outcomes: Record<PageOutcome, number>;
}

/** Time without a further page after which those that wait are written, in milliseconds. */
const IDLE_MS = 200;
/** Time after which a page is written however many follow, in milliseconds. */
const MAX_WAIT_MS = 2_000;
/** Interval at which waiting pages are looked at, in milliseconds. */
const LOOK_EVERY_MS = 50;

/** @throws the first error of reading, analysing or writing, or the reason of the signal: what was acknowledged stays */
export async function importPages(
  pages: AsyncIterable<CapturedPage>,
  options: ImportOptions,
  counts: ImportCounts = emptyCounts(),
): Promise<ImportCounts> {
  await new Import(options, counts).run(pages[Symbol.asyncIterator]());
  return counts;
}

/** One import: the pages in analysis, the batch that is collected, and the one that is written. */
class Import {
  readonly #options: ImportOptions;
  readonly #counts: ImportCounts;
  readonly #stored: StoredCaptures;
  readonly #inFlight = new Set<Promise<void>>();
  #batch: Batch;
  #writing: Promise<void> | null = null;
  #failure: { readonly error: unknown } | null = null;
  #interrupt: (error: unknown) => void = () => {};

  constructor(options: ImportOptions, counts: ImportCounts) {
    this.#options = options;
    this.#batch = new Batch(options.batchPages);
    this.#stored = new StoredCaptures(options.sites.domains, options.analysis.factsVersion);
    this.#counts = counts;
  }

  async run(pages: AsyncIterator<CapturedPage>): Promise<void> {
    const { signal } = this.#options;
    const looking = setInterval(() => {
      if (this.#writing === null && this.#batch.isDue(IDLE_MS, MAX_WAIT_MS)) this.#write();
    }, LOOK_EVERY_MS);
    const onAbort = (): void => this.#fail(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      signal?.throwIfAborted();
      await this.#read(pages);
    } catch (error) {
      this.#fail(error);
    } finally {
      signal?.removeEventListener('abort', onAbort);
      await Promise.all(this.#inFlight);
      clearInterval(looking);
    }
    await this.#flush();
    await this.#written();
    if (this.#failure !== null) throw this.#failure.error;
  }

  async #read(pages: AsyncIterator<CapturedPage>): Promise<void> {
    let isOver = false;
    try {
      while (this.#failure === null) {
        const { done, value: page } = await this.#next(pages);
        isOver = done === true;
        if (isOver) return;
        const domain = canonicalDomain(page.url);
        if (domain === null) {
          await this.#settle([resultOf(page, null, 'bad_url', 'its host is not a name of a domain')]);
          continue;
        }
        if (this.#inFlight.size >= this.#options.concurrency) await Promise.race(this.#inFlight);
        const job: Promise<void> = this.#analyse(page, domain)
          .catch((error: unknown) => this.#fail(error))
          .finally(() => this.#inFlight.delete(job));
        this.#inFlight.add(job);
        if (this.#batch.isFull) await this.#flush();
      }
    } finally {
      // It ends once its next page has come, or the input is closed; only the first error counts.
      if (!isOver) void Promise.resolve(pages.return?.()).catch(() => {});
    }
  }

  #next(pages: AsyncIterator<CapturedPage>): Promise<IteratorResult<CapturedPage>> {
    return new Promise((resolve, reject) => {
      this.#interrupt = reject;
      pages.next().then(resolve, reject);
    });
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
    // The next page may never come.
    this.#interrupt(error);
  }

  async #analyse(page: CapturedPage, domain: string): Promise<void> {
    if (await this.#stored.has(page, domain)) {
      await this.#settle([resultOf(page, domain, 'unchanged', page.notice ?? null)]);
      return;
    }
    const result = await this.#options.analysis.analyze(page, { links: false });
    if (result.kind === 'crashed') await this.#settle([resultOf(page, domain, 'crashed', result.reason)]);
    else if (page.obeysNoindex === true && result.robots.noindex)
      await this.#settle([resultOf(page, domain, 'noindex', null)]);
    else this.#batch.add(domain, { page, record: withCapturedAnswers(page, domain, result.record) });
  }

  async #settle(results: readonly PageResult[]): Promise<void> {
    for (const { outcome } of results) this.#counts.outcomes[outcome]++;
    await this.#options.onResults?.(results);
  }

  #write(): void {
    const full = this.#batch;
    this.#batch = new Batch(this.#options.batchPages);
    const storing = { sites: this.#options.sites, onResults: this.#settle.bind(this) };
    this.#writing = storeBatch(full, storing, this.#counts)
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#stored.forget();
        this.#writing = null;
      });
  }

  /** Writes the batch, once that before it is written: memory holds two at most. */
  async #flush(): Promise<void> {
    await this.#written();
    if (this.#failure === null && !this.#batch.isEmpty) this.#write();
  }

  async #written(): Promise<void> {
    while (this.#writing !== null) await this.#writing;
  }
}

export function emptyCounts(): ImportCounts {
  return { outcomes: noOutcomes(), documentsStored: 0, sourceBytes: 0 };
}

function noOutcomes(): Record<PageOutcome, number> {
  return Object.fromEntries(PAGE_OUTCOMES.map((outcome) => [outcome, 0])) as Record<PageOutcome, number>;
}
