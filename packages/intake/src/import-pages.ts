import { isDeepStrictEqual } from 'node:util';
import type { AnalysisPool } from '@sitegrep/analysis';
import {
  canonicalDomain,
  foldSite,
  mergePages,
  sourceBytes,
  withTexts,
  type Page,
  type PageRecord,
  type Source,
} from '@sitegrep/site';
import type { DomainIndex } from '@sitegrep/storage';

/**
 * Options of an import of captured pages: they are analysed in the pool, collected by domain, and merged with the stored
 * pages. A newer capture of a URL replaces an older one; an older or identical one changes nothing, so that an interrupted
 * import can simply be run again.
 */
export interface ImportOptions {
  readonly domains: DomainIndex;
  readonly analysis: AnalysisPool;
  readonly maxSiteBytes: number;
  /** Pages to analyse at the same time. */
  readonly concurrency: number;
  /** Called when these domains are durable. */
  readonly onStored?: (domains: readonly string[]) => void;
  readonly signal?: AbortSignal;
}

/** A page as the reader of WARC files returns it. */
type CapturedPage = Page & {
  /** Whether it was captured by a crawl that left out pages which ask not to be indexed. */
  readonly obeysNoindex?: boolean;
};

export interface ImportCounts {
  pagesRead: number;
  pagesStored: number;
  pagesUnchanged: number;
  pagesCrashed: number;
  /** Pages left out because they ask not to be indexed, and the crawl that captured them obeyed. */
  pagesNoindex: number;
  /** Pages left out because their domains are blocked. */
  pagesBlocked: number;
  /** Number of documents written; a domain counts each time. */
  documentsStored: number;
  sourceBytes: number;
}

/** Source of a full batch, in UTF-16 units. */
const BATCH_UNITS = 24_000_000;
/** Pages of a full batch. */
const BATCH_PAGES = 512;
/** Stored documents that are read at the same time. */
const READS_AT_ONCE = 8;
/** Maximum repetitions when other writers change a domain between reading and writing it. */
const MAX_CONFLICTS = 20;

export async function importPages(
  pages: AsyncIterable<CapturedPage>,
  options: ImportOptions,
  counts: ImportCounts = emptyCounts(),
): Promise<ImportCounts> {
  let batch = new Batch();
  let writing: Promise<void> = Promise.resolve();
  const inFlight = new Set<Promise<void>>();
  let failure: { readonly error: unknown } | null = null;
  const fail = (error: unknown): void => {
    failure ??= { error };
  };

  const analyse = async (page: CapturedPage, domain: string): Promise<void> => {
    const analysis = await options.analysis.analyze(page, { links: false });
    if (analysis.kind === 'crashed') counts.pagesCrashed++;
    else if (page.obeysNoindex === true && analysis.robots.noindex) counts.pagesNoindex++;
    else batch.add(domain, analysis.record);
  };
  const flush = async (): Promise<void> => {
    const full = batch;
    batch = new Batch();
    await writing;
    if (failure !== null) return;
    // One batch is written while the next is analysed; no more, so memory holds two batches at most.
    writing = store(full, options, counts).catch(fail);
  };

  for await (const page of pages) {
    if (failure !== null || options.signal?.aborted === true) break;
    const domain = canonicalDomain(page.url);
    if (domain === null) continue;
    counts.pagesRead++;
    if (inFlight.size >= options.concurrency) await Promise.race(inFlight);
    const job: Promise<void> = analyse(page, domain)
      .catch(fail)
      .finally(() => inFlight.delete(job));
    inFlight.add(job);
    if (batch.isFull()) await flush();
  }
  await Promise.all(inFlight);
  await flush();
  await writing;
  rethrow(failure);
  return counts;
}

export function emptyCounts(): ImportCounts {
  return {
    pagesRead: 0,
    pagesStored: 0,
    pagesUnchanged: 0,
    pagesCrashed: 0,
    pagesNoindex: 0,
    pagesBlocked: 0,
    documentsStored: 0,
    sourceBytes: 0,
  };
}

class Batch {
  readonly domains = new Map<string, PageRecord<Source>[]>();
  private units = 0;
  private pages = 0;

  add(domain: string, record: PageRecord<Source>): void {
    const records = this.domains.get(domain);
    if (records === undefined) this.domains.set(domain, [record]);
    else records.push(record);
    this.units += record.source.length;
    this.pages++;
  }

  isFull(): boolean {
    return this.units >= BATCH_UNITS || this.pages >= BATCH_PAGES;
  }
}

async function store(batch: Batch, options: ImportOptions, counts: ImportCounts): Promise<void> {
  let pending = new Map<string, readonly PageRecord<Source>[]>(batch.domains);
  for (let attempt = 0; pending.size > 0; attempt++) {
    if (attempt > MAX_CONFLICTS) {
      throw new Error(
        `${[...pending.keys()].join(', ')}: changed by another writer ${MAX_CONFLICTS} times in a row`,
      );
    }
    pending = await storeOnce(pending, options, counts);
  }
}

/** @returns the domains that another writer changed meanwhile, to be merged again */
async function storeOnce(
  pending: ReadonlyMap<string, readonly PageRecord<Source>[]>,
  options: ImportOptions,
  counts: ImportCounts,
): Promise<Map<string, readonly PageRecord<Source>[]>> {
  const writes = [];
  for await (const { domain, incoming, existing } of readStored(pending, options.domains)) {
    const merged = mergePages<Source>(existing?.pages ?? [], incoming);
    const known = new Map(existing?.pages.map((page) => [page.url, page]));
    const fresh = merged.filter((page) => incoming.includes(page) && !isSame(page, known.get(page.url)));
    counts.pagesUnchanged += incoming.length - fresh.length;
    if (fresh.length === 0) continue;
    const document = foldSite(domain, merged, { maxSiteBytes: options.maxSiteBytes });
    writes.push({ document, ifRevision: existing?.revision ?? null, incoming, fresh });
  }
  const puts = writes.map(({ document, ifRevision }) => ({ document, ifRevision }));
  const results = puts.length === 0 ? [] : await options.domains.put(puts);
  const stored: string[] = [];
  const conflicts = new Map<string, readonly PageRecord<Source>[]>();
  for (const [index, write] of writes.entries()) {
    const result = results[index];
    if (result?.stored === true) {
      stored.push(write.document.domain);
      counts.documentsStored++;
      counts.pagesStored += write.fresh.length;
      for (const page of write.fresh) counts.sourceBytes += sourceBytes(page.source);
    } else if (result?.stored === false && result.block !== null) {
      counts.pagesBlocked += write.fresh.length;
    } else {
      conflicts.set(write.document.domain, write.incoming);
      counts.pagesUnchanged -= write.incoming.length - write.fresh.length;
    }
  }
  if (stored.length > 0) options.onStored?.(stored);
  return conflicts;
}

/** Whether a page is identical to the stored one. */
function isSame(page: PageRecord<Source>, stored: PageRecord | undefined): boolean {
  return stored !== undefined && isDeepStrictEqual(withTexts(page), stored);
}

/** Reads the stored documents of domains, several at a time because a cluster is slow to answer. */
async function* readStored(pending: ReadonlyMap<string, readonly PageRecord<Source>[]>, index: DomainIndex) {
  const left = [...pending];
  while (left.length > 0) {
    yield* await Promise.all(
      left.splice(0, READS_AT_ONCE).map(async ([domain, incoming]) => ({
        domain,
        incoming,
        existing: await index.get(domain),
      })),
    );
  }
}

function rethrow(failure: { readonly error: unknown } | null): void {
  if (failure !== null) throw failure.error;
}
