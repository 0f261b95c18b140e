import type { Expression, Level } from '@sitegrep/search';
import type { WorkPart } from '@sitegrep/texts';
import { costOf, needlesIn } from './cost.ts';
import type { Parts } from './parts.ts';
import { Renewal } from './renewal.ts';
import { type Entry, SearchTables } from './search-tables.ts';
import type { DecidedSite, PageHits } from './site.ts';
import { SiteView } from './site-view.ts';
import { domainTestOf, pagePartOf } from './tests.ts';
import { OutOfWork, WorkLeft } from './work.ts';

/** A search that is decided about sites when they are put. */
export interface SavedSearch {
  readonly id: string;
  /**
   * A number from 1 on, higher than that of any search that was saved before, here or elsewhere: what is known of pages is known up to
   * a number. Absent: the decider counts, and what it says of pages is of use to itself alone.
   */
  readonly number?: number;
  readonly level: Extract<Level, 'domain' | 'page'>;
  /** Its criteria, in canonical form for its level; of a search of records of changes, whose level is `domain` here, for changes. */
  readonly where: Expression;
}

/** A search that a site fulfils. */
export interface FulfilledSearch {
  readonly id: string;
  /**
   * URLs: at the level `page` of the pages that fulfil it, the first `MAX_PAGES` of them; at the level `domain` of the first page that
   * shows any of what it is about, if one does. They are read from the pages when they are needed.
   */
  readonly pages: readonly string[];
  /** Positions of all of these pages among those of the site, ascending; at the level `domain` that of the page in `pages`. */
  readonly positions: readonly number[];
}

/** The searches that a site fulfils. */
export interface Decision {
  /** They have no particular order. */
  readonly fulfilled: readonly FulfilledSearch[];
  /** Ids of searches about which nothing is known, since deciding them is more work than a site may be. */
  readonly undecided: readonly string[];
  /** The literals that each page has, to be kept beside it: those that it came with if they still tell all; null: they are not known. */
  readonly hits: readonly (PageHits | null)[];
  /** The work that was done in sources. */
  readonly work: WorkPart;
}

/** Maximum number of pages that are named of a search. */
export const MAX_PAGES = 20;
/** Maximum number of searches that one decider has. */
export const MAX_SEARCHES = 100_000;
/** Maximum number of searches that are tested for each site: those of conditions for which no label is necessary. */
export const MAX_ALWAYS = 1_000;
/** Units of work for one site: about a second for small pages. */
const MAX_WORK = 200_000;
/** Literals that may be left over of searches that are gone, besides as many as are in use. */
const MAX_LEFT_OVER = 10_000;

/** Why a search cannot be decided, without its subject, and what helps. */
export interface Refusal {
  readonly problem: string;
  readonly remedy: string;
}

/** Decides which of many searches a site fulfils, in one pass over its texts. */
export interface Decider {
  /** Number of searches. */
  readonly size: number;
  /** Why a search cannot be added, also in place of one of the same id; null: it can. */
  refusalOf(search: SavedSearch): Refusal | null;
  /** Adds a search, in place of one of the same id. @throws RangeError if that is refused */
  add(search: SavedSearch): void;
  /** @returns whether there was one */
  remove(id: string): boolean;
  decide(site: DecidedSite): Decision;
}

interface DeciderOptions {
  /** Units of work for one site; what is more is left undecided. Absent: about a second for small pages. */
  readonly maxWork?: number;
  /** True if searches may be broad, since few sites are decided. Absent: they may not. */
  readonly takesBroad?: boolean;
}

/** @throws RangeError as `add` does */
export function compileSearches(
  searches: Iterable<SavedSearch>,
  { maxWork = MAX_WORK, takesBroad = false }: DeciderOptions = {},
): Decider {
  const decider = new SearchDecider(maxWork, takesBroad);
  for (const search of searches) decider.add(search);
  return decider;
}

/** Finds the positions of the pages by which a site fulfils a search; null: it does not. */
type Test = (view: SiteView) => FulfilledSearch['positions'] | null;

class SearchDecider implements Decider {
  readonly #maxWork: number;
  readonly #takesBroad: boolean;
  #entries = new Map<string, Entry<SavedSearch>>();
  #tables = new SearchTables<SavedSearch>();
  /** The highest number of a search. */
  #newest = 0;
  /** Tests of searches that were looked at. */
  #tests = new WeakMap<Entry<SavedSearch>, Test>();
  /** Needles of searches that are gone. */
  #leftOver = 0;
  #renewal: Renewal<SavedSearch> | null = null;

  constructor(maxWork: number, takesBroad: boolean) {
    this.#maxWork = maxWork;
    this.#takesBroad = takesBroad;
  }

  get size(): number {
    return this.#entries.size;
  }

  refusalOf({ id, where }: SavedSearch): Refusal | null {
    const before = this.#entries.get(id);
    if (before === undefined && this.#entries.size >= MAX_SEARCHES)
      return {
        problem: `would be one more than the ${MAX_SEARCHES} that are decided at every put`,
        remedy: 'delete others',
      };
    if (this.#takesBroad) return null;
    const cost = costOf(where);
    if (cost.kind === 'too broad') return cost;
    if (cost.kind === 'keyed' || before?.key === null || this.#tables.always < MAX_ALWAYS) return null;
    return {
      problem: `would be one more than the ${MAX_ALWAYS} that are tested for each site`,
      remedy: 'add a text of 3 characters, a technology, a host or a country',
    };
  }

  add(search: SavedSearch): void {
    const { id } = search;
    const refusal = this.refusalOf(search);
    if (refusal !== null)
      throw new RangeError(`the saved search ${JSON.stringify(id)} ${refusal.problem}; ${refusal.remedy}`);
    const number = search.number ?? this.#newest + 1;
    const entry = this.#tables.entryOf(search, number);
    this.#drop(id);
    this.#newest = Math.max(this.#newest, number);
    this.#entries.set(id, entry);
    this.#tables.put(entry);
    this.#renewal?.add(search, number);
    this.#renew();
  }

  remove(id: string): boolean {
    const isThere = this.#drop(id);
    this.#renew();
    return isThere;
  }

  #drop(id: string): boolean {
    const entry = this.#entries.get(id);
    if (entry === undefined) return false;
    this.#entries.delete(id);
    this.#tables.delete(entry);
    this.#renewal?.remove(id);
    this.#leftOver += needlesIn(entry.search.where).length;
    return true;
  }

  /** Leaves out what is left of searches that are gone, step by step. */
  #renew(): void {
    if (this.#leftOver > MAX_LEFT_OVER + this.#tables.targets.size / 2)
      this.#renewal ??= new Renewal(this.#entries.values());
    if (this.#renewal?.goOn() !== true) return;
    const { tables, entries, gone } = this.#renewal;
    this.#renewal = null;
    this.#tables = tables;
    this.#entries = entries;
    this.#tests = new WeakMap();
    this.#leftOver = gone.reduce((sum, { where }) => sum + needlesIn(where).length, 0);
  }

  decide(site: DecidedSite): Decision {
    const tables = this.#tables;
    const { targets, ranged, parts } = tables;
    const work = new WorkLeft(this.#maxWork);
    const view = new SiteView(site, { targets, ranged, work });
    const candidates = tables.byLabels(site, view);
    view.scanWords();
    tables.addFound(view.found, candidates);
    const needed = tables.newestNeeding(candidates);
    const isScanned = needed === 0 || finishes(() => view.scanPages(needed, this.#newest));
    tables.addFound(view.found, candidates);
    const undecided = isScanned ? [] : this.#needingSources(candidates);
    const fulfilled: FulfilledSearch[] = [];
    parts.work = work;
    for (const entry of [...candidates].sort((a, b) => a.cost - b.cost)) {
      if (entry.needsSources && !isScanned) continue;
      const { id } = entry.search;
      const isDone = finishes(() => {
        const positions = this.#testOf(entry)(view);
        if (positions !== null) fulfilled.push(shownBy(id, positions, site));
      });
      if (!isDone) undecided.push(id);
    }
    parts.work = null;
    return {
      fulfilled,
      undecided,
      hits: view.hits,
      work: { part: 'candidates', items: site.pages.length, sought: targets.size, work: work.done },
    };
  }

  #testOf(entry: Entry<SavedSearch>): Test {
    const known = this.#tests.get(entry);
    if (known !== undefined) return known;
    const test = testOf(entry.search, this.#tables.parts);
    this.#tests.set(entry, test);
    return test;
  }

  /** Ids of the searches that a look at all pages would have to decide. @param candidates those with labels of the site */
  #needingSources(candidates: ReadonlySet<Entry<SavedSearch>>): string[] {
    return Array.from(this.#entries.values()).flatMap((entry) => {
      const mayBe = candidates.has(entry) || (entry.key?.targets.length ?? 0) > 0;
      return entry.needsSources && mayBe ? [entry.search.id] : [];
    });
  }
}

/** Does some work. @returns whether the work that is left was enough */
function finishes(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (!(error instanceof OutOfWork)) throw error;
    return false;
  }
}

function testOf({ level, where }: SavedSearch, parts: Parts): Test {
  if (level === 'domain') {
    const { isFulfilled, firstPage } = domainTestOf(where, parts);
    return (view) => {
      if (!isFulfilled(view)) return null;
      const first = firstPage(view);
      return first === -1 ? [] : [first];
    };
  }
  const part = pagePartOf(where, parts);
  return (view) => {
    const positions = [...view.pagesWith(part)];
    return positions.length === 0 ? null : positions;
  };
}

/** A search with URLs of the pages that show it, each of which may have to be read. */
function shownBy(id: string, positions: readonly number[], { pages }: DecidedSite): FulfilledSearch {
  return {
    id,
    positions,
    get pages() {
      return positions.slice(0, MAX_PAGES).flatMap((at) => pages[at]?.url ?? []);
    },
  };
}
