import type { DatabaseSync } from 'node:sqlite';
import { MAX_SEARCHES } from '../../searches/saved-searches.ts';
import { eventRows } from '../domains/searches/event-rows.ts';
import { fulfilledRows } from '../domains/searches/fulfilled-rows.ts';
import { hitRows } from '../domains/searches/hit-rows.ts';
import { searchRows } from '../domains/searches/search-rows.ts';
import type { State } from '../domains/state.ts';
import { damaged } from '../failure.ts';

/**
 * Compares saved searches, what is known of them and their events with their checksums, and with the domains that they name.
 *
 * @throws StorageCorrupt at the first fault
 */
export function verifySearches(db: DatabaseSync, { lastSearch, lastSearchEvent }: State): void {
  const searches = searchRows(db);
  const all = searches.following('', MAX_SEARCHES + 1);
  const gone = new Set(
    db
      .prepare('SELECT number FROM search_gone')
      .all()
      .map((row) => Number(row['number'])),
  );
  const numbers = new Set(all.map(({ number }) => number));
  const matches = new Set(all.map((row) => row.matches));
  for (const number of [...numbers, ...matches])
    if (number > lastSearch || gone.has(number))
      throw damaged(db, `table search has the number ${number}, which is not that of a search`);
  const domain = db.prepare('SELECT 1 FROM domain WHERE id = ?');
  for (const { search, domain: id } of fulfilledRows(db).all()) {
    if (gone.has(search)) continue;
    if (!matches.has(search) || domain.get(id) === undefined)
      throw damaged(
        db,
        `table fulfilled has a row of search ${search} and domain ${id}, one of which is not there`,
      );
  }
  for (const id of hitRows(db).domains())
    if (domain.get(id) === undefined)
      throw damaged(db, `table page_hits has a row of domain ${id}, which is not there`);
  for (const { number, search } of eventRows(db, searches).all()) {
    if (number > lastSearchEvent || (!numbers.has(search) && !gone.has(search)))
      throw damaged(db, `the event ${number} in table search_event is of no search`);
  }
}
