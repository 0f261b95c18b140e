// Writes captured pages of sites, over what is stored of them. A process has one writer, whatever it imports at the same time.
import { type SiteOutline, sourceBytes } from '@sitegrep/site';
import { blockReason, type DomainIndex, type DomainPut } from '@sitegrep/storage';
import { LRUCache } from 'lru-cache';
import { type PageResult, resultOf } from './imported-page.ts';
import { type KnownSite, knownSite, neighbours, pageCount } from './known-site.ts';
import {
  type Analysed,
  foldingAll,
  foldingBlocks,
  likelySame,
  type Merged,
  mergeCaptures,
} from './merge-captures.ts';

export interface SiteWriterOptions {
  readonly domains: DomainIndex;
  readonly maxSiteBytes: number;
}

/** Captured pages of a site that came together, and who waits for them. */
interface Captures {
  readonly pages: readonly Analysed[];
  readonly resolve: (results: readonly PageResult[]) => void;
  readonly reject: (error: unknown) => void;
}

/** Captures by the domain of their site. */
type Sites = ReadonlyMap<string, readonly Captures[]>;

/** Sites that are read at the same time, because a cluster is slow to answer. */
const READS_AT_ONCE = 8;
/** Pages of the sites that are remembered, some hundred bytes each. */
const MAX_KNOWN_PAGES = 200_000;
/** Maximum repetitions when other processes change a site between reading and writing it. */
const MAX_CONFLICTS = 20;

/**
 * Merges captures with the stored pages of their sites, and writes what changed. One write of a site is under way at a time; what
 * comes for it meanwhile is written together afterwards. So any number of imports of one site take turns, and none reads in vain.
 */
export class SiteWriter {
  readonly domains: DomainIndex;
  readonly #maxSiteBytes: number;
  /** Captures that wait, by the domain of a site that is being written. */
  readonly #waiting = new Map<string, Captures[]>();

  /** Sites of many pages that were written lately. */
  readonly #known = new LRUCache<string, KnownSite>({ maxSize: MAX_KNOWN_PAGES });

  constructor({ domains, maxSiteBytes }: SiteWriterOptions) {
    this.domains = domains;
    this.#maxSiteBytes = maxSiteBytes;
  }

  /** @returns the results of the pages of each site, in their order, once they are durable */
  write(sites: ReadonlyMap<string, readonly Analysed[]>): readonly Promise<readonly PageResult[]>[] {
    const now = new Map<string, readonly Captures[]>();
    const written = Array.from(sites, ([domain, pages]) => {
      const { promise, resolve, reject } = Promise.withResolvers<readonly PageResult[]>();
      const captures = { pages, resolve, reject };
      const waiting = this.#waiting.get(domain);
      if (waiting === undefined) {
        this.#waiting.set(domain, []);
        now.set(domain, [captures]);
      } else waiting.push(captures);
      return promise;
    });
    if (now.size > 0) void this.#writeAll(now);
    return written;
  }

  /** Writes sites together, and then, as long as there is any, what came for them meanwhile. */
  async #writeAll(sites: Sites): Promise<void> {
    for (let next = sites; next.size > 0; next = this.#takeWaiting(next)) {
      let pending = next;
      try {
        for (let attempt = 0; pending.size > 0; attempt++) {
          if (attempt > MAX_CONFLICTS) {
            throw new Error(
              `${[...pending.keys()].join(', ')}: changed by another writer ${MAX_CONFLICTS} times in a row`,
            );
          }
          pending = await this.#writeOnce(pending);
        }
      } catch (error) {
        for (const captures of [...pending.values()].flat()) captures.reject(error);
      }
    }
  }

  /** Takes what waits for sites that were written; the others are free. */
  #takeWaiting(sites: Sites): Sites {
    const next = new Map<string, readonly Captures[]>();
    for (const domain of sites.keys()) {
      const waiting = this.#waiting.get(domain) ?? [];
      if (waiting.length === 0) this.#waiting.delete(domain);
      else {
        this.#waiting.set(domain, []);
        next.set(domain, waiting);
      }
    }
    return next;
  }

  #remember(site: KnownSite): void {
    this.#known.set(site.domain, site, { size: pageCount(site) });
  }

  /** @returns the sites that another process changed meanwhile, to be merged again */
  async #writeOnce(sites: Sites): Promise<Sites> {
    const conflicts = new Map<string, readonly Captures[]>();
    const writes: {
      readonly put: DomainPut;
      readonly captures: readonly Captures[];
      readonly merged: Merged;
    }[] = [];
    const left = [...sites];
    while (left.length > 0) {
      const some = left.splice(0, READS_AT_ONCE);
      const read = await Promise.all(some.map(([domain, captures]) => this.#merged(domain, captures)));
      for (const [index, merged] of read.entries()) {
        const [domain = '', captures = []] = some[index] ?? [];
        if (merged === null) conflicts.set(domain, captures);
        else if (merged.put === null) settle(captures, merged.results);
        else writes.push({ put: merged.put, captures, merged });
      }
    }
    const answers = writes.length === 0 ? [] : await this.domains.put(writes.map(({ put }) => put));
    for (const [index, { put, captures, merged }] of writes.entries()) {
      const answer = answers[index];
      const { domain } = put;
      if (answer?.stored === true) {
        if (merged.site !== null) this.#remember({ ...merged.site, revision: answer.revision });
        settle(captures, merged.results);
      } else if (answer?.stored === false && answer.block !== null) {
        settle(captures, refused(domain, captures, blockReason(answer.block, domain)));
      } else conflicts.set(domain, captures);
    }
    return conflicts;
  }

  /** @returns null if the stored pages were changed while they were read */
  async #merged(domain: string, captures: readonly Captures[]): Promise<Merged | null> {
    const incoming = captures.flatMap(({ pages }) => pages);
    const known = this.#known.get(domain);
    if (known !== undefined && this.#hasRoom(known, incoming)) {
      const urls = [...neighbours(known, urlsOf(incoming)), known.summary.home.url];
      const outline = await this.domains.outline(domain, urls);
      if (outline?.revision === known.revision) return await this.#mergedInBlocks(known, outline, incoming);
    }
    const existing = await this.domains.outline(domain);
    const read = existing === null ? null : knownSite(domain, existing);
    if (existing !== null && read !== null && this.#hasRoom(read, incoming)) {
      return await this.#mergedInBlocks(read, existing, incoming);
    }
    return await this.#mergedWith(
      domain,
      incoming,
      existing,
      foldingAll(domain, existing, this.#maxSiteBytes),
    );
  }

  /** Tells whether all incoming pages fit into a site, whatever they replace. */
  #hasRoom({ bytes }: KnownSite, incoming: readonly Analysed[]): boolean {
    const more = incoming.reduce(
      (sum, { record: { source, rendered } }) =>
        sum + sourceBytes(source) + sourceBytes(rendered?.source ?? ''),
      0,
    );
    return bytes + more <= this.#maxSiteBytes;
  }

  /** @param outline outlines of the home page, and of all pages in the blocks of the pages that come */
  async #mergedInBlocks(
    known: KnownSite,
    { revision, pages }: SiteOutline,
    incoming: readonly Analysed[],
  ): Promise<Merged | null> {
    const urls = urlsOf(incoming);
    const near = new Set(neighbours(known, urls));
    const existing = { revision, pages: pages.filter(({ url }) => near.has(url)) };
    const home = pages.find(({ url }) => url === known.summary.home.url);
    if (home === undefined || existing.pages.length < near.size) return null;
    return await this.#mergedWith(known.domain, incoming, existing, foldingBlocks(known, urls, home));
  }

  async #mergedWith(
    domain: string,
    incoming: readonly Analysed[],
    existing: SiteOutline | null,
    fold: Parameters<typeof mergeCaptures>[4],
  ): Promise<Merged | null> {
    const urls = existing === null ? [] : likelySame(incoming, existing, this.#maxSiteBytes);
    const same = urls.length === 0 ? null : await this.domains.records(domain, urls);
    if (urls.length > 0 && same?.revision !== existing?.revision) return null;
    return mergeCaptures(domain, incoming, existing, same?.pages ?? [], fold);
  }
}

function urlsOf(incoming: readonly Analysed[]): readonly string[] {
  return incoming.map(({ record }) => record.url);
}

/** Gives each of several captures of a site its results. @param results those of all of their pages, in their order */
function settle(captures: readonly Captures[], results: readonly PageResult[]): void {
  let from = 0;
  for (const { pages, resolve } of captures) resolve(results.slice(from, (from += pages.length)));
}

function refused(domain: string, captures: readonly Captures[], reason: string): readonly PageResult[] {
  return captures.flatMap(({ pages }) =>
    pages.map(({ page }) => resultOf(page, domain, 'blocked_domain', reason)),
  );
}
