// robots.txt of each origin: fetched once for all who ask at the same time; its rules and its text are kept for a while.
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

/** Of the file itself; nearly all are shorter. */
const MAX_TEXT_BYTES = 64 * 1024;

/** What everything that is kept may weigh together. */
const MAX_CACHE_BYTES = 32 * 1024 * 1024;
/** What an entry weighs besides its rules and text. */
const ENTRY_BYTES = 500;

export interface RobotsTxt {
  readonly rules: RobotsRules;
  /** The first 64 KiB of the file; null if there is none. */
  readonly text: string | null;
}

/** An origin that has none, or one that nobody wants to know of. */
export const NO_ROBOTS_TXT: RobotsTxt = { rules: ALLOW_ALL, text: null };

export interface Robots {
  /**
   * That of the origin of a URL. Rejects with a FailureError if it can't be learnt now, which forbids to fetch
   * (RFC 9309, 2.3.1.4), with the reason of an aborted signal, with NoHostSlot, or with NotRecorded.
   */
  read(url: URL, signal: AbortSignal): Promise<RobotsTxt>;
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
  const kept = new Map<string, { readonly robotsTxt: RobotsTxt; readonly until: number }>();
  const underWay = new Map<string, Promise<RobotsTxt>>();
  let weight = 0;

  function keep(origin: string, robotsTxt: RobotsTxt): void {
    weight += weightOf(robotsTxt);
    kept.set(origin, { robotsTxt, until: source.now() + source.ttlMs });
    for (const oldest of kept.keys()) {
      if (weight <= MAX_CACHE_BYTES) break;
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
      .then((robotsTxt) => {
        keep(url.origin, robotsTxt);
        return robotsTxt;
      })
      .finally(() => underWay.delete(url.origin));
    underWay.set(url.origin, fetching);
    return fetching;
  }

  return {
    async read(url, signal) {
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

async function fetchRobots(page: URL, source: RobotsSource): Promise<RobotsTxt> {
  let url = new URL('/robots.txt', page);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const found = await askRobots(url, source);
    if (!(found instanceof URL)) return found;
    url = found;
  }
  return NO_ROBOTS_TXT;
}

/** One request. @returns what it gave, or the URL where it is to be had */
async function askRobots(url: URL, source: RobotsSource): Promise<RobotsTxt | URL> {
  const slot = await source.slot(url.hostname);
  const deadline = openDeadline(source.closed, source.timeoutMs, 'robots.txt');
  let answer: Answer | null = null;
  try {
    answer = await source.request(url, deadline.signal);
    if (!isRedirect(answer.status)) return await readAnswer(answer, source);
    await answer.discard();
    const location = field(answer, 'location')?.trim() ?? '';
    const target = URL.parse(location, url.href);
    return (target === null || location === '' ? null : fetchableUrl(target.href)) ?? NO_ROBOTS_TXT;
  } catch (error) {
    throw errorOf(failureFrom(error, url.hostname));
  } finally {
    deadline.end();
    // The page that they were wanted for comes next, without a pause.
    slot.release(0);
    answer?.body.on('error', () => undefined).destroy();
    await answer?.recorded();
  }
}

/** 2xx states the rules, 4xx that there are none, anything else that nobody knows them now. */
async function readAnswer(answer: Answer, { maxExpansion }: RobotsSource): Promise<RobotsTxt> {
  const { status } = answer;
  if (status >= 400 && status < 500 && status !== 429) {
    await answer.discard();
    return NO_ROBOTS_TXT;
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
  const bytes = Buffer.concat(chunks);
  const rules = parseRobots(new TextDecoder().decode(bytes), PRODUCT);
  // Decoded anew, as a part of the whole would hold all of it in memory.
  return { rules, text: new TextDecoder().decode(bytes.subarray(0, MAX_TEXT_BYTES)) };
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
