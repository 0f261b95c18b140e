import type { DomainItem } from '@sitegrep/contract';
import { maxHitsWith, type Query, signToken, type TokenKey } from '@sitegrep/search';
import { cursorAfter, type SearchPage } from '@sitegrep/storage';
import { domainItem } from '../domain-item.ts';

/** A match, and what goes on behind it: empty behind the last one. */
export interface ExportRecord {
  readonly item: DomainItem;
  readonly offsetToken: string;
}

/** Matches that are asked for, and held, at a time. */
const MATCHES_AT_A_TIME = 250;
/** As many with places in their sources, which take a hundred times as long to find. */
const SHOWN_AT_A_TIME = 100;
/** Records that are made before others get the event loop: some milliseconds' worth. */
const RECORDS_AT_A_TIME = 50;

/**
 * All that a search finds, in order, some at a time: a walk by token, so that documents may come and go meanwhile, and
 * whoever doesn't ask for more keeps nothing busy.
 *
 * @param most records at most; `query.limit` does not count
 * @param ask searches; what it throws ends the walk
 */
export async function* exportRecords(
  query: Query,
  most: number,
  key: TokenKey,
  ask: (query: Query) => Promise<SearchPage>,
): AsyncGenerator<readonly ExportRecord[], void> {
  const { snippets } = query;
  const atATime =
    snippets === undefined ? MATCHES_AT_A_TIME : Math.min(SHOWN_AT_A_TIME, maxHitsWith(snippets));
  let left = most;
  for (let from: Query['from'] | null = query.from; from !== null && left > 0;) {
    const page = await ask({ ...query, from, limit: Math.min(left, atATime) });
    const { hits, offset, next } = page;
    left -= hits.length;
    let records: ExportRecord[] = [];
    for (const [index, hit] of hits.entries()) {
      const isLast = index === hits.length - 1;
      // A page may end behind another place than its last hit's, never before it.
      const behind = isLast ? next : cursorAfter(query.order, hit, offset + index + 1);
      records.push({
        item: domainItem(hit),
        offsetToken: behind === null ? '' : signToken(key, query, behind),
      });
      if (records.length < RECORDS_AT_A_TIME && !isLast) continue;
      yield records;
      records = [];
    }
    from = next === null ? null : { kind: 'after', cursor: next };
  }
}
