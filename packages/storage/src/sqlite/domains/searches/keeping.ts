import type { DatabaseSync } from 'node:sqlite';
import type { ChangeWriter } from '../changes/change-writer.ts';
import type { LabelWriter } from '../labels/label-writer.ts';
import type { ListReader } from '../lists/list-rows.ts';
import type { RowReader } from '../rows.ts';
import type { StateKeeper } from '../state.ts';
import { siteReader } from './decided-sites.ts';
import { eventWriter } from './event-rows.ts';
import { fulfilledWriter } from './fulfilled-rows.ts';
import { hitWriter } from './hit-rows.ts';
import { openListTests } from './list-tests.ts';
import { LooseChanges } from './loose-changes.ts';
import { searchKeeper, type SearchKeeper } from './search-keeper.ts';
import { searchRowsWriter } from './search-rows.ts';
import { searchWriter, type SearchWriter } from './search-writer.ts';

export type { Before } from './search-keeper.ts';

/** All that a writer of the index does about saved searches. */
export interface SearchKeeping extends SearchKeeper, Omit<SearchWriter, 'known' | 'put'> {
  readonly putSearch: SearchWriter['put'];
}

interface KeepingParts {
  readonly rows: RowReader;
  readonly labels: LabelWriter;
  readonly changes: ChangeWriter;
  readonly lists: ListReader;
  readonly state: StateKeeper;
}

export function openSearchKeeping(
  db: DatabaseSync,
  { rows, labels, changes, lists, state }: KeepingParts,
): SearchKeeping {
  const fulfilled = fulfilledWriter(db, state);
  const hits = hitWriter(db);
  const events = eventWriter(db, state);
  const loose = new LooseChanges();
  const {
    known,
    put: putSearch,
    ...writer
  } = searchWriter(db, {
    rows: searchRowsWriter(db),
    fulfilled,
    events,
    lists,
    loose,
    state,
  });
  const siteOf = siteReader({ rows, labels, changes, hits, listsOf: openListTests(lists) });
  const keeper = searchKeeper({ searches: known, siteOf, fulfilled, hits, events, loose, state });
  return { ...writer, ...keeper, putSearch };
}
