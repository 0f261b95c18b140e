// Fetches the page of a visit: address guard, robots.txt, and one request. runner.ts calls it, connections.ts sends its
// requests, answer-head.ts judges the head of an answer, and page-body.ts reads the body.
import { valuesOf } from '@sitegrep/http';
import { judgeHead } from './answer-head.ts';
import { isKept } from './body.ts';
import { conditionsOf } from './request-headers.ts';
import type { Trust } from './certificates.ts';
import type { Answer } from './answer.ts';
import { openDeadline, type Deadline } from './deadline.ts';
import { NotRecorded } from './recording.ts';
import { FailureError, final, type Failure, failureFrom, moreInformative } from './failure.ts';
import { endedBy } from './host-pace.ts';
import { NoHostSlot } from './host-slot.ts';
import type { Network } from './network.ts';
import type { FetchReport } from './options.ts';
import { readPageBody } from './page-body.ts';
import type { RequestEnd } from './pacing.ts';
import { underOtherNames } from './redirects.ts';
import { type RobotsTxt, UNREAD_ROBOTS_TXT } from './robots.ts';
import { challengerOf } from './stand-in-body.ts';
import type { FetchedAnswer, Visit } from './visit.ts';

/** An answer with its body. */
export interface Fetched {
  readonly answer: FetchedAnswer;
  readonly body: Buffer;
}

/** Reads the body of an answer whose head was accepted. Rejects with a FailureError. */
type ReadRest = () => Promise<Fetched>;

export class Fetcher {
  readonly #parts: Network;

  constructor(parts: Network) {
    this.#parts = parts;
  }

  /** Rejects with a FailureError. */
  async fetch(visit: Visit): Promise<Fetched> {
    const readRest = await this.#fetch(visit);
    return readRest();
  }

  async #fetch(visit: Visit): Promise<ReadRest> {
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
        if (isAnswered(failure)) left = underOtherNames(left, [url.href, ...visit.trail]);
        else if (givesNoPage(failure)) break;
        else throw new FailureError(decisive);
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

  async #fetchUrl(visit: Visit, url: URL, { trust, alternatives }: Attempt): Promise<ReadRest> {
    const { settings, guard, connections, robots, headers, pace } = this.#parts;
    const { owner } = visit;
    const refusal = guard.refusal(url) ?? (trust === 'valid' ? connections.distrust(url) : null);
    if (refusal !== null) throw new FailureError(refusal);
    const robotsTxt = robots === null ? UNREAD_ROBOTS_TXT : await robots.read(url, owner.signal, trust);
    const { rules } = robotsTxt;
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

  async #read(visit: Visit, url: URL, answer: Answer, underWay: UnderWay): Promise<ReadRest> {
    const { robotsTxt, alternatives, cookieChanges, conditional } = underWay;
    const { headers, certificate, certificateFacts, fetchedAt } = answer;
    const { maxRetryAfterMs } = this.#parts.settings;
    const head = judgeHead(answer, { url, wants: visit.owner.wants, conditional, maxRetryAfterMs });
    switch (head.kind) {
      case 'refused': {
        const { failure } = head;
        const challenger =
          visit.owner.wants === 'page' ? await challengerOf(answer, this.#parts.settings.maxExpansion) : null;
        if (challenger === null) throw new FailureError(failure);
        const reason = `${failure.reason}, with a challenge of ${challenger}`;
        throw new FailureError({ ...failure, reason });
      }
      case 'page':
        underWay.deadline.waitFor('end of the page');
        return () => this.#readPage(visit, url, answer, underWay);
      case 'missing':
        await leaveBody(answer, underWay, 'http_error');
        return withoutBody({ kind: 'missing', url, status: answer.status });
      case 'not_modified':
        await leaveBody(answer, underWay, 'unchanged');
        return withoutBody({
          kind: 'not_modified',
          url,
          status: 304,
          headers,
          fetchedAt,
          certificate,
          certificateFacts,
          robotsTxt,
        });
      case 'redirect': {
        await leaveBody(answer, underWay, 'redirect');
        const { location } = head;
        return withoutBody({
          kind: 'redirect',
          url,
          status: answer.status,
          location,
          cookieChanges,
          alternatives,
        });
      }
    }
  }

  async #readPage(visit: Visit, url: URL, answer: Answer, underWay: UnderWay): Promise<Fetched> {
    const { settings } = this.#parts;
    const { owner } = visit;
    const { status, headers, fetchedAt, address, certIssuer, certificate, certificateFacts } = answer;
    const { robotsTxt, alternatives, cookieChanges, ended, report } = underWay;
    const isLastAttempt = visit.failures >= settings.maxRetries;
    let bytes = 0;
    let outcome: FetchReport['outcome'] = 'page';
    try {
      const { body, truncated } = await readPageBody(answer, {
        ...settings,
        wants: owner.wants,
        received(length) {
          bytes += length;
          owner.received(length);
        },
        mayKeep(cut, came) {
          const failure = failureFrom(cut, url.hostname);
          const isLast = isLastAttempt || !failure.retry;
          return owner.wants === 'page' && !owner.signal.aborted && isLast && isKept(failure, came);
        },
      });
      const page = {
        kind: 'page',
        url,
        status,
        headers,
        fetchedAt,
        address,
        certIssuer,
        certificate,
        certificateFacts,
        robotsTxt,
        cookieChanges,
        alternatives,
        truncated,
      } as const;
      return { answer: page, body };
    } catch (error) {
      const failure = failureFrom(error, url.hostname);
      outcome = failure.outcome;
      throw new FailureError(failure);
    } finally {
      ended({ kind: outcome === 'page' ? 'served' : 'failed' });
      report(outcome, bytes);
      await answer.recorded().catch((error: unknown) => {
        throw interrupted(visit, error);
      });
    }
  }
}

/** Ends a request whose head says all. */
async function leaveBody(
  answer: Answer,
  { ended, report }: UnderWay,
  outcome: FetchReport['outcome'],
): Promise<void> {
  await answer.discard();
  await answer.recorded();
  ended({ kind: 'served' });
  report(outcome, 0);
}

function withoutBody(answer: FetchedAnswer): ReadRest {
  return () => Promise.resolve({ answer, body: Buffer.alloc(0) });
}

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

/** Whether a host answered without a page, or hung up: under another name, its server may have one. */
function isAnswered({ outcome, retryAfterMs }: Failure): boolean {
  return retryAfterMs === null && outcome === 'http_error';
}

/**
 * Whether an answer, or none in time, only means that this URL has no page. Otherwise nobody may fetch it, or not now.
 */
function givesNoPage({ outcome, retryAfterMs }: Failure): boolean {
  if (retryAfterMs !== null) return false;
  return outcome === 'not_html' || outcome === 'timed_out';
}

/** A request whose answer is being read. */
interface UnderWay {
  /** Robots.txt of its origin. */
  readonly robotsTxt: RobotsTxt;
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
