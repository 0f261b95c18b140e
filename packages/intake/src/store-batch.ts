// Batches of analysed pages, each of which gets its result when it is durable.
import { sourceBytes } from '@sitegrep/site';
import type { PageResult } from './imported-page.ts';
import type { Analysed } from './merge-captures.ts';
import type { SiteWriter } from './site-writer.ts';

export interface Storing {
  readonly sites: SiteWriter;
  /** Gets the results of pages of a site as soon as they are durable; the next batch is written after it has resolved. */
  readonly onResults: (results: readonly PageResult[]) => Promise<void>;
}

export interface StoredCounts {
  /** Number of documents written; a domain counts each time. */
  documentsStored: number;
  /** Sources of the stored pages in UTF-8. */
  sourceBytes: number;
}

/** Source of a full batch, in UTF-16 units. */
const BATCH_UNITS = 24_000_000;
/** Pages of a full batch, unless an import has its own number. */
const BATCH_PAGES = 512;

/** Analysed pages that wait to be written. */
export class Batch {
  readonly domains = new Map<string, Analysed[]>();
  readonly #maxPages: number;
  #units = 0;
  #pages = 0;
  #firstAt = 0;
  #lastAt = 0;

  constructor(maxPages = BATCH_PAGES) {
    this.#maxPages = maxPages;
  }

  add(domain: string, analysed: Analysed): void {
    const others = this.domains.get(domain);
    if (others === undefined) this.domains.set(domain, [analysed]);
    else others.push(analysed);
    this.#units += analysed.record.source.length;
    this.#lastAt = performance.now();
    if (this.#pages++ === 0) this.#firstAt = this.#lastAt;
  }

  get isEmpty(): boolean {
    return this.#pages === 0;
  }

  get isFull(): boolean {
    return this.#units >= BATCH_UNITS || this.#pages >= this.#maxPages;
  }

  /** Whether its last page came so long ago, or its first one, in milliseconds. */
  isDue(sinceLast: number, sinceFirst: number): boolean {
    if (this.isEmpty) return false;
    const now = performance.now();
    return now - this.#lastAt > sinceLast || now - this.#firstAt > sinceFirst;
  }
}

/** Writes a batch, and gives the results of its pages as they become durable. @throws the first error, after all is settled */
export async function storeBatch(
  batch: Batch,
  { sites, onResults }: Storing,
  counts: StoredCounts,
): Promise<void> {
  const domains = [...batch.domains.values()];
  const ends = await Promise.allSettled(
    sites.write(batch.domains).map(async (written, index) => {
      const results = await written;
      const bytes = storedBytes(domains[index] ?? [], results);
      if (bytes !== null) {
        counts.documentsStored++;
        counts.sourceBytes += bytes;
      }
      await onResults(results);
    }),
  );
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

/** Sources of the stored ones of some pages, in UTF-8; null if none is stored. */
function storedBytes(pages: readonly Analysed[], results: readonly PageResult[]): number | null {
  const stored = pages.filter((_, index) => results[index]?.outcome === 'stored');
  if (stored.length === 0) return null;
  return stored.reduce((sum, { record }) => sum + sourceBytes(record.source), 0);
}
