// robots.txt of each origin: fetched once for all who ask at the same time, kept for a while.
import { decodedBody, codingsOf } from './body.ts';
import type { Answer } from './connections.ts';
import { openDeadline } from './deadline.ts';
import { errorOf, passing } from './failure.ts';
import type { HostSlot } from './host-slot.ts';
import { fetchableUrl } from './links.ts';
import { failureFrom, statusLine } from './outcome.ts';
import { isRedirect } from './redirects.ts';
import { ALLOW_ALL, parseRobots, type RobotsRules } from './robots-rules.ts';
import { PRODUCT } from './user-agent.ts';

/** RFC 9309, 2.5: at least 500 KiB are read; and 2.3.1.2: at least five redirects followed, across hosts too. */
const MAX_BYTES = 500 * 1024;
const MAX_REDIRECTS = 5;

/** What all kept rules may weigh together. */
const MAX_CACHE_BYTES = 16 * 1024 * 1024;
/** What an entry weighs besides its rules. */
const ENTRY_BYTES = 500;

export interface Robots {
  /**
   * The rules for the origin of a URL. Rejects with a FailureError if they can't be learnt now, which forbids to fetch
   * (RFC 9309, 2.3.1.4), with the reason of an aborted signal, or with NoHostSlot.
   */
  rulesFor(url: URL, signal: AbortSignal): Promise<RobotsRules>;
}

export interface RobotsSource {
  /** One request, address-checked; see `Fetcher`. */
  request(url: URL, signal: AbortSignal): Promise<Answer>;
  /** Waits for leave to ask a host; see `AcquireHostSlot`. */
  slot(host: string): Promise<HostSlot>;
  /** For one request, redirects not included. */
  readonly timeoutMs: number;
  readonly maxExpansion: number;
  readonly ttlMs: number;
  readonly now: () => number;
  /** Aborted when the crawler closes. */
  readonly closed: AbortSignal;
}

export function createRobots(source: RobotsSource): Robots {
  const kept = new Map<string, { readonly rules: RobotsRules; readonly until: number }>();
  const underWay = new Map<string, Promise<RobotsRules>>();
  let weight = 0;

  function keep(origin: string, rules: RobotsRules): void {
    weight += rules.weight + ENTRY_BYTES;
    kept.set(origin, { rules, until: source.now() + source.ttlMs });
    for (const oldest of kept.keys()) {
      if (weight <= MAX_CACHE_BYTES) break;
      forget(oldest);
    }
  }

  function forget(origin: string): void {
    const entry = kept.get(origin);
    if (entry === undefined) return;
    kept.delete(origin);
    weight -= entry.rules.weight + ENTRY_BYTES;
  }

  /** The fetch belongs to nobody in particular, so that one site's end doesn't end it for another. */
  function fetchOnce(url: URL): Promise<RobotsRules> {
    const running = underWay.get(url.origin);
    if (running !== undefined) return running;
    const fetching = fetchRobots(url, source)
      .then((rules) => {
        keep(url.origin, rules);
        return rules;
      })
      .finally(() => underWay.delete(url.origin));
    underWay.set(url.origin, fetching);
    return fetching;
  }

  return {
    async rulesFor(url, signal) {
      const entry = kept.get(url.origin);
      if (entry !== undefined && entry.until > source.now()) return entry.rules;
      forget(url.origin);
      return unlessAborted(fetchOnce(url), signal);
    },
  };
}

async function fetchRobots(page: URL, source: RobotsSource): Promise<RobotsRules> {
  let url = new URL('/robots.txt', page);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const found = await askRobots(url, source);
    if (!(found instanceof URL)) return found;
    url = found;
  }
  return ALLOW_ALL;
}

/** One request. @returns the rules, or the URL where they are to be had */
async function askRobots(url: URL, source: RobotsSource): Promise<RobotsRules | URL> {
  const slot = await source.slot(url.hostname);
  const deadline = openDeadline(source.closed, source.timeoutMs, 'robots.txt');
  try {
    const answer = await source.request(url, deadline.signal);
    if (!isRedirect(answer.status)) return await rulesOf(answer, source);
    await answer.discard();
    const location = field(answer, 'location')?.trim() ?? '';
    const target = URL.parse(location, url.href);
    return (target === null || location === '' ? null : fetchableUrl(target.href)) ?? ALLOW_ALL;
  } catch (error) {
    throw errorOf(failureFrom(error, url.hostname));
  } finally {
    deadline.end();
    // The page that they were wanted for comes next, without a pause.
    slot.release(0);
  }
}

/** 2xx states the rules, 4xx that there are none, anything else that nobody knows them now. */
async function rulesOf(answer: Answer, { maxExpansion }: RobotsSource): Promise<RobotsRules> {
  const { status } = answer;
  if (status >= 400 && status < 500 && status !== 429) {
    await answer.discard();
    return ALLOW_ALL;
  }
  if (status < 200 || status >= 300) {
    await answer.discard();
    throw errorOf(
      passing(
        'robots_disallowed',
        `robots.txt answered ${statusLine(status)}, which forbids to fetch for now`,
      ),
    );
  }
  const chunks: Buffer[] = [];
  const body = decodedBody(answer.body, codingsOf(field(answer, 'content-encoding')), {
    maxBytes: MAX_BYTES,
    maxExpansion,
  });
  for await (const chunk of body) chunks.push(chunk);
  return parseRobots(new TextDecoder().decode(Buffer.concat(chunks)), PRODUCT);
}

/** The first value of a header field. */
export function field(answer: Pick<Answer, 'headers'>, name: string): string | null {
  return answer.headers.find(([other]) => other === name)?.[1] ?? null;
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
