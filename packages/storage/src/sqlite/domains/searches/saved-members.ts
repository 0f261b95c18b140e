// The stored domains that fulfil saved searches. Of a search they are read once; then only what was put since is looked up.
import { intersection, union } from '@sitegrep/segments';
import { LRUCache } from 'lru-cache';
import { ENTRIES_A_ROW } from '../order/lists.ts';
import type { Matches, Sites } from '../sites.ts';
import type { State } from '../state.ts';
import type { FulfilledRows } from './fulfilled-rows.ts';
import type { SearchRow, SearchRows } from './search-rows.ts';

export interface SavedMembers {
  /** Revisions of the stored domains that fulfil one of some searches. Searches that do not exist have none. */
  of(ids: readonly string[]): Matches;
  /** Numbers of domains, among some, by the names of the searches that they fulfil. @param names null: of all searches */
  counts(revisions: Matches, names: readonly string[] | null): SavedCounts;
}

/** Numbers of domains by searches, and of those that fulfil none. */
interface SavedCounts {
  readonly counts: ReadonlyMap<string, number>;
  readonly without: number;
}

interface MemberParts {
  readonly searches: SearchRows;
  readonly fulfilled: FulfilledRows;
  readonly sites: Sites;
  readonly state: () => State;
  /** Called now and then, may throw. */
  readonly checkpoint: () => void;
}

/** The domains that fulfil a search, as of a state. */
interface Known {
  readonly revisions: Matches;
  readonly commits: number;
  readonly refilled: number;
  readonly lastRevision: number;
}

/** Memory for the domains of searches, in bytes. */
const MEMBER_BYTES = 32 << 20;
/** Approximate size of an entry besides its revisions, in bytes. */
const ENTRY_BYTES = 1_000;
/** Rows that are read between two checks whether the search was aborted. */
const ROWS_AT_A_TIME = 256;

export function openSavedMembers(parts: MemberParts): SavedMembers {
  const { searches, fulfilled, sites, state, checkpoint } = parts;
  const cache = new LRUCache<number, Known>({
    maxSize: MEMBER_BYTES,
    sizeCalculation: ({ revisions }) => revisions.byteLength + ENTRY_BYTES,
  });

  function members({ matches }: SearchRow): Matches {
    const { commits, lastRevision, refilled } = state();
    const known = cache.get(matches);
    if (known?.commits === commits) return known.revisions;
    const revisions = known?.refilled === refilled ? followed(matches, known) : allOf(matches);
    cache.set(matches, { revisions, commits, refilled, lastRevision });
    return revisions;
  }

  function allOf(matches: number): Matches {
    const ids: number[] = [];
    for (const id of fulfilled.domainsOf(matches)) {
      if (ids.length % ROWS_AT_A_TIME === 0) checkpoint();
      ids.push(id);
    }
    return sites.revisionsOf(Uint32Array.from(ids));
  }

  /** The domains that were known and are as they were, and those of the ones that were put since. */
  function followed(matches: number, { revisions, lastRevision }: Known): Matches {
    const all = sites.all();
    const news = all.filter((revision) => revision > lastRevision);
    if (ENTRIES_A_ROW * news.length > all.length) return allOf(matches);
    const found = news.filter((revision) => fulfilled.has(matches, sites.idOf(revision)));
    return union(intersection(revisions, all), found);
  }

  /** Searches by the numbers of their matches. */
  function named(names: readonly string[] | null): ReadonlyMap<number, string> {
    const rows =
      names === null ? allSearches() : names.map((name) => searches.get(name)).filter((row) => row !== null);
    return new Map(rows.map(({ matches, id }) => [matches, id]));
  }

  function allSearches(): readonly SearchRow[] {
    const rows: SearchRow[] = [];
    for (let after = ''; ;) {
      const some = searches.following(after, ROWS_AT_A_TIME);
      rows.push(...some);
      const last = some.at(-1);
      if (last === undefined) return rows;
      after = last.id;
    }
  }

  return {
    of: (ids) =>
      ids.reduce<Matches>((found, id) => {
        const row = searches.get(id);
        return row === null ? found : union(found, members(row));
      }, new Float64Array()),
    counts(revisions, names) {
      const byMatches = named(names);
      const counts = new Map<string, number>();
      const having = new Uint8Array(revisions.length);
      const add = (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);
      if (ENTRIES_A_ROW * revisions.length < state().fulfilled) {
        for (const [at, revision] of revisions.entries()) {
          if (at % ROWS_AT_A_TIME === 0) checkpoint();
          for (const matches of fulfilled.searchesOf(sites.idOf(revision))) {
            const name = byMatches.get(matches);
            if (name === undefined) continue;
            having[at] = 1;
            add(name);
          }
        }
      } else {
        let some: Matches = new Float64Array();
        for (const [matches, name] of byMatches) {
          checkpoint();
          const own = intersection(allOf(matches), revisions);
          if (own.length > 0) counts.set(name, own.length);
          some = union(some, own);
        }
        return { counts, without: revisions.length - some.length };
      }
      return { counts, without: having.reduce((sum, has) => sum - has, revisions.length) };
    },
  };
}
