// Exports: all that a search finds as text, for the API and the command line.
import {
  type Cursor,
  isFeed,
  type Level,
  maxHitsWith,
  type Query,
  signToken,
  type TokenKey,
} from '@sitegrep/search';
import { cursorAfter, type Hits, type SearchPage, Walk } from '@sitegrep/storage';
import type { ExportRecord } from '@sitegrep/tables/format';

export type { ExportRecord } from '@sitegrep/tables/format';

export interface ExportSource<L extends Level> {
  /** Its `limit` is ignored. */
  readonly query: Query<L>;
  /** Maximum records. */
  readonly max: number;
  readonly key: TokenKey;
  /** Makes the item of a record. */
  readonly itemOf: (hit: Hits[L]) => ExportRecord['item'];
}

/** Runs a search. */
export type ExportSearch<L extends Level, Options> = (
  query: Query<L>,
  options: Options,
) => Promise<SearchPage<L>>;

/** Matches that are searched for, and held in memory, at a time. */
const PAGE_SIZE = 250;
/** The same with snippets, which take a hundred times as long, and with values, which take a thousand times as long. */
const SNIPPET_PAGE_SIZE = 100;
const VALUES_PAGE_SIZE = 25;
/** Records made before the event loop gets control: a few milliseconds of work. */
const BATCH_SIZE = 50;

/**
 * Reads all that a search finds in order, in batches. It follows cursors, so that documents may come and go meanwhile, and
 * nothing is searched before the caller asks for more.
 *
 * @param search runs a search, as a part of a walk; its errors end the iteration
 */
export async function* exportRecords<L extends Level>(
  { query, max, key, itemOf }: ExportSource<L>,
  search: ExportSearch<L, Walk>,
): AsyncGenerator<readonly ExportRecord[], void> {
  const pageSize = pageSizeOf(query);
  const walk = new Walk();
  try {
    let left = max;
    for (let from: Query['from'] | null = query.from; from !== null && left > 0;) {
      const page: SearchPage<L> = await search({ ...query, from, limit: Math.min(left, pageSize) }, walk);
      const { hits, offset, next } = page;
      left -= hits.length;
      let records: ExportRecord[] = [];
      for (const [index, hit] of hits.entries()) {
        const isLast = index === hits.length - 1;
        // A page's cursor may lie further on than its last hit, never before it.
        const own = (): Cursor => cursorAfter(query, hit, offset + index + 1);
        // A feed goes on after its last record, too.
        const cursor = isLast ? (next ?? (isFeed(query) ? own() : null)) : own();
        records.push({
          item: itemOf(hit),
          offsetToken: cursor === null ? '' : signToken(key, query, cursor),
        });
        if (records.length < BATCH_SIZE && !isLast) continue;
        yield records;
        records = [];
      }
      from = next === null ? null : { kind: 'after', cursor: next };
    }
  } finally {
    await walk.close();
  }
}

function pageSizeOf({ snippets, extract }: Query): number {
  if (extract !== undefined) return Math.min(VALUES_PAGE_SIZE, maxHitsWith({ snippets, extract }));
  return snippets === undefined ? PAGE_SIZE : Math.min(SNIPPET_PAGE_SIZE, maxHitsWith({ snippets }));
}
