/*
 * Requests of any operation: URLs, headers, time limits, retries, and unexpected answers. `call` retries by itself; readers
 * of a stream know where to resume it, and use `retryDelay`.
 */
import { apiErrorOf, fieldIn, SitegrepError } from './error.ts';
import { type OperationId, OPERATIONS, type Operations } from './operations.ts';
import type { FetchedAnswer, FetchedHeaders, FetchRequest } from './fetched.ts';
import { type CallOptions, requireCount, type Settled } from './options.ts';
import {
  type Addressed,
  addressOf,
  bodyOf,
  type Inputs,
  isRepeatable,
  type UploadList,
  valuesOf,
} from './request.ts';
import { READING } from './reading.ts';
import { Attempt, delayBeforeRetry, isTemporary, pause, retryAfterOf } from './retry.ts';
import { linesOf, piecesOf } from './streams.ts';

/** A list as the body of a request, with its media type. */
export interface Upload {
  readonly type: string;
  readonly list: UploadList;
  /** Whether the list is compressed already. */
  readonly isGzip: boolean;
}

interface Request extends Addressed {
  readonly header?: object;
  readonly json?: unknown;
  readonly accept: string;
  readonly upload?: Upload | undefined;
}

/** A stream that is opened. */
interface Opening<Piece> {
  readonly options: CallOptions;
  /** Time limit, if that of the client is shorter and the call has none, in milliseconds. */
  readonly minMs: number;
  /** Reads the pieces of a body. */
  readonly read: (body: ReadableStream<Uint8Array>, attempt: Attempt) => AsyncGenerator<Piece, void>;
}

/** Operations whose answers are text. */
const TEXTS: ReadonlySet<OperationId> = new Set([
  'getMetrics',
  'getPageSource',
  'getSearchAtomFeed',
  'getVersionSource',
]);

/** Keeps a byte order mark, which belongs to a source. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Default time limit of an upload, in milliseconds; the API gives a request five minutes to arrive. */
const UPLOAD_TIMEOUT_MS = 360_000;
/** Maximum characters of an answer that are quoted in an error. */
const MAX_QUOTED = 200;

export class Transport {
  readonly #settled: Settled;

  constructor(settled: Settled) {
    this.#settled = settled;
  }

  /** Calls an operation. @returns the `data` of its answer, or its text if it is not JSON @throws SitegrepError */
  async call<Id extends OperationId>(
    id: Id,
    input: Inputs[Id],
    options: CallOptions = {},
    upload?: Upload,
  ): Promise<Operations[Id]['data']> {
    const request: Request = { ...input, accept: 'application/json', upload };
    return this.#repeated(id, request, options, async (response) => {
      const text = decoder.decode(await response.arrayBuffer());
      if (TEXTS.has(id)) return text;
      const body = isJson(response) ? parsedJson(text) : undefined;
      // Only the OpenAPI document has no envelope.
      if (id === 'getOpenApi' && body !== undefined) return body as Operations[Id]['data'];
      if (typeof body === 'object' && body !== null && 'success' in body && 'data' in body) {
        return body.data as Operations[Id]['data'];
      }
      throw this.#unexpected(id, response, `the answer is not JSON of this API: ${this.#shown(text)}`);
    });
  }

  /** Calls an operation whose answer is bytes. @returns the bytes, and the headers of the answer @throws SitegrepError */
  async bytes<Id extends OperationId>(
    id: Id,
    input: Inputs[Id],
    options: CallOptions = {},
  ): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly headers: FetchedHeaders }> {
    return this.#repeated(id, { ...input, accept: '*/*' }, options, async (response) => ({
      bytes: new Uint8Array(await response.arrayBuffer()),
      headers: response.headers,
    }));
  }

  /**
   * Opens a stream, once.
   *
   * @param accept media type of the stream
   * @param minMs time limit, if that of the client is shorter and the call has none
   * @param upload body of the request, which may still be sent while the stream is read
   * @returns its lines, which fail if the stream is interrupted or silent for too long; null if there is nothing to stream
   * @throws SitegrepError
   */
  async lines<Id extends OperationId>(
    id: Id,
    input: Inputs[Id],
    accept: string,
    options: CallOptions,
    minMs = 0,
    upload?: Upload,
  ): Promise<AsyncGenerator<string, void> | null> {
    // The answer to a search is one line, and may be as long as it is without a stream.
    const max = id === 'watchSearch' ? Infinity : undefined;
    const read: Opening<string>['read'] = (body, attempt) => linesOf(body, attempt, max);
    return this.#opened(id, { ...input, accept, upload }, { options, minMs, read });
  }

  /** Opens a stream of bytes, once. @returns its pieces, as those of `lines` @throws SitegrepError */
  async pieces<Id extends OperationId>(
    id: Id,
    input: Inputs[Id],
    options: CallOptions,
  ): Promise<AsyncGenerator<Uint8Array, void> | null> {
    return this.#opened(id, { ...input, accept: '*/*' }, { options, minMs: 0, read: piecesOf });
  }

  async #opened<Piece>(
    id: OperationId,
    request: Request,
    { options, minMs, read }: Opening<Piece>,
  ): Promise<AsyncGenerator<Piece, void> | null> {
    const { accept } = request;
    const [url, init] = this.#prepared(id, request);
    const { timeout } = this.#settled;
    const attempt = attemptOf(options, timeout === 0 ? 0 : Math.max(timeout, minMs));
    try {
      const response = await this.#send(id, url, init, attempt);
      if (response.status === 204 || response.body === null) {
        attempt.end({ stop: true });
        return null;
      }
      const type = response.headers.get('content-type') ?? '';
      if (accept !== '*/*' && !type.startsWith(accept))
        throw this.#unexpected(id, response, `the answer is of type ${type || 'none'}`);
      return this.#guarded(id, read(response.body, attempt), attempt, options.signal);
    } catch (error) {
      attempt.end({ stop: true });
      throw this.#failure(id, attempt, options.signal, error);
    }
  }

  /** Milliseconds to wait before another try. @throws the error itself if there is to be no further try */
  retryDelay(error: unknown, failures: number, { retries }: CallOptions): number {
    const { retry } = this.#settled;
    const delay =
      error instanceof SitegrepError
        ? delayBeforeRetry(error, failures, { ...retry, retries: retries ?? retry.retries })
        : null;
    if (delay === null) throw error;
    return delay;
  }

  /** Sends a request until it is answered, or may not be repeated. @param read reads a successful answer */
  async #repeated<Value>(
    id: OperationId,
    request: Request,
    options: CallOptions,
    read: (response: FetchedAnswer) => Promise<Value>,
  ): Promise<Value> {
    for (let failures = 0; ; failures += 1) {
      try {
        return await this.#once(id, request, options, read);
      } catch (error) {
        if (!mayRepeat(id, request, error)) throw error;
        await pause(this.retryDelay(error, failures, options), options.signal);
      }
    }
  }

  async #once<Value>(
    id: OperationId,
    request: Request,
    options: CallOptions,
    read: (response: FetchedAnswer) => Promise<Value>,
  ): Promise<Value> {
    const usual = request.upload === undefined ? this.#settled.timeout : UPLOAD_TIMEOUT_MS;
    const [url, init] = this.#prepared(id, request);
    const attempt = attemptOf(options, usual);
    try {
      const value = await read(await this.#send(id, url, init, attempt));
      attempt.end({ stop: false });
      return value;
    } catch (error) {
      attempt.end({ stop: true });
      throw this.#failure(id, attempt, options.signal, error);
    }
  }

  /** Makes the URL and options of fetch. @throws TypeError if the request is invalid */
  #prepared(id: OperationId, request: Request): readonly [url: string, init: FetchRequest] {
    const { baseUrl, key } = this.#settled;
    const { json, upload } = request;
    const type = upload?.type ?? (json === undefined ? null : 'application/json');
    // A record, because a runtime may load all of its fetch to make `Headers`.
    const headers = {
      accept: request.accept,
      ...Object.fromEntries(valuesOf(request.header)),
      ...(key !== null && { 'x-api-key': key }),
      ...(type !== null && { 'content-type': type }),
      ...(upload?.isGzip === true && { 'content-encoding': 'gzip' }),
    };
    for (const [name, value] of Object.entries(headers)) requireHeader(id, name, value);
    const init: FetchRequest & { duplex?: 'half' } = {
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

  /** Sends a request. @returns a successful answer @throws SitegrepError for any other */
  async #send(id: OperationId, url: string, init: FetchRequest, { signal }: Attempt): Promise<FetchedAnswer> {
    const response = await this.#settled.fetch(url, { ...init, signal });
    if (response.ok) return response;
    throw await this.#refusal(id, response);
  }

  async #refusal(id: OperationId, response: FetchedAnswer): Promise<SitegrepError> {
    const { status } = response;
    // Browsers hide the target of a redirect.
    if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) {
      await response.body?.cancel();
      const target = response.headers.get('location');
      return new SitegrepError({
        operation: id,
        code: 'redirected',
        status: status === 0 ? null : status,
        details: `The answer is a redirect${target === null ? '' : ` to ${this.#shown(target)}`}, which is not followed with a key; give the final address of the server.`,
      });
    }
    const text = await response.text();
    const error = apiErrorOf(isJson(response) ? parsedJson(text) : null);
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

  #unexpected(id: OperationId, response: FetchedAnswer, details: string): SitegrepError {
    return new SitegrepError({
      operation: id,
      code: 'unexpected_answer',
      status: response.status,
      details: `Something other than this API answered; ${details}`,
      requestId: response.headers.get('x-request-id'),
      retryAfterMs: retryAfterOf(response.headers),
    });
  }

  /** Makes the caller's error of the failure of a try. */
  #failure(id: OperationId, attempt: Attempt, signal: AbortSignal | undefined, error: unknown): unknown {
    if (signal?.aborted === true) return signal.reason;
    if (error instanceof SitegrepError) return error;
    if (attempt.isLate) {
      return new SitegrepError({ operation: id, code: 'timeout', details: 'No answer came in time.' });
    }
    const reasons = reasonsOf(error).map((reason) => this.#redacted(reason));
    const told = reasons.length > 1 && reasons[0] === 'fetch failed' ? reasons.slice(1) : reasons;
    return new SitegrepError({
      operation: id,
      code: error instanceof RangeError ? 'unexpected_answer' : 'network',
      details: `The connection to ${this.#settled.baseUrl.origin} failed: ${told.join(': ')}.`,
      // An error of a custom fetch may contain the key.
      ...(reasonsOf(error).join() === reasons.join() && { cause: error }),
    });
  }

  async *#guarded<Piece>(
    id: OperationId,
    pieces: AsyncGenerator<Piece, void>,
    attempt: Attempt,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<Piece, void> {
    try {
      yield* pieces;
    } catch (error) {
      throw this.#failure(id, attempt, signal, error);
    } finally {
      attempt.end({ stop: true });
    }
  }

  #shown(text: string): string {
    const line = this.#redacted(text).replaceAll(/\s+/g, ' ').trim();
    return line.length > MAX_QUOTED ? `${line.slice(0, MAX_QUOTED)}…` : line;
  }

  #redacted(text: string): string {
    const { key } = this.#settled;
    return key === null ? text : text.replaceAll(key, '***');
  }
}

/** A part of the client, such as `client.search`. */
export class ClientPart {
  protected readonly transport: Transport;

  constructor(transport: Transport) {
    this.transport = transport;
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
  // The first try may still be running, if only its answer was lost.
  const isUnderWay =
    error instanceof SitegrepError && error.code === 'conflict' && error.retryAfterMs !== null;
  return isTemporary(error) || (isNamed && isUnderWay);
}

/** @throws TypeError if a text can't be the value of a header */
function requireHeader(id: OperationId, name: string, value: string): void {
  if (/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) return;
  throw new TypeError(
    `${id}: ${name} is ${JSON.stringify(value)}, which no header can have; leave out line breaks and what is not Latin-1`,
  );
}

function isJson(response: FetchedAnswer): boolean {
  return (response.headers.get('content-type') ?? '').startsWith('application/json');
}

/** @returns undefined if it is not JSON */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Meaning of codes with which a connection most often fails. */
const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  ECONNRESET: 'the connection was closed before the whole answer came',
  EPROTO: 'what listens there does not speak TLS as https needs it',
  Z_BUF_ERROR: 'the compressed answer ends too early',
  Z_DATA_ERROR: 'the answer is not compressed as it says',
};

/** Messages of an error and of its causes: the error of fetch itself only tells that it failed. */
function reasonsOf(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [String(error)];
  // The only words of fetch for a port of another protocol, such as that of mail, which it never asks.
  if (error.message === 'bad port')
    return ['fetch asks no server at this port, which belongs to another protocol'];
  // OpenSSL tells where in its sources it failed, too, on a line of its own.
  const [, secured] = /:SSL routines:[^:]*:([^:]+):/.exec(error.message) ?? [];
  const message = secured ?? (error.message || error.name);
  const words = 'code' in error ? WORDS[String(error.code)] : undefined;
  const told = words === undefined ? message : `${words} (${message})`;
  return [told, ...(error.cause === undefined ? [] : reasonsOf(error.cause))];
}
