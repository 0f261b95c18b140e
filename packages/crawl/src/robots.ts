// The robots.txt of each origin, by RFC 9309. Concurrent reads share one request; rules and text are cached for a while.
import { codingsOf, escapedOctets, mediaType } from '@sitegrep/http';
import {
  ALLOW_ALL,
  type FileAnswer,
  fileText,
  MAX_FILE_BYTES,
  parseRobots,
  PRODUCT,
  type RobotsRules,
  withoutText,
} from '@sitegrep/site';
import { LRUCache } from 'lru-cache';
import { decodedBody, type BodyEnd } from './body.ts';
import type { Trust } from './certificates.ts';
import type { Answer } from './answer.ts';
import { openDeadline, unlessAborted } from './deadline.ts';
import { FailureError, passing, failureFrom, statusLine } from './failure.ts';
import { endedBy, type HostPermit } from './host-pace.ts';
import { fetchableUrl } from './links.ts';
import { isBusy, retryAfter, sentAway } from './pacing.ts';
import { isRedirect } from './redirects.ts';

/** Maximum bytes that are read; RFC 9309, 2.5, demands at least 500 KiB. */
const MAX_BYTES = 500 * 1024;
/** Maximum redirects, across hosts too; RFC 9309, 2.3.1.2, demands at least five. */
const MAX_REDIRECTS = 5;

/** Maximum time for which a file is cached (RFC 9309, 2.4), in milliseconds. */
const MAX_TTL_MS = 24 * 3_600_000;
/** Minimum time, even if the server wants less. */
const MIN_TTL_MS = 5 * 60_000;

/** Bound of the cache. */
const MAX_CACHE_BYTES = 16 * 1024 * 1024;
/** Bytes of an entry besides its rules and text. */
const ENTRY_BYTES = 500;

export interface RobotsTxt {
  readonly rules: RobotsRules;
  /** The first 64 KiB of the file; null if there is none. */
  readonly text: string | null;
  /** The answer as that of a well-known file; null if it was not requested. */
  readonly answer: FileAnswer | null;
}

interface Fetched {
  readonly robotsTxt: RobotsTxt;
  /** Time for which the server allows caching; null if it doesn't state one. */
  readonly maxAgeMs: number | null;
}

/** Result for an origin whose robots.txt is not read. */
export const UNREAD_ROBOTS_TXT: RobotsTxt = { rules: ALLOW_ALL, text: null, answer: null };

/** Result for an origin without a robots.txt. @param failure why there is none, if its status does not say so */
function missingRobots(url: URL, status: number, failure: string | null = null): RobotsTxt {
  return { rules: ALLOW_ALL, text: null, answer: withoutText(status, failure, url.pathname) };
}

export interface Robots {
  /**
   * Reads the robots.txt of a URL's origin. Rejects with a FailureError if it can't be read now, which forbids fetching
   * (RFC 9309, 2.3.1.4), with the reason of an aborted signal, with NoHostSlot, or with NotRecorded.
   *
   * @param trust certificates that are accepted
   */
  read(url: URL, signal: AbortSignal, trust: Trust): Promise<RobotsTxt>;
  /** Approximate size of the cache in bytes. */
  readonly bytes: number;
}

export interface RobotsSource {
  /** Sends one request, after the address guard; see `Fetcher`. */
  request(url: URL, signal: AbortSignal, trust: Trust): Promise<Answer>;
  /** Waits for a permit for a host; see `HostPace`. */
  acquire(url: URL): Promise<HostPermit>;
  /** Time limit of one request, without redirects. */
  readonly timeoutMs: number;
  readonly maxExpansion: number;
  /** Maximum Retry-After that is waited for. */
  readonly maxRetryAfterMs: number;
  /** Time for which a file is cached whose server states none. */
  readonly ttlMs: number;
  readonly now: () => number;
  /** Aborted when the crawler closes. */
  readonly closed: AbortSignal;
}

export function createRobots(source: RobotsSource): Robots {
  const cache = new LRUCache<string, { readonly robotsTxt: RobotsTxt; readonly until: number }>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ robotsTxt }) => weightOf(robotsTxt),
  });
  const underWay = new Map<string, Promise<RobotsTxt>>();

  function store(origin: string, { robotsTxt, maxAgeMs }: Fetched): void {
    const ttlMs = maxAgeMs === null ? source.ttlMs : Math.max(MIN_TTL_MS, maxAgeMs);
    const now = source.now();
    cache.set(origin, { robotsTxt, until: now + Math.min(MAX_TTL_MS, ttlMs) });
    for (const oldest of cache.rkeys()) {
      if ((cache.peek(oldest)?.until ?? 0) > now) break;
      cache.delete(oldest);
    }
  }

  /** Fetches once for concurrent callers. The end of one caller's site doesn't end the request for another. */
  function fetchOnce(url: URL, trust: Trust): Promise<RobotsTxt> {
    const key = `${trust} ${url.origin}`;
    const running = underWay.get(key);
    if (running !== undefined) return running;
    const fetching = fetchRobots(url, source, trust)
      .then((fetched) => {
        store(url.origin, fetched);
        return fetched.robotsTxt;
      })
      .finally(() => underWay.delete(key));
    underWay.set(key, fetching);
    return fetching;
  }

  return {
    get bytes() {
      return cache.calculatedSize;
    },
    async read(url, signal, trust) {
      // Checked first: otherwise a request would start without a reader.
      signal.throwIfAborted();
      const entry = cache.get(url.origin);
      if (entry !== undefined && entry.until > source.now()) return entry.robotsTxt;
      cache.delete(url.origin);
      return unlessAborted(fetchOnce(url, trust), signal);
    },
  };
}

/** Size in bytes; a string takes up to two per character. */
function weightOf({ rules, text }: RobotsTxt): number {
  return ENTRY_BYTES + rules.weight + 2 * (text?.length ?? 0);
}

async function fetchRobots(page: URL, source: RobotsSource, trust: Trust): Promise<Fetched> {
  let url = new URL('/robots.txt', page);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const found = await requestRobots(url, source, trust);
    if (!(found instanceof URL)) return found;
    url = found;
  }
  return { robotsTxt: missingRobots(url, 302, `more than ${MAX_REDIRECTS} redirects`), maxAgeMs: null };
}

/** Sends one request. @returns the file, or the URL of a redirect */
async function requestRobots(url: URL, source: RobotsSource, trust: Trust): Promise<Fetched | URL> {
  const permit = await source.acquire(url);
  const deadline = openDeadline(source.closed, source.timeoutMs, 'robots.txt');
  let answer: Answer | null = null;
  try {
    answer = await source.request(url, deadline.signal, trust);
    if (!isRedirect(answer.status)) {
      const fetched = await readAnswer(url, answer, source);
      permit.end({ kind: 'served' }, fetched.robotsTxt.rules.crawlDelayMs);
      return fetched;
    }
    await answer.discard();
    permit.end({ kind: 'served' });
    const location = field(answer, 'location')?.trim() ?? '';
    const target = location === '' ? null : URL.parse(escapedOctets(location), url.href);
    return (
      (target === null ? null : fetchableUrl(target.href)) ?? {
        robotsTxt: missingRobots(url, answer.status),
        maxAgeMs: null,
      }
    );
  } catch (error) {
    const failure = failureFrom(error, url.hostname);
    // The body has to end before the pause of the host starts.
    answer?.body.on('error', () => undefined).destroy();
    const restMs = permit.end(endedBy(failure));
    throw new FailureError(failure.retryAfterMs === null ? failure : { ...failure, retryAfterMs: restMs });
  } finally {
    deadline.end();
    answer?.body.on('error', () => undefined).destroy();
    await answer?.recorded();
  }
}

/** Reads an answer: 2xx has rules, 4xx means that there are none, others that they are unknown now (RFC 9309, 2.3.1). */
async function readAnswer(
  url: URL,
  answer: Answer,
  { maxExpansion, maxRetryAfterMs }: RobotsSource,
): Promise<Fetched> {
  const { status, fetchedAt } = answer;
  const maxAgeMs = maxAge(field(answer, 'cache-control'));
  if (status >= 400 && status < 500 && status !== 429) {
    await answer.discard();
    return { robotsTxt: missingRobots(url, status), maxAgeMs };
  }
  if (status < 200 || status >= 300) {
    await answer.discard();
    const what = `robots.txt answered ${statusLine(status)}`;
    const wait = retryAfter(field(answer, 'retry-after'), fetchedAt) ?? (isBusy(status) ? 0 : null);
    throw new FailureError(
      sentAway(what, wait, maxRetryAfterMs) ??
        passing('http_error', `${what}, which forbids fetching for now`, wait),
    );
  }
  const bytes = await completeLines(
    decodedBody(answer.body, codingsOf(answer.headers), {
      maxBytes: MAX_BYTES,
      maxExpansion,
    }),
  );
  const rules = parseRobots(bytes, PRODUCT);
  const text = fileText(bytes);
  const file: FileAnswer = {
    status,
    failure: null,
    path: url.pathname,
    type: mediaType(answer.headers),
    text,
    truncated: bytes.length > MAX_FILE_BYTES,
  };
  return { robotsTxt: { rules, text, answer: file }, maxAgeMs };
}

/** The whole body; of a truncated one, up to its last complete line. */
async function completeLines(body: AsyncGenerator<Buffer, BodyEnd>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for (let next = await body.next(); ; next = await body.next()) {
    if (next.done !== true) {
      chunks.push(next.value);
      continue;
    }
    const { cut, truncated } = next.value;
    // Rules may be missing, so that it can't be read now (RFC 9309, 2.3.1.4).
    if (cut !== null) throw cut;
    const bytes = Buffer.concat(chunks);
    return truncated
      ? bytes.subarray(0, Math.max(bytes.lastIndexOf('\n'), bytes.lastIndexOf('\r')) + 1)
      : bytes;
  }
}

/** Time for which Cache-Control allows caching, in milliseconds; null if it states none. */
function maxAge(cacheControl: string | null): number | null {
  const directives = cacheControl ?? '';
  if (/(?:^|[\s,])no-(?:store|cache)(?:$|[\s,])/i.test(directives)) return 0;
  const [, age] = /(?:^|[\s,])max-age="?(\d{1,9})/i.exec(directives) ?? [];
  return age === undefined ? null : Number(age) * 1_000;
}

/** The first value of a header field. */
export function field(answer: Pick<Answer, 'headers'>, name: string): string | null {
  return answer.headers.find(([other]) => other === name)?.[1] ?? null;
}
