// robots.txt of each origin, by RFC 9309: fetched once for all who ask at the same time; its rules and its text are kept
// for a while.
import { PRODUCT } from '@sitegrep/site';
import { decodedBody, codingsOf } from './body.ts';
import type { Answer } from './connections.ts';
import { openDeadline } from './deadline.ts';
import { FailureError, passing, failureFrom, statusLine } from './failure.ts';
import { endedBy, type HostTurn } from './host-pace.ts';
import { fetchableUrl } from './links.ts';
import { isBusy, retryAfter } from './pacing.ts';
import { isRedirect } from './redirects.ts';
import { ALLOW_ALL, parseRobots, type RobotsRules } from './robots-rules.ts';

/** RFC 9309, 2.5: at least 500 KiB are read; and 2.3.1.2: at least five redirects followed, across hosts too. */
const MAX_BYTES = 500 * 1024;
const MAX_REDIRECTS = 5;

/** The longest and, where a server wants none, the shortest that a file is kept (RFC 9309, 2.4). */
const LONGEST_MS = 24 * 3_600_000;
const SHORTEST_MS = 5 * 60_000;

/** Of the file itself; nearly all are shorter. */
const MAX_TEXT_BYTES = 64 * 1024;

/** What everything that is kept may weigh together. */
const MAX_CACHE_BYTES = 16 * 1024 * 1024;
/** What an entry weighs besides its rules and text. */
const ENTRY_BYTES = 500;

export interface RobotsTxt {
  readonly rules: RobotsRules;
  /** The first 64 KiB of the file; null if there is none. */
  readonly text: string | null;
}

interface Fetched {
  readonly robotsTxt: RobotsTxt;
  /** How long the server lets it be kept; null if it doesn't say. */
  readonly maxAgeMs: number | null;
}

/** An origin that has none, or one that nobody wants to know of. */
export const NO_ROBOTS_TXT: RobotsTxt = { rules: ALLOW_ALL, text: null };

export interface Robots {
  /**
   * That of the origin of a URL. Rejects with a FailureError if it can't be learnt now, which forbids to fetch
   * (RFC 9309, 2.3.1.4), with the reason of an aborted signal, with NoHostSlot, or with NotRecorded.
   */
  read(url: URL, signal: AbortSignal): Promise<RobotsTxt>;
  /** About how much memory all that is kept takes. */
  readonly bytes: number;
}

export interface RobotsSource {
  /** One request, address-checked; see `Fetcher`. */
  request(url: URL, signal: AbortSignal): Promise<Answer>;
  /** Waits for leave to ask a host; see `HostPace`. */
  turn(url: URL): Promise<HostTurn>;
  /** For one request, redirects not included. */
  readonly timeoutMs: number;
  readonly maxExpansion: number;
  /** How long a file is kept whose server doesn't say. */
  readonly ttlMs: number;
  readonly now: () => number;
  /** Aborted when the crawler closes. */
  readonly closed: AbortSignal;
}

export function createRobots(source: RobotsSource): Robots {
  const kept = new Map<string, { readonly robotsTxt: RobotsTxt; readonly until: number }>();
  const underWay = new Map<string, Promise<RobotsTxt>>();
  let weight = 0;

  function keep(origin: string, { robotsTxt, maxAgeMs }: Fetched): void {
    const ttlMs = maxAgeMs === null ? source.ttlMs : Math.max(SHORTEST_MS, maxAgeMs);
    weight += weightOf(robotsTxt);
    kept.set(origin, { robotsTxt, until: source.now() + Math.min(LONGEST_MS, ttlMs) });
    for (const [oldest, { until }] of kept) {
      if (weight <= MAX_CACHE_BYTES && until > source.now()) break;
      forget(oldest);
    }
  }

  function forget(origin: string): void {
    const entry = kept.get(origin);
    if (entry === undefined) return;
    kept.delete(origin);
    weight -= weightOf(entry.robotsTxt);
  }

  /** The fetch belongs to nobody in particular, so that one site's end doesn't end it for another. */
  function fetchOnce(url: URL): Promise<RobotsTxt> {
    const running = underWay.get(url.origin);
    if (running !== undefined) return running;
    const fetching = fetchRobots(url, source)
      .then((fetched) => {
        keep(url.origin, fetched);
        return fetched.robotsTxt;
      })
      .finally(() => underWay.delete(url.origin));
    underWay.set(url.origin, fetching);
    return fetching;
  }

  return {
    get bytes() {
      return weight;
    },
    async read(url, signal) {
      // Before it asks anybody: nobody would hear what became of that.
      signal.throwIfAborted();
      const entry = kept.get(url.origin);
      if (entry !== undefined && entry.until > source.now()) return entry.robotsTxt;
      forget(url.origin);
      return unlessAborted(fetchOnce(url), signal);
    },
  };
}

/** In bytes; a string takes up to two a character. */
function weightOf({ rules, text }: RobotsTxt): number {
  return ENTRY_BYTES + rules.weight + 2 * (text?.length ?? 0);
}

async function fetchRobots(page: URL, source: RobotsSource): Promise<Fetched> {
  let url = new URL('/robots.txt', page);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const found = await askRobots(url, source);
    if (!(found instanceof URL)) return found;
    url = found;
  }
  return { robotsTxt: NO_ROBOTS_TXT, maxAgeMs: null };
}

/** One request. @returns what it gave, or the URL where it is to be had */
async function askRobots(url: URL, source: RobotsSource): Promise<Fetched | URL> {
  const turn = await source.turn(url);
  const deadline = openDeadline(source.closed, source.timeoutMs, 'robots.txt');
  let answer: Answer | null = null;
  try {
    answer = await source.request(url, deadline.signal);
    if (!isRedirect(answer.status)) {
      const fetched = await readAnswer(answer, source);
      turn.end({ kind: 'served' }, fetched.robotsTxt.rules.crawlDelayMs);
      return fetched;
    }
    await answer.discard();
    turn.end({ kind: 'served' });
    const location = field(answer, 'location')?.trim() ?? '';
    const target = location === '' ? null : URL.parse(location, url.href);
    return (
      (target === null ? null : fetchableUrl(target.href)) ?? { robotsTxt: NO_ROBOTS_TXT, maxAgeMs: null }
    );
  } catch (error) {
    const failure = failureFrom(error, url.hostname);
    // Its body has to be gone before the host rests.
    answer?.body.on('error', () => undefined).destroy();
    const restMs = turn.end(endedBy(failure));
    throw new FailureError(failure.retryAfterMs === null ? failure : { ...failure, retryAfterMs: restMs });
  } finally {
    deadline.end();
    answer?.body.on('error', () => undefined).destroy();
    await answer?.recorded();
  }
}

/** 2xx states the rules, 4xx that there are none, anything else that nobody knows them now (RFC 9309, 2.3.1). */
async function readAnswer(answer: Answer, { maxExpansion }: RobotsSource): Promise<Fetched> {
  const { status, fetchedAt } = answer;
  const maxAgeMs = maxAge(field(answer, 'cache-control'));
  if (status >= 400 && status < 500 && status !== 429) {
    await answer.discard();
    return { robotsTxt: NO_ROBOTS_TXT, maxAgeMs };
  }
  if (status < 200 || status >= 300) {
    await answer.discard();
    const wait = retryAfter(field(answer, 'retry-after'), fetchedAt);
    throw new FailureError(
      passing(
        'http_error',
        `robots.txt answered ${statusLine(status)}, which forbids to fetch for now`,
        wait ?? (isBusy(status) ? 0 : null),
      ),
    );
  }
  const bytes = await wholeLines(
    decodedBody(answer.body, codingsOf(field(answer, 'content-encoding')), {
      maxBytes: MAX_BYTES,
      maxExpansion,
    }),
  );
  const rules = parseRobots(bytes, PRODUCT);
  // Decoded anew, as a part of the whole would hold all of it in memory.
  const text = new TextDecoder().decode(bytes.subarray(0, MAX_TEXT_BYTES));
  return { robotsTxt: { rules, text }, maxAgeMs };
}

/** All that there is; of a body that was cut, up to its last line that is whole. */
async function wholeLines(body: AsyncGenerator<Buffer, boolean>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for (let next = await body.next(); ; next = await body.next()) {
    if (next.done !== true) {
      chunks.push(next.value);
      continue;
    }
    const bytes = Buffer.concat(chunks);
    const cut = next.value;
    return cut ? bytes.subarray(0, Math.max(bytes.lastIndexOf('\n'), bytes.lastIndexOf('\r')) + 1) : bytes;
  }
}

/** What Cache-Control lets an answer be kept, in milliseconds; null if it says nothing of it. */
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

/** @param signal not aborted yet */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
