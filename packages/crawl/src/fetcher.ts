// Fetches the page of a visit: address guard, robots.txt, one request, and a look at the head of its answer. runner.ts calls
// it, and connections.ts sends its requests.
import {
  bodyKind,
  codingsOf,
  END_BYTES,
  mediaType,
  SNIFF_BYTES,
  startsLikeHtml,
  valuesOf,
} from '@sitegrep/http';
import { binaryFormatOf } from '@sitegrep/site';
import type { AddressGuard } from './addresses.ts';
import { COMPLETE, decodedBody, isKept } from './body.ts';
import { conditionsOf } from './request-headers.ts';
import type { Trust } from './certificates.ts';
import type { Answer, Connections } from './connections.ts';
import { openDeadline, type Deadline } from './deadline.ts';
import { NotRecorded } from './recording.ts';
import {
  FailureError,
  final,
  passing,
  type Failure,
  failureFrom,
  moreInformative,
  statusLine,
} from './failure.ts';
import { endedBy, type HostPace } from './host-pace.ts';
import { NoHostSlot } from './host-slot.ts';
import type { CrawlerSettings, FetchReport } from './options.ts';
import { isBusy, retryAfter, sentAway, type RequestEnd } from './pacing.ts';
import { isRedirect, withoutTarget } from './redirects.ts';
import { field, NO_ROBOTS_TXT, type Robots } from './robots.ts';
import type { FetchedAnswer, Visit, VisitOwner } from './visit.ts';

/** An answer with its body. */
export interface Fetched {
  readonly answer: FetchedAnswer;
  readonly body: Buffer;
}

/** An answer whose body is still to come. */
interface Opened {
  readonly answer: FetchedAnswer;
  /** Body, to be read to its end or its error. */
  readonly chunks: AsyncIterable<Buffer>;
}

export interface FetcherParts {
  readonly settings: CrawlerSettings;
  readonly guard: AddressGuard;
  readonly connections: Connections;
  /** Source of robots.txt; null fetches without. */
  readonly robots: Robots | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly pace: HostPace;
}

export class Fetcher {
  readonly #parts: FetcherParts;

  constructor(parts: FetcherParts) {
    this.#parts = parts;
  }

  /** Rejects with a FailureError. */
  async fetch(visit: Visit): Promise<Fetched> {
    const { answer, chunks } = await this.#fetch(visit);
    const body: Buffer[] = [];
    for await (const chunk of chunks) body.push(chunk);
    return { answer, body: Buffer.concat(body) };
  }

  async #fetch(visit: Visit): Promise<Opened> {
    let decisive: Failure | null = null;
    const unknownHosts = new Set<string>();
    const distrusted: URL[] = [];
    const failureOf = (url: URL, error: unknown): Failure => {
      if (error instanceof NotRecorded) throw interrupted(visit, error);
      visit.owner.signal.throwIfAborted();
      if (error instanceof NoHostSlot) throw interrupted(visit, error);
      return failureFrom(error, url.hostname);
    };
    let left: readonly URL[] = visit.urls;
    for (let [url] = left; url !== undefined; [url] = left) {
      left = left.slice(1);
      if (unknownHosts.has(url.hostname)) continue;
      try {
        return await this.#fetchUrl(visit, url, {
          trust: 'valid',
          alternatives: [...left, ...distrusted],
        });
      } catch (error) {
        const failure = failureOf(url, error);
        decisive = moreInformative(decisive, failure);
        if (failure.outcome === 'dns_failed') unknownHosts.add(url.hostname);
        if (failure.distrusted) {
          distrusted.push(url);
          left = secureFirst(left);
        }
        if (failure.unconnected) continue;
        if (givesNoPage(failure)) break;
        throw new FailureError(decisive);
      }
    }
    // The source of a page counts more than its host's certificate, but whatever else has a page comes first.
    const last = this.#parts.settings.requireValidCertificates ? [] : distrusted;
    for (const [at, url] of last.entries()) {
      try {
        return await this.#fetchUrl(visit, url, { trust: 'any', alternatives: last.slice(at + 1) });
      } catch (error) {
        const failure = failureOf(url, error);
        decisive = moreInformative(decisive, failure);
        if (!failure.unconnected) break;
      }
    }
    throw new FailureError(decisive ?? final('crashed', 'a visit without a URL'));
  }

  async #fetchUrl(visit: Visit, url: URL, { trust, alternatives }: Attempt): Promise<Opened> {
    const { settings, guard, connections, robots, headers, pace } = this.#parts;
    const { owner } = visit;
    const refusal = guard.refusal(url) ?? (trust === 'valid' ? connections.distrust(url) : null);
    if (refusal !== null) throw new FailureError(refusal);
    const { rules, text: robotsTxt } =
      robots === null ? NO_ROBOTS_TXT : await robots.read(url, owner.signal, trust);
    if (!rules.allows(`${url.pathname}${url.search}`)) {
      throw new FailureError(
        final('robots_disallowed', `robots.txt forbids fetching ${url.pathname.slice(0, 200)}`),
      );
    }
    const permit = await pace.acquire(url, rules.crawlDelayMs, owner.signal);
    const deadline = openDeadline(owner.signal, settings.requestTimeoutMs, 'answer');
    const start = performance.now();
    const report: Report = (outcome, bytes) => {
      if (owner.wants === 'page') settings.onFetch({ outcome, ms: performance.now() - start, bytes });
    };
    // The connection is closed then, even if nobody reads the body to its end.
    deadline.signal.addEventListener('abort', () => permit.end({ kind: 'failed' }), { once: true });
    const validators = owner.validators(url);
    const conditions = validators === null ? {} : conditionsOf(validators);
    let answer: Answer | null = null;
    try {
      // A host without a valid certificate may be another one than the site's.
      const cookies = trust === 'valid' ? owner.cookies : null;
      const cookieChanges = owner.cookies?.changes ?? 0;
      const cookie = cookies?.header(url) ?? null;
      const sent = { ...headers, ...conditions, ...(cookie === null ? {} : { cookie }) };
      answer = await connections.get(url, sent, deadline.signal, trust);
      cookies?.take(url, valuesOf(answer.headers, 'set-cookie'));
      const ended = (how: RequestEnd): void => {
        deadline.end();
        permit.end(how);
      };
      return await this.#read(visit, url, answer, {
        robotsTxt,
        sitemaps: rules.sitemaps,
        alternatives,
        cookieChanges,
        conditional: Object.keys(conditions).length > 0,
        deadline,
        ended,
        report,
      });
    } catch (error) {
      deadline.end();
      const failure = failureFrom(error, url.hostname);
      report(failure.outcome, 0);
      await answer?.discard();
      const restMs = permit.end(endedBy(failure));
      await answer?.recorded();
      throw failure.retryAfterMs === null ? error : new FailureError({ ...failure, retryAfterMs: restMs });
    }
  }

  async #read(visit: Visit, url: URL, answer: Answer, underWay: UnderWay): Promise<Opened> {
    const { robotsTxt, sitemaps, alternatives, cookieChanges, conditional, deadline, ended, report } =
      underWay;
    const { status, headers, address, certIssuer, certificate, fetchedAt } = answer;
    if (status === 304 && conditional) {
      await answer.discard();
      await answer.recorded();
      ended({ kind: 'served' });
      report('unchanged', 0);
      const unchanged = {
        kind: 'not_modified',
        url,
        status,
        headers,
        fetchedAt,
        certificate,
        sitemaps,
      } as const;
      return { answer: unchanged, chunks: nothing() };
    }
    // As in browsers, an empty one does not count.
    const location = valuesOf(headers, 'location').find((value) => value.trim() !== '') ?? null;
    const { wants } = visit.owner;
    // Without a target, its page is all that there is.
    if (isRedirect(status) && (wants === 'sitemap' || location !== null)) {
      await answer.discard();
      await answer.recorded();
      ended({ kind: 'served' });
      report('redirect', 0);
      const redirect = {
        kind: 'redirect',
        url,
        status,
        location,
        cookieChanges,
        alternatives,
      } as const;
      return { answer: redirect, chunks: nothing() };
    }
    const failure = refusalOf(answer, wants, this.#parts, fetchedAt);
    if (failure !== null) {
      // Servers such as nginx answer so if they want a certificate of ours: http may still work.
      const mayWant = status === 400 && url.protocol === 'https:';
      throw new FailureError(mayWant ? { ...failure, unconnected: true } : failure);
    }
    deadline.waitFor('end of the page');
    let truncated = false;
    const page: FetchedAnswer = {
      kind: 'page',
      url,
      status,
      headers,
      fetchedAt,
      address,
      certIssuer,
      certificate,
      robotsTxt,
      sitemaps,
      cookieChanges,
      truncated: () => truncated,
    };
    const { maxBodyBytes, maxExpansion } = this.#parts.settings;
    const sniffed = wants === 'page' && bodyKind(answer.headers) === 'unstated';
    const decoded = decodedBody(answer.body, codingsOf(answer.headers), {
      maxBytes: wants === 'page' ? maxBodyBytes : Math.min(maxBodyBytes, MAX_SITEMAP_BYTES),
      maxExpansion,
    });
    const isLastAttempt = visit.failures >= this.#parts.settings.maxRetries;
    const mayKeep = (failure: Failure, tail: Buffer): boolean =>
      wants === 'page' &&
      !visit.owner.signal.aborted &&
      (isLastAttempt || !failure.retry) &&
      isKept(failure, tail);
    async function* chunks(): AsyncGenerator<Buffer> {
      let start = sniffed ? Buffer.alloc(0) : null;
      let bytes = 0;
      let tail: Buffer = Buffer.alloc(0);
      let outcome: FetchReport['outcome'] = 'cancelled';
      try {
        for (let next = await decoded.next(); ; next = await decoded.next()) {
          if (next.done === true) {
            const { cut } = next.value;
            if (cut !== null && !mayKeep(failureFrom(cut, url.hostname), tail)) throw cut;
            truncated = next.value.truncated;
            break;
          }
          visit.owner.received(next.value.length);
          bytes += next.value.length;
          tail = lastBytes(tail, next.value);
          if (start === null) {
            if (wants === 'page' && bytes === next.value.length) refuseOther(next.value);
            yield next.value;
          } else {
            start = Buffer.concat([start, next.value]);
            if (start.length < SNIFF_BYTES) continue;
            yield htmlOnly(start, status);
            start = null;
          }
        }
        if (start !== null && start.length > 0) yield htmlOnly(start, status);
        outcome = 'page';
      } catch (error) {
        const failure = failureFrom(error, url.hostname);
        outcome = failure.outcome;
        throw new FailureError(failure);
      } finally {
        ended({ kind: outcome === 'page' ? 'served' : 'failed' });
        report(outcome, bytes);
        // The rest of the body is not needed. If it was given up, the answer is no page.
        answer.body.on('error', () => undefined).destroy(outcome === 'page' ? undefined : UNNEEDED);
        await decoded.return(COMPLETE);
        await answer.recorded().catch((error: unknown) => {
          throw interrupted(visit, error);
        });
      }
    }
    return { answer: page, chunks: chunks() };
  }
}

/** Maximum size of a sitemap as it comes; the rest would list more pages than are ever considered. */
const MAX_SITEMAP_BYTES = 2 * 1024 * 1024;

const UNNEEDED = new Error('the rest of the body is not needed');

/** Ends the site of a visit with the cause of an error that is not the site's. @returns the failure of the visit */
function interrupted(visit: Visit, error: unknown): FailureError {
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  visit.owner.break(cause);
  return new FailureError(final('cancelled', message));
}

/** URLs with https before the others: another host may have a valid certificate. */
function secureFirst(urls: readonly URL[]): readonly URL[] {
  const isSecure = ({ protocol }: URL): boolean => protocol === 'https:';
  return [...urls.filter(isSecure), ...urls.filter((url) => !isSecure(url))];
}

/** One of the URLs of a visit. */
interface Attempt {
  readonly trust: Trust;
  /** URLs that may be tried if it redirects to one that can't be connected to. */
  readonly alternatives: readonly URL[];
}

/**
 * Whether an answer, or none in time, only means that this URL has no page. Otherwise nobody may fetch it, or not now.
 */
function givesNoPage({ outcome, retryAfterMs }: Failure): boolean {
  if (retryAfterMs !== null) return false;
  return outcome === 'http_error' || outcome === 'not_html' || outcome === 'timed_out';
}

/** A request whose answer is being read. */
interface UnderWay {
  /** Text of its origin's robots.txt; null if there is none, or it was not read. */
  readonly robotsTxt: string | null;
  /** Sitemaps that it names. */
  readonly sitemaps: readonly string[];
  /** Alternatives as in `Attempt`. */
  readonly alternatives: readonly URL[];
  /** Changes as in a redirect. */
  readonly cookieChanges: number;
  /** Whether the request had conditions. */
  readonly conditional: boolean;
  readonly deadline: Deadline;
  /** Called when nothing more of it comes. */
  readonly ended: (how: RequestEnd) => void;
  readonly report: Report;
}

type Report = (outcome: FetchReport['outcome'], bytes: number) => void;

/** Why the head of an answer excludes a page; null if it doesn't. */
function refusalOf(
  answer: Answer,
  wants: VisitOwner['wants'],
  { settings }: FetcherParts,
  now: number,
): Failure | null {
  const { status } = answer;
  const line = statusLine(status);
  if (status === 304) return final('http_error', `answered ${line} to a request without conditions`);
  if (isRedirect(status) && bodyKind(answer.headers) === 'other') return withoutTarget(status);
  if (status === 204 || status === 205) return final('http_error', `answered ${line}, which holds no page`);
  if (status >= 200 && status < 400) {
    if (wants === 'sitemap' || bodyKind(answer.headers) !== 'other') return null;
    return final('not_html', `content type ${mediaType(answer.headers)?.slice(0, 100)}`);
  }
  const mayPass =
    status === 408 || status === 425 || status === 429 || (status >= 500 && status !== 501 && status !== 505);
  if (!mayPass) return final('http_error', `answered ${line}`);
  const wait = retryAfter(field(answer, 'retry-after'), now) ?? (isBusy(status) ? 0 : null);
  const what = `answered ${line}`;
  return sentAway(what, wait, settings.maxRetryAfterMs) ?? passing('http_error', what, wait);
}

function htmlOnly(start: Buffer, status: number): Buffer {
  if (startsLikeHtml(start)) return start;
  if (isRedirect(status)) throw new FailureError(withoutTarget(status));
  throw new FailureError(final('not_html', 'states no content type and does not begin like HTML'));
}

function refuseOther(start: Buffer): void {
  const other = binaryFormatOf(start);
  if (other !== null) throw new FailureError(final('not_html', `said to be HTML, but begins like ${other}`));
}

/** The last bytes of a body, with those of its next chunk. */
function lastBytes(tail: Buffer, chunk: Buffer): Buffer {
  return chunk.length >= END_BYTES ? chunk : Buffer.concat([tail, chunk]).subarray(-END_BYTES);
}

async function* nothing(): AsyncGenerator<Buffer> {}
