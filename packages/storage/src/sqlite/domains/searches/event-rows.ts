// Rows of table `search_event`: what puts and deletions changed about what searches find.
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { damaged } from '../../failure.ts';
import {
  type EventRequest,
  MAX_EVENT_AGE_MS,
  MAX_EVENTS,
  type SearchEvent,
  type SearchStanding,
} from '../../../searches/saved-searches.ts';
import { arrays, rowsOf } from '../array-rows.ts';
import type { StateKeeper } from '../state.ts';
import type { SearchRows } from './search-rows.ts';

/** An event as its row has it. */
interface StoredEvent extends Omit<SearchEvent, 'search'> {
  /** Number of the search. */
  readonly search: number;
}

/** JSON of a row. */
type EventBody = Pick<SearchEvent, 'kind' | 'pages' | 'total' | 'by'>;

/** Reads events; each row is compared with its checksum. */
export interface EventRows {
  /** Those of a request, as far as their searches are there. */
  of(request: EventRequest): readonly SearchEvent[];
  /** The newest event of a search, and the number of those from a time on, at most some. @param since milliseconds since the epoch */
  latest(id: string, since: number, atMost: number): Pick<SearchStanding, 'last' | 'recent'>;
  /** All of them, by their numbers. */
  all(): Iterable<StoredEvent>;
}

const COLUMNS = 'number, search, domain, revision, at, body, crc';

/** Rows that are read at a time. */
const BATCH = 1_000;

export function eventRows(db: DatabaseSync, searches: SearchRows): EventRows {
  const select = (rest: string): ReturnType<typeof arrays> =>
    arrays(db.prepare(`SELECT ${COLUMNS} FROM search_event ${rest}`));
  const between = 'number > ? AND number < ? ORDER BY number';
  const sql = {
    all: { asc: select(`WHERE ${between} LIMIT ?`), desc: select(`WHERE ${between} DESC LIMIT ?`) },
    ofSearch: {
      asc: select(`WHERE search = ? AND ${between} LIMIT ?`),
      desc: select(`WHERE search = ? AND ${between} DESC LIMIT ?`),
    },
    newest: select('WHERE search = ? ORDER BY number DESC'),
    each: select('ORDER BY number'),
  };

  function checked(row: readonly SQLOutputValue[]): StoredEvent {
    const [number, search, domain, revision, at, body] = row;
    if (eventCheck(row.slice(0, -1)) !== row.at(-1))
      throw damaged(db, `the checksum of the event ${String(number)} in table search_event is wrong`);
    // The checksum says that these are the values of a row that `eventValues` gave.
    const event = JSON.parse(String(body)) as EventBody;
    return {
      number: Number(number),
      search: Number(search),
      domain: String(domain),
      revision: Number(revision),
      at: Number(at),
      ...event,
    };
  }

  return {
    latest(id, since, atMost) {
      const own = searches.get(id)?.number;
      let last: SearchEvent | null = null;
      let recent = 0;
      if (own === undefined) return { last, recent };
      // Rows are arrays, which the types of Node do not know.
      for (const row of sql.newest.iterate(own)) {
        const event = checked(row as unknown as readonly SQLOutputValue[]);
        last ??= { ...event, search: id };
        if (event.at < since || recent === atMost) break;
        recent += 1;
      }
      return { last, recent };
    },
    of({ after, before = Number.MAX_SAFE_INTEGER, limit, search, newestFirst = false }) {
      const direction = newestFirst ? 'desc' : 'asc';
      const own = search === undefined ? undefined : (searches.get(search)?.number ?? null);
      if (own === null) return [];
      const ids = new Map<number, string | null>();
      const idOf = (number: number): string | null => {
        const known = ids.get(number);
        if (known !== undefined) return known;
        const id = searches.ofNumber(number)?.id ?? null;
        ids.set(number, id);
        return id;
      };
      const found: SearchEvent[] = [];
      for (let [from, to] = [after, before]; ;) {
        const rows = (
          own === undefined
            ? rowsOf(sql.all[direction], from, to, BATCH)
            : rowsOf(sql.ofSearch[direction], own, from, to, BATCH)
        ).map(checked);
        for (const { search: number, ...event } of rows) {
          // Those of a search that is deleted are removed after it.
          const id = idOf(number);
          if (id !== null) found.push({ ...event, search: id });
          if (found.length === limit) return found;
        }
        const last = rows.at(-1)?.number;
        if (last === undefined || rows.length < BATCH) return found;
        if (newestFirst) to = last;
        else from = last;
      }
    },
    *all() {
      // Rows are arrays, which the types of Node do not know.
      for (const row of sql.each.iterate()) yield checked(row as unknown as readonly SQLOutputValue[]);
    },
  };
}

export interface EventWriter {
  /** Appends an event under the next number. */
  add(event: Omit<StoredEvent, 'number'>): void;
  /** Removes the events of a domain. */
  removeOfDomain(domain: string): void;
  /** Removes some events of a search. @returns whether none is left */
  removeSome(search: number, limit: number): boolean;
  /** Removes some of the events that are too old or too many. @param now milliseconds since the epoch @returns whether none is left */
  dropSome(now: number, limit: number): boolean;
}

export function eventWriter(db: DatabaseSync, state: StateKeeper): EventWriter {
  const sql = {
    insert: db.prepare(`INSERT INTO search_event (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)`),
    ofDomain: db.prepare('DELETE FROM search_event WHERE domain = ?'),
    ofSearch: db.prepare(
      'DELETE FROM search_event WHERE number IN (SELECT number FROM search_event WHERE search = ? ORDER BY number LIMIT ?)',
    ),
    oldest: arrays(db.prepare('SELECT number, at FROM search_event ORDER BY number LIMIT ?')),
    upTo: db.prepare('DELETE FROM search_event WHERE number <= ?'),
  };
  const count = (more: number): void => {
    if (more !== 0) state.change({ searchEvents: state.get().searchEvents + more });
  };
  return {
    add(event) {
      const number = state.get().lastSearchEvent + 1;
      state.change({ lastSearchEvent: number });
      const values = eventValues({ ...event, number });
      sql.insert.run(...values, eventCheck(values));
      count(1);
    },
    removeOfDomain(domain) {
      count(-Number(sql.ofDomain.run(domain).changes));
    },
    removeSome(search, limit) {
      const removed = Number(sql.ofSearch.run(search, limit).changes);
      count(-removed);
      return removed < limit;
    },
    dropSome(now, limit) {
      const excess = state.get().searchEvents - MAX_EVENTS;
      const oldest = rowsOf(sql.oldest, limit);
      const kept = oldest.findIndex(
        ([, at], index) => index >= excess && Number(at) >= now - MAX_EVENT_AGE_MS,
      );
      const last = oldest.at(kept === -1 ? -1 : kept - 1);
      if (kept === 0 || last === undefined) return true;
      count(-Number(sql.upTo.run(Number(last[0])).changes));
      return kept !== -1 || oldest.length < limit;
    },
  };
}

function eventValues(event: StoredEvent): readonly (string | number)[] {
  const { number, search, domain, revision, at, kind, pages, total, by } = event;
  const body: EventBody = { kind, pages, total, by };
  return [number, search, domain, revision, at, JSON.stringify(body)];
}

function eventCheck(values: readonly unknown[]): number {
  return crc32(JSON.stringify(['search_event', ...values]));
}
