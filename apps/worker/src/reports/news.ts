// What is new about a saved search since its last report, out of its events.
import { type DomainIndex, listsIn, MAX_EVENT_AGE_MS, MAX_EVENTS, type SavedSearch } from '@sitegrep/storage';

/** `new`: it fulfils the search, and did not; `gone`: the other way round; `changed`: other pages fulfil it. */
type DomainNews = 'new' | 'gone' | 'changed';

export interface News {
  readonly of: ReadonlyMap<string, DomainNews>;
  /** Whether all that occurred is in it. */
  readonly isComplete: boolean;
}

export interface NewsSpan {
  /** Number of the last event that was reported. */
  readonly after: number;
  /** Number of the last event that counts. */
  readonly upTo: number;
  /** Time of the last report, in milliseconds since the epoch. */
  readonly since: number;
}

/** Domains whose events are kept in memory; more than these are not marked. */
const MAX_DOMAINS = 100_000;
/** Events that are read at a time. */
const AT_A_TIME = 1_000;

/** Reads the events of a span. @throws the reason of `signal`, before it reads more */
export async function readNews(
  domains: Pick<DomainIndex, 'searches' | 'lists'>,
  search: SavedSearch,
  span: NewsSpan,
  { now, signal }: { readonly now: number; readonly signal: AbortSignal },
): Promise<News> {
  const { upTo } = span;
  /** Whether each domain fulfilled it before and does after, and whether it changed. */
  const states = new Map<string, { readonly was: boolean; is: boolean; changed: boolean }>();
  let isCut = false;
  for (let { after } = span; after < upTo;) {
    signal.throwIfAborted();
    const events = await domains.searches.events({
      after,
      before: upTo + 1,
      limit: AT_A_TIME,
      search: search.id,
    });
    for (const { domain, kind } of events) {
      const is = kind !== 'disappeared';
      const state = states.get(domain);
      if (state !== undefined) {
        state.is = is;
        state.changed ||= kind === 'changed';
      } else if (states.size < MAX_DOMAINS) {
        states.set(domain, { was: kind !== 'appeared', is, changed: kind === 'changed' });
      } else isCut = true;
    }
    const last = events.at(-1);
    if (last === undefined || events.length < AT_A_TIME) break;
    after = last.number;
  }
  const of = new Map<string, DomainNews>();
  for (const [domain, { was, is, changed }] of states) {
    if (was !== is) of.set(domain, is ? 'new' : 'gone');
    else if (is && changed) of.set(domain, 'changed');
  }
  return { of, isComplete: !isCut && (await areKept(domains, search, span, now)) };
}

/** Tells whether every event since a time is kept, and everything that happened was one. */
async function areKept(
  { searches, lists }: Pick<DomainIndex, 'searches' | 'lists'>,
  { where }: SavedSearch,
  { since }: NewsSpan,
  now: number,
): Promise<boolean> {
  if (since < now - MAX_EVENT_AGE_MS) return false;
  // A list that changes is looked through without events.
  const named = await Promise.all(listsIn(where).map((id) => lists.get(id)));
  if (named.some((list) => list !== null && list.changedAt >= since)) return false;
  const [oldest] = await searches.events({ after: 0, limit: 1 });
  const [newest] = await searches.events({ after: 0, limit: 1, newestFirst: true });
  if (oldest === undefined || newest === undefined) return true;
  return newest.number - oldest.number + 1 < MAX_EVENTS || oldest.at <= since;
}
