// Fetches what a visit asks for: the address guard, robots.txt, one request, and what its head says. Stands between
// Crawlee, which calls `stream`, and connections.ts, which sends requests.
import { Readable } from 'node:stream';
import type { BaseHttpClient, HttpRequest, HttpResponse, StreamingHttpResponse } from '@crawlee/core';
import type { AddressGuard } from './addresses.ts';
import { codingsOf, decodedBody } from './body.ts';
import type { Answer, Connections } from './connections.ts';
import { bodyKind, mediaType, opensLikeHtml, SNIFF_BYTES } from './content-type.ts';
import { openDeadline, seconds, type Deadline } from './deadline.ts';
import { NotRecorded } from './exchange.ts';
import { errorOf, final, passing, type Failure, type FailureError } from './failure.ts';
import { NoHostSlot, type TakeHostSlot } from './host-slot.ts';
import type { CrawlerSettings, FetchReport } from './options.ts';
import { failureFrom, moreTelling, statusLine } from './outcome.ts';
import { crawlDelay, retryAfter } from './pacing.ts';
import { isRedirect } from './redirects.ts';
import { field, NO_ROBOTS_TXT, type Robots } from './robots.ts';
import { Visit, type FetchedAnswer } from './visit.ts';

/** The body that Crawlee collects, and the head that belongs to it. */
export class AnswerStream extends Readable {
  readonly answer: FetchedAnswer;
  readonly #chunks: AsyncIterator<Buffer, unknown>;

  constructor(answer: FetchedAnswer, chunks: AsyncIterator<Buffer, unknown>) {
    super({ highWaterMark: 256 * 1024 });
    this.answer = answer;
    this.#chunks = chunks;
  }

  override _read(): void {
    this.#chunks.next().then(
      ({ done, value }) => this.push(done === true ? null : value),
      (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
    );
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    // Where Crawlee has lost interest, nobody else will end the body.
    void this.#leave();
    callback(error);
  }

  async #leave(): Promise<void> {
    try {
      await this.#chunks.return?.();
    } catch {
      // That the exchange can't be kept; its site was told.
    }
  }
}

export interface FetcherParts {
  readonly settings: CrawlerSettings;
  readonly guard: AddressGuard;
  readonly connections: Connections;
  /** Null fetches without asking. */
  readonly robots: Robots | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly takeSlot: TakeHostSlot;
  /** Learns which host a request goes to, and the crawl-delay that its robots.txt asks for, if that is known. */
  readonly onRequest: (host: string, delayMs: number | null) => void;
}

export class Fetcher implements BaseHttpClient {
  readonly #parts: FetcherParts;

  constructor(parts: FetcherParts) {
    this.#parts = parts;
  }

  /** Crawlee's way to let handlers send requests of their own, past the frontier. */
  sendRequest<T extends 'json' | 'text' | 'buffer' = 'text'>(
    _request: HttpRequest<T>,
  ): Promise<HttpResponse<T>> {
    return Promise.reject(new Error('requests go through the frontier only'));
  }

  /** Rejects with a FailureError. */
  async stream(request: HttpRequest): Promise<StreamingHttpResponse> {
    const visit = visitOf(request);
    const stream = await this.#fetch(visit);
    return {
      stream,
      request,
      url: stream.answer.url.href,
      redirectUrls: [],
      statusCode: stream.answer.status,
      // Crawlee reads no more of these than this field, to decide how to take the body: as it is.
      headers: { 'content-type': 'text/html; charset=utf-8' },
      trailers: {},
      complete: true,
      downloadProgress: { percent: 0, transferred: 0 },
      uploadProgress: { percent: 0, transferred: 0 },
    };
  }

  async #fetch(visit: Visit): Promise<AnswerStream> {
    let telling: Failure | null = null;
    let retry = false;
    const nameless = new Set<string>();
    for (const url of visit.urls) {
      if (nameless.has(url.hostname)) continue;
      try {
        return await this.#fetchUrl(visit, url);
      } catch (error) {
        if (error instanceof NotRecorded) throw brokenOff(visit, error);
        visit.owner.signal.throwIfAborted();
        if (error instanceof NoHostSlot) throw brokenOff(visit, error);
        const failure = failureFrom(error, url.hostname);
        telling = moreTelling(telling, failure);
        retry ||= failure.retry;
        if (!failure.unconnected) break;
        if (failure.outcome === 'dns_failed') nameless.add(url.hostname);
      }
    }
    throw errorOf({ ...(telling ?? final('crashed', 'a visit without a URL')), retry });
  }

  async #fetchUrl(visit: Visit, url: URL): Promise<AnswerStream> {
    const { settings, guard, connections, robots, headers, takeSlot, onRequest } = this.#parts;
    const { owner } = visit;
    const refusal = guard.refusal(url);
    if (refusal !== null) throw errorOf(refusal);
    const { rules, text: robotsTxt } = robots === null ? NO_ROBOTS_TXT : await robots.read(url, owner.signal);
    if (!rules.allows(`${url.pathname}${url.search}`)) {
      throw errorOf(final('robots_disallowed', `robots.txt forbids to fetch ${url.pathname.slice(0, 200)}`));
    }
    const { crawlDelayMs } = rules;
    const restMs = crawlDelay(crawlDelayMs, settings.crawlDelayMs, settings.maxCrawlDelayMs);
    const slot = await takeSlot(url.hostname, restMs, owner.signal);
    onRequest(url.hostname, crawlDelayMs);
    const deadline = openDeadline(owner.signal, settings.requestTimeoutMs, 'answer');
    const start = performance.now();
    const report: Report = (outcome, bytes) =>
      settings.onFetch({ outcome, ms: performance.now() - start, bytes });
    let answer: Answer | null = null;
    try {
      answer = await connections.get(url, headers, deadline.signal);
      const ended = (): void => {
        deadline.end();
        slot.release(restMs);
      };
      return await this.#read(visit, url, answer, { robotsTxt, deadline, ended, report });
    } catch (error) {
      deadline.end();
      const failure = failureFrom(error, url.hostname);
      report(failure.outcome, 0);
      await answer?.discard();
      slot.release(Math.max(restMs, failure.retryAfterMs ?? 0));
      await answer?.recorded();
      throw error;
    }
  }

  async #read(
    visit: Visit,
    url: URL,
    answer: Answer,
    { robotsTxt, deadline, ended, report }: UnderWay,
  ): Promise<AnswerStream> {
    const { status, headers, certIssuer, fetchedAt } = answer;
    if (isRedirect(status)) {
      await answer.discard();
      await answer.recorded();
      ended();
      report('redirect', 0);
      return new AnswerStream(
        { kind: 'redirect', url, status, location: field(answer, 'location') },
        nothing(),
      );
    }
    const failure = refusalOf(answer, this.#parts, fetchedAt);
    if (failure !== null) throw errorOf(failure);
    deadline.waitFor('end of the page');
    let truncated = false;
    const page: FetchedAnswer = {
      kind: 'page',
      url,
      status,
      headers,
      fetchedAt,
      certIssuer,
      robotsTxt,
      truncated: () => truncated,
    };
    const { maxBodyBytes, maxExpansion } = this.#parts.settings;
    const sniffed = bodyKind(field(answer, 'content-type')) === 'unstated';
    const decoded = decodedBody(answer.body, codingsOf(allValues(answer, 'content-encoding')), {
      maxBytes: maxBodyBytes,
      maxExpansion,
    });
    async function* chunks(): AsyncGenerator<Buffer> {
      let start = sniffed ? Buffer.alloc(0) : null;
      let bytes = 0;
      let outcome: FetchReport['outcome'] = 'cancelled';
      try {
        for (let next = await decoded.next(); ; next = await decoded.next()) {
          if (next.done === true) {
            truncated = next.value;
            break;
          }
          visit.owner.received(next.value.length);
          bytes += next.value.length;
          if (start === null) yield next.value;
          else {
            start = Buffer.concat([start, next.value]);
            if (start.length < SNIFF_BYTES) continue;
            yield htmlOnly(start);
            start = null;
          }
        }
        if (start !== null && start.length > 0) yield htmlOnly(start);
        outcome = 'page';
      } catch (error) {
        const failure = failureFrom(error, url.hostname);
        outcome = failure.outcome;
        throw errorOf(failure);
      } finally {
        ended();
        report(outcome, bytes);
        // What is left of it is not wanted; if that was our own choice it is no page either.
        answer.body.on('error', () => undefined).destroy(outcome === 'page' ? undefined : UNWANTED);
        await decoded.return(false);
        await answer.recorded().catch((error: unknown) => {
          throw brokenOff(visit, error);
        });
      }
    }
    return new AnswerStream(page, chunks());
  }
}

const UNWANTED = new Error('the rest of the body is not wanted');

/** Ends the site of a visit for a reason of ours, which the error has as its cause. @returns what ends the visit */
function brokenOff(visit: Visit, error: unknown): FailureError {
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  visit.owner.break(cause);
  return errorOf(final('cancelled', message));
}

/** A request whose answer is being read. */
interface UnderWay {
  /** Of its origin; null if there is none, or nobody has read it. */
  readonly robotsTxt: string | null;
  readonly deadline: Deadline;
  /** Nothing of it comes any more. */
  readonly ended: () => void;
  readonly report: Report;
}

type Report = (outcome: FetchReport['outcome'], bytes: number) => void;

/** Why an answer holds no page, by its head alone; null if it may. */
function refusalOf(answer: Answer, { settings }: FetcherParts, now: number): Failure | null {
  const { status } = answer;
  const line = statusLine(status);
  if (status === 204 || status === 205) return final('http_error', `answered ${line}, which holds no page`);
  if (status >= 200 && status < 300) {
    const contentType = field(answer, 'content-type');
    if (bodyKind(contentType) !== 'other') return null;
    return final('not_html', `content type ${mediaType(contentType).slice(0, 100)}`);
  }
  const mayPass =
    status === 408 || status === 425 || status === 429 || (status >= 500 && status !== 501 && status !== 505);
  if (!mayPass) return final('http_error', `answered ${line}`);
  const wait = retryAfter(field(answer, 'retry-after'), now);
  if (wait !== null && wait > settings.maxRetryAfterMs) {
    return final('http_error', `answered ${line} and asks to stay away for ${seconds(wait)}`);
  }
  return passing('http_error', `answered ${line}`, wait);
}

function visitOf(request: HttpRequest): Visit {
  const context = request['context'];
  const visit = typeof context === 'object' && context !== null && 'visit' in context ? context.visit : null;
  if (!(visit instanceof Visit)) throw new Error('a request that no visit asked for');
  return visit;
}

function htmlOnly(start: Buffer): Buffer {
  if (opensLikeHtml(start)) return start;
  throw errorOf(final('not_html', 'states no content type and does not begin like HTML'));
}

function allValues(answer: Answer, name: string): string | null {
  const values = answer.headers.flatMap(([other, value]) => (other === name ? [value] : []));
  return values.length === 0 ? null : values.join(', ');
}

async function* nothing(): AsyncGenerator<Buffer> {}
