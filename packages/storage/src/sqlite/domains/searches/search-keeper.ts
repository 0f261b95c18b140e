// Decides saved searches in the transactions that change what they are about.
import type { Decision } from '@sitegrep/deciding';
import type { ChangeRecord } from '@sitegrep/site';
import type { SearchEvent } from '../../../searches/saved-searches.ts';
import type { DeciderName } from '../../../searches/search-deciders.ts';
import type { DomainRow } from '../rows.ts';
import { nextNumber, type StateKeeper } from '../state.ts';
import type { NumberedSite, PutDocument, SiteReader } from './decided-sites.ts';
import type { EventWriter } from './event-rows.ts';
import type { FulfilledWriter } from './fulfilled-rows.ts';
import type { HitWriter } from './hit-rows.ts';
import type { KnownSearches } from './known-searches.ts';
import type { LooseChanges } from './loose-changes.ts';
import { areOthers, type ChangedPages } from './matched-pages.ts';
import type { SearchRow } from './search-rows.ts';

/** The searches that a domain fulfils before something is done to it. */
export interface Before {
  /** Numbers of pages, by the number of matches; as they are stored. */
  readonly stored: ReadonlyMap<number, readonly number[]>;
  /** The same as it is: also of searches for which the domain is not decided yet. */
  readonly known: ReadonlyMap<number, readonly number[]>;
}

/** The pages by which a domain fulfils a search now: their numbers, and the URLs of the first of them. */
interface FulfilledNow {
  readonly pages: readonly number[];
  readonly urls: () => readonly string[];
}

/** Decides saved searches about one domain, inside a write transaction. */
export interface SearchKeeper {
  /**
   * Reads what a domain fulfils; it must be as it was when this is called. Null: there are no saved searches, or none of those that matter.
   *
   * @param row null: it is not stored
   */
  before(row: DomainRow | null, name?: DeciderName): Before | null;
  /**
   * Decides a domain that was put.
   *
   * @param before what `before` gave
   * @returns number of the searches about which nothing is known
   */
  put(row: DomainRow, before: Before, document: PutDocument, more: PutChanges): number;
  /** Decides a domain of which visits left records, while its document stays. */
  visited(row: DomainRow, before: Before, records: readonly ChangeRecord[]): void;
  /** Decides a domain whose rank is another one, which no event says. */
  ranked(row: DomainRow): void;
  /** Tells that a domain was removed. @param revision that of its removal */
  removed(row: DomainRow, before: Before, revision: number): void;
}

interface PutChanges {
  readonly pages: ChangedPages;
  readonly records: readonly ChangeRecord[];
}

interface KeeperParts {
  readonly searches: () => KnownSearches;
  readonly siteOf: SiteReader;
  readonly fulfilled: FulfilledWriter;
  readonly hits: Pick<HitWriter, 'set'>;
  readonly events: EventWriter;
  readonly loose: LooseChanges;
  readonly state: StateKeeper;
}

const NOTHING: Before = { stored: new Map(), known: new Map() };

export function searchKeeper(parts: KeeperParts): SearchKeeper {
  const { searches, siteOf, fulfilled, hits, events, loose, state } = parts;

  function read(row: DomainRow, put: PutDocument | null = null): NumberedSite {
    return siteOf(row, searches().deciders.lists, put);
  }

  /** Numbers of the pages that fulfil a search, ascending. */
  function pagesOf(
    { level }: SearchRow,
    { pages }: NumberedSite,
    { positions }: Decision['fulfilled'][number],
  ): readonly number[] {
    if (level !== 'page') return [];
    return positions.map((at) => pages[at] ?? 0).sort((a, b) => a - b);
  }

  function before(row: DomainRow | null, name: DeciderName = 'all'): Before | null {
    const { size, deciders } = searches();
    if (size === 0 || (name === 'ranked' && deciders.sizeOf(name) === 0)) return null;
    if (row === null) return NOTHING;
    const stored = new Map(fulfilled.ofDomain(row.id).map(({ search, pages }) => [search, pages]));
    const open = searches().unfilled.filter(
      (search) => isOpen(search, row) && deciders.isIn(name, search.id),
    );
    if (open.length === 0) return { stored, known: stored };
    const known = new Map(stored);
    const site = read(row);
    const decision = deciders.decide(name, site.site);
    const undecided = new Set(decision.undecided);
    const found = new Map(decision.fulfilled.map((one) => [one.id, one]));
    for (const search of open) {
      if (undecided.has(search.id)) continue;
      const own = found.get(search.id);
      if (own === undefined) known.delete(search.matches);
      else known.set(search.matches, pagesOf(search, site, own));
    }
    return { stored, known };
  }

  /**
   * Decides searches about a domain and writes which of them it fulfils now.
   *
   * @param tell is called for each search that it fulfils now, or did before
   * @returns number of the searches about which nothing is known
   */
  function decide(
    { id }: DomainRow,
    { stored, known: before }: Before,
    site: NumberedSite,
    name: DeciderName,
    tell: (search: SearchRow, now: FulfilledNow | null, then: readonly number[] | null) => void,
  ): number {
    const { deciders } = searches();
    const decision = deciders.decide(name, site.site);
    let isChanged = false;
    const undecided = new Set(decision.undecided);
    const now = new Set<number>();
    for (const one of decision.fulfilled) {
      const search = searches().get(one.id);
      if (search === null) throw new TypeError(`a search is decided that is not there: ${one.id}`);
      const pages = pagesOf(search, site, one);
      now.add(search.matches);
      const known = stored.get(search.matches);
      if (known === undefined || !areEqual(known, pages)) {
        fulfilled.set({ search: search.matches, domain: id, pages });
        isChanged = true;
      }
      tell(search, { pages, urls: () => one.pages }, before.get(search.matches) ?? null);
    }
    for (const matches of new Set([...stored.keys(), ...before.keys()])) {
      const search = searches().ofMatches(matches);
      if (search === null || now.has(matches) || undecided.has(search.id)) continue;
      if (!deciders.isIn(name, search.id)) continue;
      if (stored.has(matches)) {
        fulfilled.remove(matches, id);
        isChanged = true;
      }
      tell(search, null, before.get(matches) ?? null);
    }
    if (name === 'all') hits.set(id, site.hits, site.pages, decision.hits);
    else {
      loose.note(id);
      if (isChanged) nextNumber(state, 'refilled');
    }
    return undecided.size;
  }

  /** Tells what is other than before. @param changed null: the pages are as they were */
  function teller(row: DomainRow, at: number, changed: ChangedPages | null): Parameters<typeof decide>[4] {
    return (search, now, then) => {
      if (now === null) {
        if (then !== null) add(search, row, row.revision, { at, kind: 'disappeared', by: 'visit' });
        return;
      }
      const isOther =
        then !== null && changed !== null && search.level === 'page' && areOthers(then, now.pages, changed);
      if (then !== null && !isOther) return;
      const urls = now.urls();
      add(search, row, row.revision, {
        at,
        kind: then === null ? 'appeared' : 'changed',
        by: 'visit',
        pages: urls,
        total: search.level === 'page' ? now.pages.length : urls.length,
      });
    };
  }

  function tellRecords(
    row: DomainRow,
    at: number,
    site: NumberedSite,
    records: readonly ChangeRecord[],
  ): number {
    const { fulfilling, undecided } = searches().deciders.recorded(() => site.site, records);
    for (const { id } of fulfilling) {
      const search = searches().get(id);
      if (search !== null) add(search, row, row.revision, { at, kind: 'appeared', by: 'visit' });
    }
    return undecided.length;
  }

  function add(
    { number }: SearchRow,
    { domain }: DomainRow,
    revision: number,
    event: Pick<SearchEvent, 'at' | 'kind' | 'by'> & {
      readonly pages?: readonly string[];
      readonly total?: number;
    },
  ): void {
    events.add({ search: number, domain, revision, pages: [], total: 0, ...event });
  }

  return {
    before,
    put(row, known, document, { pages, records }) {
      const at = Date.now();
      const site = read(row, document);
      const undecided = decide(row, known, site, 'all', teller(row, at, pages));
      return undecided + tellRecords(row, at, site, records);
    },
    visited(row, known, records) {
      const at = Date.now();
      const site = read(row);
      const { deciders } = searches();
      if (deciders.sizeOf('changing') > 0) decide(row, known, site, 'changing', teller(row, at, null));
      tellRecords(row, at, site, records);
    },
    ranked(row) {
      const known = before(row, 'ranked');
      if (known !== null) decide(row, known, read(row), 'ranked', () => undefined);
    },
    removed(row, { stored, known }, revision) {
      for (const search of stored.keys()) fulfilled.remove(search, row.id);
      events.removeOfDomain(row.domain);
      const at = Date.now();
      for (const matches of known.keys()) {
        const search = searches().ofMatches(matches);
        if (search !== null) add(search, row, revision, { at, kind: 'disappeared', by: 'deletion' });
      }
    },
  };
}

/** Tells whether a domain is not decided for a search that is not filled. */
function isOpen({ since, filledTo }: SearchRow, { revision, id }: DomainRow): boolean {
  return revision <= since && id > filledTo;
}

function areEqual(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((number, at) => number === other[at]);
}
