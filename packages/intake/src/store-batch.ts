// Writes analysed pages: they are merged with the stored pages of their domains, and each gets its result when that is durable.
import { isDeepStrictEqual } from 'node:util';
import {
  foldSite,
  mergePages,
  sourceBytes,
  withTexts,
  type DomainDocument,
  type PageOutcome,
  type PageRecord,
  type Source,
} from '@sitegrep/site';
import {
  blockReason,
  type DomainIndex,
  type DomainPut,
  type StoredDomain,
  wholeSite,
} from '@sitegrep/storage';
import { type CapturedPage, type PageResult, resultOf } from './imported-page.ts';

export interface Storing {
  readonly domains: DomainIndex;
  readonly maxSiteBytes: number;
  /** Gets the results of pages as soon as they are durable; nothing further is written until it has resolved. */
  readonly onResults: (results: readonly PageResult[]) => Promise<void>;
}

export interface StoredCounts {
  /** Number of documents written; a domain counts each time. */
  documentsStored: number;
  /** Sources of the stored pages in UTF-8. */
  sourceBytes: number;
}

interface Analysed {
  readonly page: CapturedPage;
  readonly record: PageRecord<Source>;
}

/** Source of a full batch, in UTF-16 units. */
const BATCH_UNITS = 24_000_000;
/** Pages of a full batch. */
const BATCH_PAGES = 512;
/** Stored documents that are read at the same time. */
const READS_AT_ONCE = 8;
/** Maximum repetitions when other writers change a domain between reading and writing it. */
const MAX_CONFLICTS = 20;

/** Analysed pages that wait to be written. */
export class Batch {
  readonly domains = new Map<string, Analysed[]>();
  #units = 0;
  #pages = 0;
  #firstAt = 0;
  #lastAt = 0;

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
    return this.#units >= BATCH_UNITS || this.#pages >= BATCH_PAGES;
  }

  /** Whether its last page came so long ago, or its first one, in milliseconds. */
  isDue(sinceLast: number, sinceFirst: number): boolean {
    if (this.isEmpty) return false;
    const now = performance.now();
    return now - this.#lastAt > sinceLast || now - this.#firstAt > sinceFirst;
  }
}

/** Writes a batch, and gives the results of its pages as they become durable. */
export async function storeBatch(batch: Batch, options: Storing, counts: StoredCounts): Promise<void> {
  let pending = new Map<string, readonly Analysed[]>(batch.domains);
  for (let attempt = 0; pending.size > 0; attempt++) {
    if (attempt > MAX_CONFLICTS) {
      throw new Error(
        `${[...pending.keys()].join(', ')}: changed by another writer ${MAX_CONFLICTS} times in a row`,
      );
    }
    pending = await storeOnce(pending, options, counts);
  }
}

interface Write {
  readonly put: DomainPut;
  readonly incoming: readonly Analysed[];
  readonly results: readonly PageResult[];
}

/** @returns the domains that another writer changed meanwhile, to be merged again */
async function storeOnce(
  pending: ReadonlyMap<string, readonly Analysed[]>,
  { domains, maxSiteBytes, onResults }: Storing,
  counts: StoredCounts,
): Promise<Map<string, readonly Analysed[]>> {
  const writes: Write[] = [];
  const settled: PageResult[] = [];
  for await (const { domain, incoming, existing } of readStored(pending, domains)) {
    const merged = merge(domain, incoming, existing, maxSiteBytes);
    if (merged.document === null) settled.push(...merged.results);
    else {
      const put = { ...wholeSite(merged.document), ifRevision: existing?.revision ?? null };
      writes.push({ put, incoming, results: merged.results });
    }
  }
  if (settled.length > 0) await onResults(settled);
  const answers = writes.length === 0 ? [] : await domains.put(writes.map(({ put }) => put));
  const durable: PageResult[] = [];
  const conflicts = new Map<string, readonly Analysed[]>();
  for (const [index, { put, incoming, results }] of writes.entries()) {
    const answer = answers[index];
    const { domain } = put;
    if (answer?.stored === true) {
      counts.documentsStored++;
      counts.sourceBytes += storedBytes(incoming, results);
      durable.push(...results);
    } else if (answer?.stored === false && answer.block !== null) {
      const reason = blockReason(answer.block, domain);
      durable.push(...incoming.map(({ page }) => resultOf(page, domain, 'blocked_domain', reason)));
    } else conflicts.set(domain, incoming);
  }
  if (durable.length > 0) await onResults(durable);
  return conflicts;
}

function storedBytes(incoming: readonly Analysed[], results: readonly PageResult[]): number {
  return incoming.reduce(
    (sum, { record }, n) => sum + (results[n]?.outcome === 'stored' ? sourceBytes(record.source) : 0),
    0,
  );
}

interface Merged {
  /** The document to be written; null if nothing changes. */
  readonly document: DomainDocument<Source> | null;
  /** The result of each page, once that is written. */
  readonly results: readonly PageResult[];
}

function merge(
  domain: string,
  incoming: readonly Analysed[],
  existing: StoredDomain | null,
  maxSiteBytes: number,
): Merged {
  const known = new Map(existing?.pages.map((page) => [page.url, page]));
  const isRepeated = ({ page, record }: Analysed): boolean => {
    const stored = known.get(record.url);
    if (page.isDated !== false || stored === undefined) return false;
    return isSame({ ...record, fetchedAt: stored.fetchedAt }, stored);
  };
  const news = incoming.filter((one) => !isRepeated(one)).map(({ record }) => record);
  const pages = mergePages(existing?.pages ?? [], news);
  const taken = new Set<unknown>(news);
  const winners = new Map(pages.map((page) => [page.url, page]));
  const fresh = new Set(pages.filter((page) => taken.has(page) && !isSame(page, known.get(page.url))));
  const document = fresh.size === 0 ? null : foldSite(domain, pages, { maxSiteBytes });
  const kept = new Map(document?.pages.map((page) => [page.url, page]));
  const outcomeOf = ({ record }: Analysed): PageOutcome => {
    const winner = winners.get(record.url);
    if (!taken.has(record)) return 'unchanged';
    if (winner !== record) return winner !== undefined && isCopy(record, winner) ? 'unchanged' : 'older';
    if (!fresh.has(record)) return 'unchanged';
    const stays = kept.get(record.url);
    if (stays === undefined) return 'site_full';
    // The cap of the site may have truncated it to what is stored.
    return isSame(stays, known.get(record.url)) ? 'unchanged' : 'stored';
  };
  const results = incoming.map((one) => resultOf(one.page, domain, outcomeOf(one), one.page.notice ?? null));
  const isChanged = results.some(({ outcome }) => outcome === 'stored');
  return { document: isChanged ? document : null, results };
}

/** Whether a page is identical to the stored one. */
function isSame(page: PageRecord<Source>, stored: PageRecord | undefined): boolean {
  return stored !== undefined && isDeepStrictEqual(withTexts(page), stored);
}

/** Whether two pages of one import are the same. */
function isCopy(page: PageRecord<Source>, other: PageRecord<Source>): boolean {
  return isSame(page, withTexts(other));
}

/** Reads the stored documents of domains, several at a time because a cluster is slow to answer. */
async function* readStored(pending: ReadonlyMap<string, readonly Analysed[]>, index: DomainIndex) {
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
