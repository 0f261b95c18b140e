// What was asked and what came back, byte for byte as far as HTTP's framing allows, for who keeps a record of a crawl.
import { Readable } from 'node:stream';
import { DISCARD_MS, DISCARDED_BYTES, type Answer, type Connections } from './connections.ts';
import { FailureError, passing } from './failure.ts';

export type Field = readonly [name: string, value: string];

/** Why the end of a body is missing: enough was read, it took too long, the connection broke, or it was not wanted. */
export type Truncation = 'length' | 'time' | 'disconnect' | 'unspecified';

/** One request and its answer, those for robots.txt, redirects and failures included. */
export interface Exchange {
  /** Absolute, without a fragment. */
  readonly url: string;
  /** As the host sees it: what only a proxy gets is left out. Names as they were sent, values in ISO 8859-1. */
  readonly request: { readonly method: 'GET'; readonly target: string; readonly headers: readonly Field[] };
  readonly status: number;
  /** Reason phrase as received; often empty. */
  readonly statusText: string;
  /** As received: in order, names as they were written, values in ISO 8859-1. */
  readonly headers: readonly Field[];
  /** With its content-encoding, but chunks put together. At most the cap of a page and a MiB. */
  readonly body: readonly Buffer[];
  /** Null if the body is whole. */
  readonly truncation: Truncation | null;
  /** When the head of the answer came, in milliseconds since the epoch. */
  readonly fetchedAt: number;
  /** Of the host; null if it is not known, as through a proxy. */
  readonly address: string | null;
  /** As in `Page`; null if it is not known. */
  readonly certIssuer: string | null;
}

/**
 * Keeps an exchange. Nothing of it is handed over before this resolves, so it may be slow but not fail: a rejection ends
 * the site, and the call of `crawl` rejects with the same error.
 */
export type OnExchange = (exchange: Exchange) => Promise<void>;

/** An exchange could not be kept; `cause` says why. */
export class NotRecorded extends Error {
  override readonly name = 'NotRecorded';
}

// Connections whose exchanges are kept: each body notes what is read of it, and is told of once it has ended.

/** A body as it was sent may be this much longer than its decoded form: compression that compresses nothing. */
const SPARE_BYTES = 1024 * 1024;

/** The same connections, of whose answers `recorded` waits until the exchange is kept. */
export function recordExchanges(
  connections: Connections,
  onExchange: OnExchange,
  maxBodyBytes: number,
): Connections {
  return {
    async get(url, headers, signal) {
      const answer = await connections.get(url, headers, signal);
      const kept = Promise.withResolvers<void>();
      // Who asks later, or never, is told all the same.
      kept.promise.catch(() => undefined);
      const body = new RecordedBody(answer.body, maxBodyBytes + SPARE_BYTES, (chunks, truncation) => {
        const exchange = exchangeOf(url, headers, answer, { body: chunks, truncation });
        onExchange(exchange).then(kept.resolve, (cause: unknown) => {
          kept.reject(new NotRecorded(`not recorded: ${String(cause)}`, { cause }));
        });
      });
      return { ...answer, body, discard: () => discard(body, answer), recorded: () => kept.promise };
    },
    close: () => connections.close(),
  };
}

function exchangeOf(
  url: URL,
  headers: Readonly<Record<string, string>>,
  answer: Answer,
  { body, truncation }: Pick<Exchange, 'body' | 'truncation'>,
): Exchange {
  const { status, statusText, rawHeaders, fetchedAt, address, certIssuer } = answer;
  const sent: readonly Field[] = [
    ['host', url.host],
    ['connection', 'keep-alive'],
    ...Object.entries(headers),
  ];
  const request = { method: 'GET', target: `${url.pathname}${url.search}`, headers: sent } as const;
  return {
    url: `${url.origin}${request.target}`,
    request,
    status,
    statusText,
    headers: rawHeaders,
    body,
    truncation,
    fetchedAt,
    address,
    certIssuer,
  };
}

const LATE = new FailureError(passing('timed_out', 'a body that nobody wants takes long'));

async function discard(body: Readable, { headers }: Answer): Promise<void> {
  if (body.closed) return;
  const closed = new Promise((resolve) => body.once('close', resolve));
  const stated = Number(headers.find(([name]) => name === 'content-length')?.[1] ?? 0);
  if (stated > DISCARDED_BYTES) body.destroy();
  const timer = setTimeout(() => body.destroy(LATE), DISCARD_MS);
  let received = 0;
  body.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > DISCARDED_BYTES) body.destroy();
  });
  await closed;
  clearTimeout(timer);
}

type OnEnded = (chunks: readonly Buffer[], truncation: Truncation | null) => void;

/** A body that notes what is read of it, and tells it when it has ended in whatever way. */
class RecordedBody extends Readable {
  readonly #source: Readable;
  readonly #maxBytes: number;
  readonly #onEnded: OnEnded;
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  #wanted = false;
  #whole = false;
  #truncation: Truncation | null = null;

  constructor(source: Readable, maxBytes: number, onEnded: OnEnded) {
    super({ highWaterMark: 64 * 1024 });
    this.#source = source;
    this.#maxBytes = maxBytes;
    this.#onEnded = onEnded;
    // It may break before anyone reads it; who does is told then.
    this.on('error', () => undefined);
    source.on('readable', () => this.#pull());
    source.once('end', () => {
      this.#whole = true;
      this.push(null);
    });
    source.on('error', (error) => {
      if (!(error instanceof FailureError)) this.#truncation ??= 'disconnect';
      this.destroy(error);
    });
  }

  override _read(): void {
    this.#wanted = true;
    this.#pull();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    if (!this.#whole) this.#truncation ??= error === null ? 'length' : truncationBy(error);
    this.#source.destroy();
    this.#onEnded(this.#chunks, this.#truncation);
    callback(error);
  }

  #pull(): void {
    while (this.#wanted && !this.destroyed) {
      const chunk: unknown = this.#source.read();
      if (!Buffer.isBuffer(chunk)) return;
      this.#note(chunk);
      this.#wanted = this.push(chunk);
    }
  }

  #note(chunk: Buffer): void {
    const room = this.#maxBytes - this.#bytes;
    this.#bytes += chunk.length;
    if (room > 0) this.#chunks.push(chunk.length <= room ? chunk : chunk.subarray(0, room));
    if (chunk.length > room) this.#truncation = 'length';
  }
}

function truncationBy(error: unknown): Truncation {
  return error instanceof FailureError && error.failure.outcome === 'timed_out' ? 'time' : 'unspecified';
}
