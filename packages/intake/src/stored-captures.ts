// Recognises captures that are stored already by the versions of stored pages, so that an import that is run again need neither
// analyse them nor read any source.
import { pageDigest, type PageVersion } from '@sitegrep/site';
import type { DomainIndex } from '@sitegrep/storage';
import { LRUCache } from 'lru-cache';
import type { CapturedPage } from './imported-page.ts';

/** Domains and pages that are kept in memory, some hundred bytes each; of a domain with more pages, it alone is kept. */
const MAX_KEPT = 20_000;

/** Pages of a domain that are read by themselves before all of its pages are read. */
const MAX_SINGLE = 3;

interface Stored {
  readonly fetchedAt: number;
  readonly version: PageVersion;
}

type StoredPages = ReadonlyMap<string, Stored>;

export class StoredCaptures {
  readonly #domains: Pick<DomainIndex, 'pages'>;
  readonly #factsVersion: string;
  /** The stored pages of domains. */
  readonly #known = new LRUCache<string, Promise<StoredPages>>({ maxSize: MAX_KEPT });
  /** Number of pages of domains that were read by themselves. */
  readonly #single = new LRUCache<string, number>({ max: MAX_KEPT });

  /** @param factsVersion version of the facts that an analysis would give now */
  constructor(domains: Pick<DomainIndex, 'pages'>, factsVersion: string) {
    this.#domains = domains;
    this.#factsVersion = factsVersion;
  }

  /**
   * Whether the stored page of the same URL is this capture: fetched at the same time, unless the capture states none, with the
   * same content, and facts that an analysis would give again. A page that was truncated, or asks not to be indexed where this
   * counts, is never one.
   */
  async has(page: CapturedPage, domain: string): Promise<boolean> {
    if (page.obeysNoindex === true) return false;
    const stored = await this.#storedAt(page.url, domain);
    if (stored === undefined) return false;
    if (page.isDated !== false && page.fetchedAt !== stored.fetchedAt) return false;
    return stored.version.digest === pageDigest(page);
  }

  /** Forgets what it knows, because pages have been written. */
  forget(): void {
    this.#known.clear();
    this.#single.clear();
  }

  /** The stored page of a URL. The first ones of a domain are read by themselves: of many imports they are the only ones. */
  async #storedAt(url: string, domain: string): Promise<Stored | undefined> {
    const single = this.#single.get(domain) ?? 0;
    if (single < MAX_SINGLE && !this.#known.has(domain)) {
      this.#single.set(domain, single + 1);
      return (await this.#read(domain, [url])).get(url);
    }
    return (await this.#pagesOf(domain)).get(url);
  }

  #pagesOf(domain: string): Promise<StoredPages> {
    const known = this.#known.get(domain);
    if (known !== undefined) return known;
    const read = this.#read(domain).then((pages) => {
      // Unless it was forgotten meanwhile. A value that is set again would keep its size.
      if (this.#known.peek(domain) !== read) return pages;
      this.#known.delete(domain);
      this.#known.set(domain, read, { size: Math.min(pages.size + 1, MAX_KEPT) });
      return pages;
    });
    this.#known.set(domain, read, { size: 1 });
    return read;
  }

  /** @param urls absent: all pages are read */
  async #read(domain: string, urls?: readonly string[]): Promise<StoredPages> {
    const list = await this.#domains.pages(domain, urls);
    const pages = new Map<string, Stored>();
    for (const { url, fetchedAt, truncated, version, factsVersion } of list?.pages ?? []) {
      if (version === null || truncated || factsVersion !== this.#factsVersion) continue;
      pages.set(url, { fetchedAt, version });
    }
    return pages;
  }
}
