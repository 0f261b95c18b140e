// Ways to save searches and to read what became of them.
import { type Expression, simplify } from '@sitegrep/search';
import type { DomainIndex } from '../../src/domains.ts';
import type { NewSearch, SavedSearch, SearchEvent } from '../../src/searches/saved-searches.ts';
import { pageQuery, query } from './query-walks.ts';

/** A time of which nothing is derived. */
export const AT = 1_700_000_000_000;

export const ALL_OF_THEM: Expression = { kind: 'constant', value: true };

/** Fulfilled by domains that fulfil one of some saved searches. */
export function saved(...values: readonly string[]): Expression {
  return { kind: 'condition', condition: { kind: 'in_list', field: 'saved', values, negated: false } };
}

export function newSearch(id: string, level: NewSearch['level'], where: Expression): NewSearch {
  return { id, level, where: simplify(where, level), definition: { written: id }, at: AT };
}

export interface SearchReads {
  readonly domainsOf: (where: Expression) => Promise<readonly string[]>;
  readonly pagesOf: (where: Expression) => Promise<readonly string[]>;
  /** Saves searches and fills them. */
  readonly save: (...searches: readonly NewSearch[]) => Promise<void>;
  /** All saved searches. @param limit how many are read at a time */
  readonly all: (limit: number) => Promise<readonly SavedSearch[]>;
  readonly eventsAfter: (number: number) => Promise<readonly SearchEvent[]>;
  readonly lastEvent: () => Promise<number>;
}

/** @param open gives the index, which may be opened again */
export function searchReads(open: () => DomainIndex): SearchReads {
  async function domainsOf(where: Expression): Promise<readonly string[]> {
    return (await open().search(query(where))).hits.map(({ domain }) => domain);
  }

  async function pagesOf(where: Expression): Promise<readonly string[]> {
    return (await open().search(pageQuery(where))).hits.map(({ url }) => url);
  }

  async function save(...searches: readonly NewSearch[]): Promise<void> {
    for (const one of searches) await open().searches.put(one);
    await open().searches.fill();
  }

  async function all(limit: number): Promise<readonly SavedSearch[]> {
    const found: SavedSearch[] = [];
    for (let after: string | null = ''; after !== null;) {
      const page = await open().searches.list({ limit, ...(after === '' ? {} : { after }) });
      found.push(...page.items);
      after = page.next;
    }
    return found;
  }

  async function eventsAfter(number: number): Promise<readonly SearchEvent[]> {
    return await open().searches.events({ after: number, limit: 1_000 });
  }

  async function lastEvent(): Promise<number> {
    return (await open().searches.events({ after: 0, limit: 1, newestFirst: true }))[0]?.number ?? 0;
  }

  return { domainsOf, pagesOf, save, all, eventsAfter, lastEvent };
}
