import type { Crawl, CrawlRecords, CrawlSeed, CrawlSite, CrawlSpec, RejectedLines } from '@sitegrep/storage';
import type { SiteResult } from '@sitegrep/site';

interface Kept {
  readonly id: string;
  readonly spec: CrawlSpec;
  readonly sites: Map<string, CrawlSite>;
  rejected: RejectedLines | null;
}

/** The records of crawls as far as the intake and the worker use them, kept in memory. */
export class MemoryRecords implements CrawlRecords {
  readonly #crawls = new Map<string, Kept>();
  /** Sites given to each call of `appendSites`. */
  readonly appended: number[] = [];

  async create(spec: CrawlSpec): Promise<Crawl> {
    const kept = { id: `crawl-${this.#crawls.size + 1}`, spec, sites: new Map(), rejected: null };
    this.#crawls.set(kept.id, kept);
    return crawlOf(kept);
  }

  async appendSites(crawlId: string, sites: readonly CrawlSeed[]): Promise<number> {
    const kept = this.#kept(crawlId);
    this.appended.push(sites.length);
    const fresh = sites.filter(({ domain }) => !kept.sites.has(domain));
    for (const seed of fresh) kept.sites.set(seed.domain, { ...seed, startedAt: null, result: null });
    return fresh.length;
  }

  async seal(crawlId: string, rejected: RejectedLines): Promise<Crawl> {
    const kept = this.#kept(crawlId);
    kept.rejected = rejected;
    return crawlOf(kept);
  }

  async get(crawlId: string): Promise<Crawl | null> {
    const kept = this.#crawls.get(crawlId);
    return kept === undefined ? null : crawlOf(kept);
  }

  async site(crawlId: string, domain: string): Promise<CrawlSite | null> {
    return this.#crawls.get(crawlId)?.sites.get(domain) ?? null;
  }

  async begin(crawlId: string, domain: string, at: number): Promise<void> {
    this.#change(crawlId, domain, (site) => ({ ...site, startedAt: at }));
  }

  async finish(crawlId: string, domain: string, result: SiteResult): Promise<boolean> {
    return this.#change(crawlId, domain, (site) => ({ ...site, result }));
  }

  async *unfinished(crawlId?: string): AsyncGenerator<{ crawlId: string; domain: string }> {
    for (const { id, sites } of this.#crawls.values()) {
      if (crawlId !== undefined && id !== crawlId) continue;
      for (const { domain, result } of sites.values()) if (result === null) yield { crawlId: id, domain };
    }
  }

  async unsealed(): Promise<readonly string[]> {
    return [...this.#crawls.values()].filter(({ rejected }) => rejected === null).map(({ id }) => id);
  }

  async discard(crawlId: string): Promise<void> {
    this.#crawls.delete(crawlId);
  }

  async list(): Promise<never> {
    throw new Error('not used');
  }

  async sites(): Promise<never> {
    throw new Error('not used');
  }

  async close(): Promise<void> {}

  #kept(crawlId: string): Kept {
    const kept = this.#crawls.get(crawlId);
    if (kept === undefined) throw new Error(`no crawl ${crawlId}`);
    return kept;
  }

  #change(crawlId: string, domain: string, change: (site: CrawlSite) => CrawlSite): boolean {
    const { sites } = this.#kept(crawlId);
    const site = sites.get(domain);
    if (site === undefined || site.result !== null) return false;
    sites.set(domain, change(site));
    return true;
  }
}

function crawlOf({ id, spec, sites, rejected }: Kept): Crawl {
  const finished = [...sites.values()].filter(({ result }) => result !== null).length;
  return {
    id,
    state: finished === sites.size && rejected !== null ? 'completed' : 'queued',
    spec,
    createdAt: 0,
    startedAt: null,
    finishedAt: null,
    sites: { total: sites.size, pending: sites.size - finished, running: 0, finished },
    outcomes: {},
    pages: 0,
    bytes: 0,
    rejected: rejected ?? { count: 0, samples: [] },
  };
}
