// How many domains fulfilled a saved search on each day: the count now, walked back by its events.
import { formatTimestamp, type SearchTrendAnswer } from '@sitegrep/contract';
import {
  type DomainLists,
  listsIn,
  MAX_EVENT_AGE_MS,
  MAX_EVENTS,
  type SavedSearch,
  type SavedSearches,
  type SearchEvent,
} from '@sitegrep/storage';

type Trend = SearchTrendAnswer['data'];

const DAY_MS = 86_400_000;
/** Events that are read at a time. */
const AT_A_TIME = 1_000;
/** Maximum number of events that are read for a trend; what is older is not counted. */
const MAX_READ = 100_000;
/** Times that the count is read until no event came meanwhile. */
const MAX_COUNTS = 5;

export interface TrendParts {
  readonly searches: SavedSearches;
  readonly lists: Pick<DomainLists, 'get'>;
}

/** @param days number of days, today included */
export async function searchTrend(
  parts: TrendParts,
  search: SavedSearch,
  days: number,
  now: number,
): Promise<Trend> {
  const { searches } = parts;
  const { count, newest } = await countNow(searches, search.id);
  const today = Math.floor(now / DAY_MS);
  const rows = Array.from({ length: days }, (_, index) => ({
    day: today - days + 1 + index,
    appeared: 0,
    disappeared: 0,
    changed: 0,
    deleted: 0,
  }));
  const first = rows[0]?.day ?? today;
  let since = Math.max(await knownSince(parts, search, now), 0);
  let read = 0;
  let before = newest + 1;
  for (;;) {
    const events = await searches.events({
      after: 0,
      before,
      limit: AT_A_TIME,
      search: search.id,
      newestFirst: true,
    });
    for (const { at, kind, by } of events) {
      const row = rows[Math.floor(at / DAY_MS) - first];
      if (row === undefined) continue;
      row[kind] += 1;
      // The earlier events of the domain are gone, too: it counts as if it had never been there.
      if (by === 'deletion') row.deleted += 1;
    }
    read += events.length;
    const last = events.at(-1);
    if (last === undefined || last.at < first * DAY_MS) break;
    before = last.number;
    if (read >= MAX_READ) {
      since = Math.max(since, last.at + 1);
      break;
    }
  }
  return {
    exact_since: formatTimestamp(since),
    days: walkedBack(rows, { count, since, level: search.level }),
  };
}

interface Row extends Record<SearchEvent['kind'], number> {
  /** Days since the epoch. */
  readonly day: number;
  readonly deleted: number;
}

/** Counts at the end of each day. */
function walkedBack(
  rows: readonly Row[],
  {
    count,
    since,
    level,
  }: { readonly count: number; readonly since: number; readonly level: SavedSearch['level'] },
): Trend['days'] {
  let domains = count;
  return rows
    .toReversed()
    .map(({ day, appeared, disappeared, changed, deleted }, back) => {
      const isKnown = level !== 'change' && (back === 0 || (day + 1) * DAY_MS > since);
      const shown = isKnown ? domains : null;
      domains += disappeared - deleted - appeared;
      return {
        day: new Date(day * DAY_MS).toISOString().slice(0, 10),
        domains: shown,
        appeared,
        disappeared,
        changed,
      };
    })
    .toReversed();
}

/** The count, and the number of the newest event that it includes. */
async function countNow(
  searches: SavedSearches,
  search: string,
): Promise<{ readonly count: number; readonly newest: number }> {
  const newestOf = async (): Promise<number> =>
    (await searches.events({ after: 0, limit: 1, search, newestFirst: true }))[0]?.number ?? 0;
  let newest = await newestOf();
  for (let left = MAX_COUNTS; ; left--) {
    const count = (await searches.count(search)) ?? 0;
    const after = await newestOf();
    if (after === newest || left === 0) return { count, newest: after };
    newest = after;
  }
}

/** Time from which on every event is known that changed the count, in milliseconds since the epoch. */
async function knownSince(
  { searches, lists }: TrendParts,
  { where, changedAt, filled }: SavedSearch,
  now: number,
): Promise<number> {
  // A fill writes no events.
  if (!filled) return now;
  const named = await Promise.all(listsIn(where).map((id) => lists.get(id)));
  const [oldest] = await searches.events({ after: 0, limit: 1 });
  const [newest] = await searches.events({ after: 0, limit: 1, newestFirst: true });
  const kept = oldest === undefined || newest === undefined ? 0 : newest.number - oldest.number + 1;
  return Math.max(
    now - MAX_EVENT_AGE_MS,
    changedAt,
    ...named.map((list) => list?.changedAt ?? 0),
    kept < MAX_EVENTS ? 0 : (oldest?.at ?? 0),
  );
}
