/*
 * Requests of any operation: addresses, headers, time limits, tries, and what becomes of an answer that is none.
 * `json` tries again by itself; who reads a stream knows best where it goes on, and asks `retryDelay`.
 */
import { addressOf, type Addressed, valuesOf } from './address.ts';
import { Attempt } from './attempt.ts';
import { apiErrorOf, fieldIn, SitegrepError } from './error.ts';
import { linesOf } from './lines.ts';
import { type OperationId, OPERATIONS, type Operations } from './operations.ts';
import { type CallOptions, requireCount, type Settled } from './options.ts';
import { delayBeforeRetry, isPassing, pause, retryAfterOf } from './retry.ts';
import { bodyOf, isRepeatable, type UploadList } from './upload.ts';

/** A list as the body of a request, with its media type. */
export interface Upload {
  readonly type: string;
  readonly list: UploadList;
  /** It is compressed already. */
  readonly isGzip: boolean;
}

interface Request extends Addressed {
  readonly header?: object;
  readonly json?: unknown;
  readonly accept: string;
  readonly upload?: Upload | undefined;
}

/** A POST that changes nothing. */
const READING: ReadonlySet<OperationId> = new Set([
  'searchHtmlSourceCode',
  'searchWeb',
  'suggestSearches',
  'getVideo',
  'searchVideos',
]);

/** Milliseconds an upload may take, unless the call says otherwise: the API gives a request five minutes to arrive. */
const UPLOAD_TIMEOUT_MS = 360_000;
/** Characters of an answer that an error repeats. */
const SHOWN = 200;

export class Transport {
  readonly #settled: Settled;

  constructor(settled: Settled) {
    this.#settled = settled;
  }

  /** What an operation answers with as `data`; a text that is no JSON as it is. @throws SitegrepError */
  async ask<Id extends OperationId>(
    id: Id,
    input: Operations[Id]['input'],
    options: CallOptions = {},
    upload?: Upload,
  ): Promise<Operations[Id]['data']> {
    const request: Request = { ...input, accept: 'application/json', upload };
    for (let failures = 0; ; failures += 1) {
      try {
        return await this.#once(id, request, options);
      } catch (error) {
        if (!mayRepeat(id, request, error)) throw error;
        await pause(this.retryDelay(error, failures, options), options.signal);
      }
    }
  }

  /**
   * Opens a stream, once.
   *
   * @param accept the media type that it is to be of
   * @param leastMs the time limit, if the client has a shorter one and the call none
   * @returns its lines, which fail when it breaks off or is silent for too long; null if the answer is that there is none
   * @throws SitegrepError
   */
  async lines<Id extends OperationId>(
    id: Id,
    input: Operations[Id]['input'],
    accept: string,
    options: CallOptions,
    leastMs = 0,
  ): Promise<AsyncGenerator<string, void> | null> {
    const [url, init] = this.#prepared(id, { ...input, accept });
    const { timeout } = this.#settled;
    const attempt = attemptOf(options, timeout === 0 ? 0 : Math.max(timeout, leastMs));
    try {
      const response = await this.#send(id, url, init, attempt);
      if (response.status === 204 || response.body === null) {
        attempt.end({ stop: true });
        return null;
      }
      const type = response.headers.get('content-type') ?? '';
      if (!type.startsWith(accept))
        throw this.#unexpected(id, response, `the answer is of type ${type || 'none'}`);
      return this.#guarded(id, response.body, attempt, options.signal);
    } catch (error) {
      attempt.end({ stop: true });
      throw this.#failure(id, attempt, options.signal, error);
    }
  }

  /** Milliseconds to wait before another try. @throws the error itself if there is to be none */
  retryDelay(error: unknown, failures: number, { retries }: CallOptions): number {
    const { retry } = this.#settled;
    const delay =
      error instanceof SitegrepError
        ? delayBeforeRetry(error, failures, { ...retry, retries: retries ?? retry.retries })
        : null;
    if (delay === null) throw error;
    return delay;
  }

  async #once<Id extends OperationId>(
    id: Id,
    request: Request,
    options: CallOptions,
  ): Promise<Operations[Id]['data']> {
    const usual = request.upload === undefined ? this.#settled.timeout : UPLOAD_TIMEOUT_MS;
    const [url, init] = this.#prepared(id, request);
    const attempt = attemptOf(options, usual);
    try {
      const response = await this.#send(id, url, init, attempt);
      const text = await response.text();
      attempt.end({ stop: false });
      if (id === 'getMetrics') return text;
      const body = isJson(response) ? parsed(text) : undefined;
      // Only the document that describes the API comes without an envelope.
      if (id === 'getOpenApi' && body !== undefined) return body as Operations[Id]['data'];
      if (typeof body === 'object' && body !== null && 'success' in body && 'data' in body) {
        return body.data as Operations[Id]['data'];
      }
      throw this.#unexpected(id, response, `the answer is not JSON of this API: ${this.#shown(text)}`);
    } catch (error) {
      attempt.end({ stop: true });
      throw this.#failure(id, attempt, options.signal, error);
    }
  }

  /** @throws TypeError if no request can be made of it */
  #prepared(id: OperationId, request: Request): readonly [url: string, init: RequestInit] {
    const { baseUrl, key } = this.#settled;
    const { json, upload } = request;
    const headers = new Headers({ accept: request.accept });
    for (const [name, value] of valuesOf(request.header)) headers.set(name, value);
    if (key !== null) headers.set('x-api-key', key);
    if (upload !== undefined) headers.set('content-type', upload.type);
    else if (json !== undefined) headers.set('content-type', 'application/json');
    if (upload?.isGzip === true) headers.set('content-encoding', 'gzip');
    const init: RequestInit & { duplex?: 'half' } = {
      method: OPERATIONS[id].method,
      headers,
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      ...(upload === undefined ? {} : bodyOf(upload.list)),
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
    };
    return [addressOf(baseUrl, id, request).href, init];
  }

  /** @returns an answer that is a success. @throws SitegrepError for any other */
  async #send(id: OperationId, url: string, init: RequestInit, { signal }: Attempt): Promise<Response> {
    const response = await this.#settled.fetch(url, { ...init, signal });
    if (response.ok) return response;
    throw await this.#refusal(id, response);
  }

  async #refusal(id: OperationId, response: Response): Promise<SitegrepError> {
    const { status } = response;
    // Browsers don't show where a redirect leads to.
    if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) {
      await response.body?.cancel();
      return new SitegrepError({
        operation: id,
        code: 'redirected',
        status: status === 0 ? null : status,
        details:
          'The answer is a redirect, which is not followed with a key; give the final address as baseUrl.',
      });
    }
    const text = await response.text();
    const error = apiErrorOf(isJson(response) ? parsed(text) : null);
    if (error === null) return this.#unexpected(id, response, `HTTP ${status}: ${this.#shown(text)}`);
    const details = this.#redacted(error.details);
    return new SitegrepError({
      operation: id,
      code: error.code,
      status,
      details,
      field: error.code === 'bad_request' ? fieldIn(details) : null,
      requestId: response.headers.get('x-request-id'),
      retryAfterMs: retryAfterOf(response.headers),
    });
  }

  #unexpected(id: OperationId, response: Response, details: string): SitegrepError {
    return new SitegrepError({
      operation: id,
      code: 'unexpected_answer',
      status: response.status,
      details: `Something else than this API has answered; ${details}`,
      requestId: response.headers.get('x-request-id'),
      retryAfterMs: retryAfterOf(response.headers),
    });
  }

  /** What a try failed with, in the caller's terms. */
  #failure(id: OperationId, attempt: Attempt, signal: AbortSignal | undefined, error: unknown): unknown {
    if (signal?.aborted === true) return signal.reason;
    if (error instanceof SitegrepError) return error;
    if (attempt.isLate) {
      return new SitegrepError({ operation: id, code: 'timeout', details: 'No answer came in time.' });
    }
    const reasons = reasonsOf(error).map((reason) => this.#redacted(reason));
    return new SitegrepError({
      operation: id,
      code: error instanceof RangeError ? 'unexpected_answer' : 'network',
      details: `The request or its answer broke off: ${reasons.join(': ')}.`,
      // What is thrown by a fetch of another's may repeat the request.
      ...(reasonsOf(error).join() === reasons.join() && { cause: error }),
    });
  }

  async *#guarded(
    id: OperationId,
    body: ReadableStream<Uint8Array>,
    attempt: Attempt,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<string, void> {
    try {
      yield* linesOf(body, attempt);
    } catch (error) {
      throw this.#failure(id, attempt, signal, error);
    } finally {
      attempt.end({ stop: true });
    }
  }

  #shown(text: string): string {
    const line = this.#redacted(text).replaceAll(/\s+/g, ' ').trim();
    return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line;
  }

  #redacted(text: string): string {
    const { key } = this.#settled;
    return key === null ? text : text.replaceAll(key, '***');
  }
}

function attemptOf({ signal, timeout }: CallOptions, usual: number): Attempt {
  if (timeout !== undefined) requireCount('timeout', timeout);
  return new Attempt(signal, timeout ?? usual);
}

function mayRepeat(id: OperationId, { header = {}, upload }: Request, error: unknown): boolean {
  const isNamed = 'Idempotency-Key' in header && header['Idempotency-Key'] !== undefined;
  if (OPERATIONS[id].method === 'POST' && !READING.has(id) && !isNamed) return false;
  if (upload !== undefined && !isRepeatable(upload.list)) return false;
  // The first try, whose answer was lost, may still be under way.
  const isUnderWay =
    error instanceof SitegrepError && error.code === 'conflict' && error.retryAfterMs !== null;
  return isPassing(error) || (isNamed && isUnderWay);
}

function isJson(response: Response): boolean {
  return (response.headers.get('content-type') ?? '').startsWith('application/json');
}

/** @returns undefined if it is no JSON */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The message of an error, and of what caused it: fetch itself only says that it failed. */
function reasonsOf(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [String(error)];
  return [error.message || error.name, ...(error.cause === undefined ? [] : reasonsOf(error.cause))];
}
