// Calls an upstream over HTTP, within bounds: time, bytes, types. Every failure is a ProviderFailure whose message
// names the host and the path, never a query, a header or a body.
import { isUtf8 } from 'node:buffer';
import { badAnswer, ProviderFailure } from '../failure.ts';
import { ENCODINGS, exchange } from './exchange.ts';
import { failureOfTransport } from './transport-failure.ts';
import { openDispatchers, type ProxyOptions } from './dispatchers.ts';

interface HttpRequest {
  /** Address without a query; user and password in it are sent as such. */
  readonly url: string;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, by POST. */
  readonly json?: unknown;
  readonly signal: AbortSignal;
}

/** An answer of any status; what a status means is the adapter's affair. */
export interface HttpAnswer<Body> {
  readonly status: number;
  /** Names in lower case; of repeated ones the first. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Body;
  /** Host and path of the request, for messages. */
  readonly target: string;
}

export interface HttpClient {
  /**
   * Requests JSON. The body of an error status (≥ 400) is undefined if it isn't JSON.
   *
   * @throws ProviderFailure timeout, unavailable, bad_answer (another type, not JSON, too large), cancelled
   */
  json(request: HttpRequest): Promise<HttpAnswer<unknown>>;
  /**
   * Requests a text of one of the types, decoded by its charset.
   *
   * @throws ProviderFailure as `json`
   */
  text(request: HttpRequest, types: readonly string[]): Promise<HttpAnswer<string>>;
  close(): Promise<void>;
}

export interface HttpClientOptions {
  readonly userAgent: string;
  /** Bytes of a body, unpacked; larger ones are refused. */
  readonly maxBytes: number;
  readonly connectTimeoutMs: number;
  /** Connections to one upstream at the same time. */
  readonly connections: number;
  /** Proxy for upstreams; without one they are called directly. */
  readonly proxy?: ProxyOptions | null;
}

export function openHttpClient(options: HttpClientOptions): HttpClient {
  const dispatchers = openDispatchers({ ...options, proxy: options.proxy ?? null });

  async function call(request: HttpRequest, accept: string): Promise<HttpAnswer<Buffer>> {
    const url = new URL(request.url);
    for (const [name, value] of Object.entries(request.query ?? {}))
      url.searchParams.set(name, String(value));
    const target = `${url.host}${url.pathname}`;
    const { dispatcher, isProxied } = dispatchers.to(url);
    try {
      const received = await exchange(
        dispatcher,
        {
          origin: url.origin,
          path: `${url.pathname}${url.search}`,
          method: request.json === undefined ? 'GET' : 'POST',
          headers: {
            accept,
            'accept-encoding': ENCODINGS,
            'user-agent': options.userAgent,
            ...(request.json === undefined ? {} : { 'content-type': 'application/json' }),
            ...authorization(url),
            ...request.headers,
          },
          body: request.json === undefined ? null : JSON.stringify(request.json),
        },
        { maxBytes: options.maxBytes, target, signal: request.signal },
      );
      return { ...received, target };
    } catch (error) {
      throw failureOfTransport(error, isProxied ? `${target} by way of the proxy` : target, request.signal);
    }
  }

  return {
    async json(request) {
      const answer = await call(request, 'application/json');
      const isJson = /^application\/(?:json|[\w.+-]+\+json)\s*(?:;|$)/i.test(
        answer.headers.get('content-type') ?? '',
      );
      const parsed = isJson ? parse(answer.body) : undefined;
      if (answer.status < 300 && parsed === undefined) {
        const what = isJson ? 'is not valid JSON' : `is ${typeOf(answer)}, not JSON`;
        throw badAnswer('the answer', `of ${answer.target} ${what}`);
      }
      return { ...answer, body: parsed?.value };
    },
    async text(request, types) {
      const answer = await call(request, types.join(', '));
      if (answer.status < 300 && !types.includes(typeOf(answer)))
        throw badAnswer('the answer', `of ${answer.target} is ${typeOf(answer)}, not ${types.join(' or ')}`);
      return { ...answer, body: decode(answer) };
    },
    close: () => dispatchers.close(),
  };
}

/** The user and password of a self-hosted upstream are part of its address. */
function authorization({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === '' && password === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** The media type without parameters, in lower case; other texts are not repeated. */
function typeOf({ headers }: HttpAnswer<unknown>): string {
  const type = (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(type) ? type : 'of no type';
}

function decode(answer: HttpAnswer<Buffer>): string {
  const charset = /;\s*charset="?([\w.:-]+)/i.exec(answer.headers.get('content-type') ?? '')?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset).decode(answer.body);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ProviderFailure('bad_answer', `the answer of ${answer.target} has an unknown charset`, {
      field: 'the answer',
    });
  }
}

/** @returns undefined if it is not JSON */
function parse(body: Buffer): { readonly value: unknown } | undefined {
  if (!isUtf8(body)) return undefined;
  try {
    const value: unknown = JSON.parse(body.toString('utf8', startsWithBom(body) ? BOM.length : 0));
    return { value };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const BOM = [0xef, 0xbb, 0xbf];

function startsWithBom(body: Buffer): boolean {
  return BOM.every((byte, at) => body[at] === byte);
}

/** A path under an upstream's address, which may have a path of its own, with or without a slash at its end. */
export function endpoint(base: string, path: string): string {
  return `${base.replace(/\/+$/, '')}/${path}`;
}

/**
 * Waits for several requests that are made at the same time. When one fails, the others are given up.
 *
 * @param start makes the requests, each with the signal that it is given
 * @throws what the first of them fails with
 */
export async function together<Work extends readonly unknown[] | []>(
  signal: AbortSignal,
  start: (signal: AbortSignal) => Work,
): Promise<{ -readonly [Name in keyof Work]: Awaited<Work[Name]> }> {
  const others = new AbortController();
  try {
    return await Promise.all(start(AbortSignal.any([signal, others.signal])));
  } finally {
    others.abort();
  }
}
