// What saved searches must find, and tell, after each of some steps.
import type { Expression } from '@sitegrep/search';
import { expect } from 'vitest';
import type { DomainIndex, DomainPut } from '../../src/domains.ts';
import { conclusionsOf, wholeSite } from '../../src/puts.ts';
import type { SearchEvent } from '../../src/searches/saved-searches.ts';
import { putLists } from './listed-domains.ts';
import { foundPages, isFound, piecedDocument, type Site } from './query-oracle.ts';
import { pageQuery, query } from './query-walks.ts';
import { DOMAINS, type Pages, type Search, type Step } from './saved-search-steps.ts';

/** Pages that fulfil a search, each with what is stored of it; null: the site does not fulfil it. */
type Fulfilled = ReadonlyMap<string, string> | null;

function fulfilled(site: Site | undefined, { level, where }: Search): Fulfilled {
  if (site === undefined) return null;
  if (level === 'domain') return isFound(site, where) ? new Map() : null;
  const sources = new Map(
    site.document.pages.map((page) => [page.url, JSON.stringify([page.source, page.rendered?.source])]),
  );
  const pages = foundPages(site, where).map(({ url }) => [url, sources.get(url) ?? ''] as const);
  return pages.length === 0 ? null : new Map(pages);
}

/** The event of a search after a site became another one; null: there is none. */
function kindOf(before: Fulfilled, after: Fulfilled): SearchEvent['kind'] | null {
  if (after === null) return before === null ? null : 'disappeared';
  if (before === null) return 'appeared';
  const isSame =
    before.size === after.size && [...after].every(([url, source]) => before.get(url) === source);
  return isSame ? null : 'changed';
}

/** An event as far as the model knows it. */
type Expected = Pick<SearchEvent, 'search' | 'domain' | 'kind' | 'by' | 'pages' | 'total'> & {
  readonly revision: number | null;
};

export interface SearchRun {
  take(step: Step): Promise<void>;
  /** Expects that those that are filled find what ordinary searches and a plain look find. */
  expectSearches(): Promise<void>;
  end(): Promise<void>;
  /** The events that were told. */
  readonly told: readonly SearchEvent[];
  /** Number of domains that saved searches found. */
  readonly found: () => number;
}

/** Saves searches, of which steps then change what they find. */
export async function beginRun(index: DomainIndex, drawn: readonly Omit<Search, 'id'>[]): Promise<SearchRun> {
  const searches = new Map<string, Search>();
  const sites = new Map<string, Site>();
  const ranks = new Map<string, number>();
  const told: SearchEvent[] = [];
  let found = 0;
  for (const name of DOMAINS) {
    await index.setRanks([{ domain: name, rank: 1 }]);
    ranks.set(name, 1);
  }
  for (const [number, search] of drawn.entries()) await save(number, search);
  let last = (await index.searches.events({ after: 0, limit: 1, newestFirst: true }))[0]?.number ?? 0;

  async function end(): Promise<void> {
    for (const id of searches.keys()) await index.searches.delete(id);
  }

  async function save(number: number, drawn: Omit<Search, 'id'>): Promise<void> {
    const search = { id: `s${number}`, ...drawn };
    await index.searches.put({ ...search, definition: null, at: number });
    searches.set(search.id, search);
  }

  async function take(step: Step): Promise<void> {
    switch (step.kind) {
      case 'put':
        return await put(siteOf(step.domain, step.pages, step.facts), 'others');
      case 'change':
        return await change(step);
      case 'delete':
        await index.delete(step.domain);
        return await gone(step.domain);
      case 'take down':
        await index.blocks.takeDown({ domain: step.domain, reason: null, at: 0 });
        await index.blocks.unblock(step.domain);
        return await gone(step.domain);
      case 'rank': {
        await index.setRanks([{ domain: step.domain, rank: step.rank }]);
        ranks.set(step.domain, step.rank);
        const site = sites.get(step.domain);
        if (site !== undefined) sites.set(step.domain, { ...site, rank: step.rank });
        return await expectEvents([]);
      }
      case 'list':
        // Whatever is in it, searches that name it are decided anew.
        await putLists(index, [step.list]);
        return await expectEvents([]);
      case 'save':
        await save(step.number, step.search);
        return await expectEvents([]);
      case 'fill':
        await index.searches.fill();
        return await expectEvents([]);
    }
  }

  async function change(step: Step & { readonly kind: 'change' }): Promise<void> {
    const before = sites.get(step.domain);
    if (before === undefined) return;
    const pages = new Map(before.pages.entries());
    for (const [number, content] of step.pages) {
      if (content === null) pages.delete(number);
      else if (number <= before.pages.length) pages.set(number, content);
    }
    // The pages that are left keep their URLs, which are numbered without a gap.
    const kept = before.pages.map((_, number) => number).filter((number) => pages.has(number));
    const isGapless = kept.every((number, at) => number === at);
    const changed = step.pages.map(([number]) => number);
    const isSame = !changed.some((number) => pages.get(number) !== before.pages[number]);
    if (pages.size === 0 || !isGapless || isSame) return;
    const all: Pages = [...pages].sort(([a], [b]) => a - b).map(([, content]) => content);
    await put(siteOf(step.domain, all, step.facts), changed);
  }

  /** @param changed numbers of the pages that come; all others stay */
  async function put(written: Omit<Site, 'rank'>, changed: 'others' | readonly number[]): Promise<void> {
    const { document } = written;
    const site: Site = { ...written, rank: ranks.get(document.domain) ?? 0 };
    const before = sites.get(document.domain);
    const put: DomainPut =
      changed === 'others'
        ? wholeSite(document)
        : {
            domain: document.domain,
            visits: [],
            ...conclusionsOf(document),
            pages: document.pages.filter((_, number) => changed.includes(number)),
            removed: (before?.document.pages ?? []).flatMap(({ url }) =>
              document.pages.some((page) => page.url === url) ? [] : [url],
            ),
            ifRevision: (await index.get(document.domain))?.revision ?? null,
          };
    const [result] = await index.put([put]);
    if (result?.stored !== true) throw new TypeError(`${document.domain} was not stored`);
    sites.set(document.domain, site);
    const { revision } = result;
    await expectEvents(
      searches.values().flatMap((search): readonly Expected[] => {
        const [then, now] = [fulfilled(before, search), fulfilled(site, search)];
        const kind = kindOf(then, now);
        if (kind === null) return [];
        const pages = [...(now?.keys() ?? [])];
        const { id } = search;
        return [
          { search: id, domain: document.domain, kind, by: 'visit', revision, pages, total: pages.length },
        ];
      }),
    );
  }

  async function gone(domain: string): Promise<void> {
    const before = sites.get(domain);
    sites.delete(domain);
    // What was told of it before is removed.
    for (const event of await index.searches.events({ after: 0, limit: 1_000 }))
      if (event.domain === domain) expect(event).toMatchObject({ by: 'deletion' });
    await expectEvents(
      searches
        .values()
        .filter((search) => fulfilled(before, search) !== null)
        .map(({ id: search }): Expected => ({
          search,
          domain,
          kind: 'disappeared',
          by: 'deletion',
          revision: null,
          pages: [],
          total: 0,
        })),
    );
  }

  /** Expects that these are the events since the last look. */
  async function expectEvents(expected: Iterable<Expected>): Promise<void> {
    const events = await index.searches.events({ after: last, limit: 1_000 });
    const shown = (event: Expected): string => {
      const { search, domain, kind, by, revision, pages, total } = event;
      const ofPages = searches.get(search)?.level === 'page' ? [pages, total] : [];
      return JSON.stringify([search, domain, kind, by, by === 'deletion' ? null : revision, ofPages]);
    };
    expect(events.map(shown).toSorted()).toEqual([...expected].map(shown).toSorted());
    for (const { number } of events) {
      expect(number).toBeGreaterThan(last);
      last = number;
    }
    told.push(...events);
  }

  /** Expects that those that are filled find what ordinary searches and a plain look find. */
  async function expectSearches(): Promise<void> {
    for (const search of searches.values()) {
      const { id, level, where } = search;
      if ((await index.searches.get(id))?.filled !== true) continue;
      const all = [...sites.values()].toSorted((a, b) => (a.document.domain < b.document.domain ? -1 : 1));
      const fulfilling = all.filter((site) => fulfilled(site, search) !== null);
      const domains = fulfilling.map(({ document }) => document.domain);
      const condition: Expression = {
        kind: 'condition',
        condition: { kind: 'in_list', field: 'saved', values: [id], negated: false },
      };
      const { hits } = await index.search(query(condition));
      expect([id, hits.map((hit) => hit.domain)]).toEqual([id, domains]);
      expect(await index.searches.count(id)).toBe(domains.length);
      const newest = await index.searches.events({ after: 0, limit: 1, search: id, newestFirst: true });
      expect((await index.searches.standings([id], 0)).get(id)).toMatchObject({
        domains: domains.length,
        last: newest[0] ?? null,
      });
      found += domains.length;
      if (level === 'domain') {
        const ordinary = await index.search(query(where));
        expect([id, ordinary.hits.map((hit) => hit.domain)]).toEqual([id, domains]);
        continue;
      }
      const urls = fulfilling.flatMap((site) => [...(fulfilled(site, search)?.keys() ?? [])]);
      for (const one of [condition, where]) {
        const pages = await index.search(pageQuery(one));
        expect([id, pages.hits.map(({ url }) => url)]).toEqual([id, urls]);
      }
    }
  }

  return { take, expectSearches, end, told, found: () => found };
}

function siteOf(domain: string, pages: Pages, own: Parameters<typeof piecedDocument>[2]): Omit<Site, 'rank'> {
  return piecedDocument(domain, pages, { description: null, metaKeywords: [], ...own });
}
