// Changes table `search` and what belongs to it, apart from what puts decide, inside a write transaction.
import type { DatabaseSync } from 'node:sqlite';
import { canonicalText } from '@sitegrep/search';
import { listsIn, MAX_LISTS } from '../../../lists/domain-lists.ts';
import {
  changedMeanwhile,
  MAX_SEARCHES,
  namesAnother,
  type NewSearch,
  type SavedSearch,
  type SearchRefused,
  tooManySearches,
} from '../../../searches/saved-searches.ts';
import { namesRank } from '../../../searches/search-deciders.ts';
import type { ListReader } from '../lists/list-rows.ts';
import { nextNumber, type State, type StateKeeper } from '../state.ts';
import type { EventWriter } from './event-rows.ts';
import type { FulfilledWriter } from './fulfilled-rows.ts';
import { KnownSearches, type PutRefusal } from './known-searches.ts';
import type { LooseChanges } from './loose-changes.ts';
import { type SearchRow, type SearchRowsWriter, searchRowsWriter, shownSearch } from './search-rows.ts';

/** A search that is to be filled, and the last of the changes that a look at the index after this has. */
export interface Filling {
  readonly search: SearchRow;
  readonly loose: number;
}

/** All stored domains of some ids that fulfil a search. */
export interface FillStep extends Filling {
  /** The last of these ids; the first one is behind `filledTo` of the search. */
  readonly upTo: number;
  /** Those that fulfil it, with the revisions at which they do. */
  readonly found: readonly FoundDomain[];
  /** Whether there are no stored domains of higher ids. */
  readonly isLast: boolean;
}

export interface FoundDomain {
  readonly id: number;
  readonly revision: number;
  /** Numbers of the pages that do, ascending; none at the level `domain`. */
  readonly pages: readonly number[];
}

export interface SearchWriter {
  /** The searches as they are. */
  readonly known: () => KnownSearches;
  /** @param over as of `SavedSearches.put` */
  readonly put: (search: NewSearch, over?: SavedSearch | null) => SavedSearch | PutRefusal;
  remove(id: string): boolean;
  /** Has stored domains decided anew for the searches that name a list. */
  listChanged(id: string): void;
  /** Has stored domains decided anew for the searches that name ranks. */
  ranksChanged(): void;
  /** A search that is not filled; null: there is none. */
  nextToFill(): Filling | null;
  /** @returns the next step of the same search, as far as it is known; null: this one was of no use, or was the last */
  fill(step: FillStep): Filling | null;
  /** Removes some of what is left of searches that are no more, and of events that are to be dropped. @returns whether nothing is left */
  sweep(now: number): boolean;
  /** Forgets what was read and written: the transaction was rolled back. */
  discard(): void;
}

/** Rows that are removed at a time. */
const REMOVED_AT_A_TIME = 5_000;

interface SearchWriterParts {
  readonly rows: SearchRowsWriter;
  readonly fulfilled: FulfilledWriter;
  readonly events: EventWriter;
  readonly lists: ListReader;
  readonly loose: LooseChanges;
  readonly state: StateKeeper;
}

export function searchWriter(db: DatabaseSync, parts: SearchWriterParts): SearchWriter {
  const { rows, fulfilled, events, lists, loose, state } = parts;
  const sql = {
    gone: db.prepare('INSERT INTO search_gone (number) VALUES (?)'),
    nextGone: db.prepare('SELECT number FROM search_gone ORDER BY number LIMIT 1'),
    swept: db.prepare('DELETE FROM search_gone WHERE number = ?'),
    dropHits: db.prepare(
      'DELETE FROM page_hits WHERE domain IN (SELECT domain FROM page_hits ORDER BY domain LIMIT ?)',
    ),
    revision: db.prepare('SELECT revision FROM domain WHERE id = ?'),
  };
  let searches: KnownSearches | null = null;
  const known = (): KnownSearches => (searches ??= new KnownSearches(rows));

  function set(row: SearchRow, isDecided: boolean): void {
    rows.set(row);
    known().set(row, isDecided);
  }

  function decideAnew(concerned: (row: SearchRow) => boolean): void {
    for (const row of known().all()) if (concerned(row)) set(emptied(row, state.get()), true);
  }

  /** Removes some of what is known of pages. @returns whether nothing is left */
  function dropSomeHits(): boolean {
    const dropped = Number(sql.dropHits.run(REMOVED_AT_A_TIME).changes);
    if (dropped > 0) state.change({});
    return dropped === 0;
  }

  function refusalOf(search: NewSearch, isNew: boolean): PutRefusal | null {
    if (isNew && known().size >= MAX_SEARCHES) return plainRefusal(tooManySearches());
    const named = listsIn(search.where, 'saved');
    if (named.length > 0) return plainRefusal(namesAnother(named));
    const unknownList = listsIn(search.where).find((id) => lists.get(id) === null);
    if (unknownList !== undefined)
      return { unknownList, knownLists: lists.following('', MAX_LISTS).map(({ id }) => id) };
    const refusal = known().deciders.refusalOf(search);
    return refusal === null ? null : { reason: 'too broad', ...refusal };
  }

  return {
    known,
    put(search, over) {
      const before = known().get(search.id);
      const changed = changedMeanwhile(before === null ? null : shownSearch(before), over);
      if (changed !== null) return plainRefusal(changed);
      const refusal = refusalOf(search, before === null);
      if (refusal !== null) return refusal;
      const { id, level, where, definition, at } = search;
      const isSame =
        before !== null && before.level === level && canonicalText(before.where) === canonicalText(where);
      if (isSame) {
        const row = { ...before, definition, changedAt: at };
        // Nothing that searches find changes, but the commit must be counted.
        state.change({});
        set(row, true);
        return shownSearch(row);
      }
      if (before === null) state.change({ searches: state.get().searches + 1 });
      else sql.gone.run(before.matches);
      const number = before?.number ?? nextNumber(state, 'lastSearch');
      const row = emptied(
        {
          id,
          level,
          where,
          definition,
          number,
          matches: nextNumber(state, 'lastSearch'),
          generation: (before?.generation ?? 0) + 1,
          createdAt: before?.createdAt ?? at,
          changedAt: at,
          filled: false,
          fills: before?.fills ?? 0,
          since: 0,
          filledTo: 0,
        },
        state.get(),
      );
      set(row, false);
      return shownSearch(row);
    },
    remove(id) {
      const row = known().get(id);
      if (row === null) return false;
      state.change({ searches: state.get().searches - 1 });
      rows.remove(id);
      sql.gone.run(row.number);
      sql.gone.run(row.matches);
      known().remove(row);
      return true;
    },
    listChanged(id) {
      if (known().deciders.lists.has(id)) decideAnew(({ where }) => listsIn(where).includes(id));
    },
    ranksChanged() {
      decideAnew(({ where, level }) => level !== 'change' && namesRank(where));
    },
    nextToFill() {
      const [search] = known().unfilled;
      return search === undefined ? null : { search, loose: loose.last };
    },
    fill({ search: { id, matches, fills, filledTo }, loose: seen, upTo, found, isLast }) {
      const row = known().get(id);
      if (row === null || row.matches !== matches || row.fills !== fills) return null;
      if (row.filled || row.filledTo !== filledTo || !loose.knows(seen)) return null;
      /** Tells whether a domain is as it was when the index was looked at. */
      const isAsFound = (domain: number): boolean => {
        const revision = Number(sql.revision.get(domain)?.['revision'] ?? Infinity);
        return revision <= row.since && !loose.isAfter(domain, seen);
      };
      const finds = new Set(found.map((domain) => domain.id));
      for (const { domain } of fulfilled.between(matches, filledTo, upTo))
        if (!finds.has(domain) && isAsFound(domain)) fulfilled.remove(matches, domain);
      for (const { id: domain, pages } of found)
        if (isAsFound(domain)) fulfilled.set({ search: matches, domain, pages });
      nextNumber(state, 'refilled');
      const next = { ...row, filledTo: upTo, filled: isLast };
      set(next, true);
      return isLast ? null : { search: next, loose: seen };
    },
    sweep(now) {
      const number = sql.nextGone.get()?.['number'];
      if (typeof number !== 'number')
        return (known().size > 0 || dropSomeHits()) && events.dropSome(now, REMOVED_AT_A_TIME);
      state.change({});
      const isEmpty =
        fulfilled.removeSome(number, REMOVED_AT_A_TIME) && events.removeSome(number, REMOVED_AT_A_TIME);
      if (isEmpty) sql.swept.run(number);
      return false;
    },
    discard() {
      searches = null;
      loose.forget();
    },
  };
}

/** A refusal without what an error has, which does not pass between threads as it is. */
function plainRefusal({ reason, problem, remedy }: SearchRefused): PutRefusal {
  return { reason, problem, remedy };
}

/** A search of which no stored domain is decided. */
function emptied(row: SearchRow, { lastRevision: since }: Pick<State, 'lastRevision'>): SearchRow {
  return { ...row, filled: row.level === 'change', fills: row.fills + 1, since, filledTo: 0 };
}

/** Has all stored domains decided anew for all searches, and removes what is known of them. The state has to say so, too. */
export function emptySearches(db: DatabaseSync, state: State): void {
  db.exec('DELETE FROM fulfilled');
  db.exec('DELETE FROM page_hits');
  const rows = searchRowsWriter(db);
  for (const row of rows.following('', MAX_SEARCHES)) rows.set(emptied(row, state));
}
