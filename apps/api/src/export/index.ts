// Exports: all matches of a search as text, for the API and the command line.
import { maxHitsWith, type Query, signToken, type TokenKey } from '@sitegrep/search';
import { cursorAfter, type SearchPage } from '@sitegrep/storage';
import type { RecordField } from '@sitegrep/site';
import { domainItem } from '../domain-item.ts';
import type { ExportRecord } from './format.ts';

export type { ExportRecord } from './format.ts';

/** Matches that are searched for, and held in memory, at a time. */
const PAGE_SIZE = 250;
/** The same with snippets, which take a hundred times as long. */
const SNIPPET_PAGE_SIZE = 100;
/** Records made before the event loop gets control: a few milliseconds of work. */
const BATCH_SIZE = 50;

/**
 * Reads all matches of a search in order, in batches. It follows cursors, so that documents may come and go meanwhile, and
 * nothing is searched before the caller asks for more.
 *
 * @param max maximum records; `query.limit` is ignored
 * @param fields further fields of each item
 * @param search runs a search; its errors end the iteration
 */
export async function* exportRecords(
  query: Query,
  max: number,
  key: TokenKey,
  search: (query: Query) => Promise<SearchPage>,
  fields: readonly RecordField[] = [],
): AsyncGenerator<readonly ExportRecord[], void> {
  const { snippets } = query;
  const pageSize = snippets === undefined ? PAGE_SIZE : Math.min(SNIPPET_PAGE_SIZE, maxHitsWith(snippets));
  let left = max;
  for (let from: Query['from'] | null = query.from; from !== null && left > 0;) {
    const page = await search({ ...query, from, limit: Math.min(left, pageSize) });
    const { hits, offset, next } = page;
    left -= hits.length;
    let records: ExportRecord[] = [];
    for (const [index, hit] of hits.entries()) {
      const isLast = index === hits.length - 1;
      // A page's cursor may lie further on than its last hit, never before it.
      const cursor = isLast ? next : cursorAfter(query.order, hit, offset + index + 1);
      records.push({
        item: domainItem(hit, fields),
        offsetToken: cursor === null ? '' : signToken(key, query, cursor),
      });
      if (records.length < BATCH_SIZE && !isLast) continue;
      yield records;
      records = [];
    }
    from = next === null ? null : { kind: 'after', cursor: next };
  }
}
