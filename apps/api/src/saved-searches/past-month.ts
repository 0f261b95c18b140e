// What a saved search would have told in the past month, by the recorded changes of domains: nothing was decided for it then.
import type { PastMonth } from '@sitegrep/contract';
import { and, changesMatching, domainsMatching, simplify, trendPlan, unrecordedIn } from '@sitegrep/search';
import type { SavedSearch } from '@sitegrep/storage';
import type { FastifyRequest } from 'fastify';
import { Failure } from '../failure.ts';
import type { Searches } from '../searches.ts';

const DAY_SECONDS = 86_400;

/** Days that are looked at, today included. */
const DAYS = 30;

/** Time that it may take, in milliseconds: whoever saves a search waits for it. */
const MAX_MS = 3_000;

/** Words of `unrecordedIn` for what has no past at all: taken as it is now, it would never have changed. */
const WITHOUT_PAST: ReadonlySet<string> = new Set(['texts and patterns', 'keywords', 'changes']);

/** Start of what every answer has that is counted. */
const NO_HITS = { limit: 1, from: { kind: 'offset', offset: 0 } } as const;

type Saved = Pick<SavedSearch, 'level' | 'where'>;
type Queued = Pick<Searches, 'search' | 'trend'>;

/** @param now milliseconds since the epoch */
export async function pastMonth(
  searches: Queued,
  request: FastifyRequest,
  search: Saved,
  now: number,
): Promise<PastMonth> {
  const signal = AbortSignal.timeout(MAX_MS);
  const today = Math.floor(now / 1_000 / DAY_SECONDS);
  const since = (today - DAYS + 1) * DAY_SECONDS;
  try {
    return search.level === 'change'
      ? await ofChanges(searches, request, search, since, signal)
      : await ofDomains(searches, request, search, [since, (today + 1) * DAY_SECONDS], signal);
  } catch (error) {
    if (signal.aborted) return unknown(`Working it out takes more than ${MAX_MS / 1_000} seconds.`);
    if (error instanceof Failure) return unknown(error.message);
    throw error;
  }
}

/** @param since seconds since the epoch */
async function ofChanges(
  searches: Queued,
  request: FastifyRequest,
  { where }: Saved,
  since: number,
  signal: AbortSignal,
): Promise<PastMonth> {
  const recent = simplify(and([where, { kind: 'change_time', from: since, until: null }]), 'change');
  const { total } = await searches.search(request, { ...changesMatching(recent), ...NO_HITS }, { signal });
  const asOfNow = unrecordedIn(where).filter((name) => name !== 'changes');
  return { appeared: total, disappeared: 0, changed: 0, as_of_now: [...new Set(asOfNow)], unknown: null };
}

/** @param ends in seconds since the epoch */
async function ofDomains(
  searches: Queued,
  request: FastifyRequest,
  { level, where }: Saved,
  ends: readonly number[],
  signal: AbortSignal,
): Promise<PastMonth> {
  const ofDomain = simplify(where, 'domain');
  const { leaves, asOfNow } = trendPlan(ofDomain);
  const missing = asOfNow.filter((name) => leaves.length === 0 || WITHOUT_PAST.has(name));
  if (missing.length > 0)
    return unknown(`The past of ${missing.join(', ')} is not recorded: the search tells from now on.`);
  const query = { ...domainsMatching(ofDomain), ...NO_HITS };
  const { began, ended } = await searches.trend(request, query, ends, { signal });
  const isByPage = level === 'page';
  return {
    appeared: began,
    disappeared: ended,
    changed: isByPage ? null : 0,
    as_of_now: asOfNow,
    unknown: isByPage ? 'Which pages of a domain became other ones is not recorded.' : null,
  };
}

function unknown(reason: string): PastMonth {
  return { appeared: null, disappeared: null, changed: null, as_of_now: [], unknown: reason };
}
