import { randomUUID } from 'node:crypto';
import type {
  ApiKey,
  Crawl,
  CrawlRecords,
  CrawlSite,
  DomainIndex,
  KeyStore,
  StoredDomain,
} from '@sitegrep/storage';
import { foldCase } from '@sitegrep/search';

const unused = () => Promise.reject(new Error('not used here'));

export function memoryStorage(): { domains: DomainIndex; crawls: CrawlRecords; keys: KeyStore } {
  const docs = new Map<string, StoredDomain>();
  const domains: DomainIndex = {
    put: async (puts) =>
      puts.map(
        ({ document }) => (
          docs.set(document.domain, { ...document, revision: 1, rank: docs.get(document.domain)?.rank ?? 0 }),
          { stored: true, revision: 1 }
        ),
      ),
    search: async (query) => {
      const all = [...docs.values()]
        .filter((doc) =>
          query.terms.every((term) => doc.pages.some((page) => foldCase(page.source).includes(term))),
        )
        .sort(
          (a, b) =>
            (query.order[0]?.field === 'domain_rank' ? b.rank - a.rank : 0) || (a.domain < b.domain ? -1 : 1),
        );
      const start = query.from.kind === 'offset' ? query.from.offset : query.from.cursor.offset;
      const hits = all.slice(start, start + query.limit);
      const last = hits.at(-1);
      return {
        total: all.length,
        offset: start,
        hits: hits.map(({ domain, rank, facts }) => ({ domain, rank, facts })),
        next:
          last !== undefined && start + hits.length < all.length
            ? {
                values: query.order.map(({ field }) => (field === 'domain_rank' ? last.rank : last.domain)),
                offset: start + hits.length,
              }
            : null,
      };
    },
    get: async (domain) => docs.get(domain) ?? null,
    delete: unused,
    setRanks: async () => undefined,
    scan: async function* () {},
    stats: unused,
    close: async () => undefined,
  };
  const crawlMap = new Map<string, { crawl: Crawl; sites: Map<string, CrawlSite> }>();
  const need = (id: string) => {
    const found = crawlMap.get(id);
    if (!found) throw new Error('no crawl');
    return found;
  };
  const counted = ({ crawl, sites }: { crawl: Crawl; sites: Map<string, CrawlSite> }): Crawl => {
    const all = [...sites.values()];
    const finished = all.filter((s) => s.result !== null);
    const running = all.filter((s) => s.result === null && s.startedAt !== null).length;
    const outcomes: Record<string, number> = {};
    for (const s of finished)
      if (s.result) outcomes[s.result.outcome] = (outcomes[s.result.outcome] ?? 0) + 1;
    return {
      ...crawl,
      state: all.length === finished.length ? 'completed' : crawl.startedAt === null ? 'queued' : 'running',
      sites: {
        total: all.length,
        pending: all.length - finished.length - running,
        running,
        finished: finished.length,
      },
      outcomes,
      pages: finished.reduce((n, s) => n + (s.result?.pages ?? 0), 0),
    };
  };
  const paged = <T>(items: readonly T[], { limit, after }: { limit: number; after?: string }) => {
    const start = Number(after ?? 0);
    return {
      items: items.slice(start, start + limit),
      next: start + limit < items.length ? String(start + limit) : null,
    };
  };
  const crawls: CrawlRecords = {
    create: async (spec) => {
      const crawl: Crawl = {
        id: randomUUID(),
        state: 'queued',
        spec,
        createdAt: Date.now(),
        startedAt: null,
        finishedAt: null,
        sites: { total: 0, pending: 0, running: 0, finished: 0 },
        outcomes: {},
        pages: 0,
        bytes: 0,
        rejected: { count: 0, samples: [] },
      };
      crawlMap.set(crawl.id, { crawl, sites: new Map() });
      return crawl;
    },
    appendSites: async (id, seeds) => {
      const { sites } = need(id);
      let n = 0;
      for (const seed of seeds)
        if (!sites.has(seed.domain)) {
          sites.set(seed.domain, { ...seed, startedAt: null, result: null });
          n++;
        }
      return n;
    },
    seal: async (id, rejected) => {
      const entry = need(id);
      entry.crawl = { ...entry.crawl, rejected };
      return counted(entry);
    },
    get: async (id) => {
      const found = crawlMap.get(id);
      return found ? counted(found) : null;
    },
    list: async (page) => paged([...crawlMap.values()].toReversed().map(counted), page),
    sites: async (id, page) =>
      paged(
        [...need(id).sites.values()].filter(
          (s) => page.outcome === undefined || s.result?.outcome === page.outcome,
        ),
        page,
      ),
    site: async (id, domain) => need(id).sites.get(domain) ?? null,
    begin: async (id, domain, at) => {
      const e = need(id);
      const s = e.sites.get(domain);
      if (s) e.sites.set(domain, { ...s, startedAt: at });
      e.crawl = { ...e.crawl, startedAt: e.crawl.startedAt ?? at };
    },
    finish: async (id, domain, result) => {
      const e = need(id);
      const s = e.sites.get(domain);
      if (s) e.sites.set(domain, { ...s, result });
      return true;
    },
    unfinished: async function* (id) {
      if (id) for (const s of need(id).sites.values()) if (!s.result) yield { crawlId: id, domain: s.domain };
    },
    unsealed: async () => [],
    discard: async (id) => void crawlMap.delete(id),
    close: async () => undefined,
  };
  const all = new Map<string, ApiKey>();
  const secrets = new Map<string, Uint8Array>();
  const keys: KeyStore = {
    create: async ({ hash, ...key }) => {
      const k: ApiKey = { ...key, id: randomUUID(), lastUsedAt: null, revokedAt: null };
      all.set(hash, k);
      return k;
    },
    findByHash: async (hash) => all.get(hash) ?? null,
    list: async () => [...all.values()],
    revoke: async (id, at) => {
      for (const [h, k] of all)
        if (k.id === id) {
          const r = { ...k, revokedAt: k.revokedAt ?? at };
          all.set(h, r);
          return r;
        }
      return null;
    },
    touch: async (id, at) => {
      for (const [h, k] of all) if (k.id === id) all.set(h, { ...k, lastUsedAt: at });
    },
    secret: async (name) => {
      const s = secrets.get(name) ?? crypto.getRandomValues(new Uint8Array(32));
      secrets.set(name, s);
      return s;
    },
    close: async () => undefined,
  };
  return { domains, crawls, keys };
}
