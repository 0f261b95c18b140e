// Records what was requested and answered, byte for byte as far as HTTP's framing allows. Each body notes what is read of
// it; when it has ended, the exchange is handed over.
import { Readable } from 'node:stream';
import { MAX_DISCARD_MS, MAX_DISCARDED_BYTES, type Answer } from './answer.ts';
import type { Connections } from './connections.ts';
import type { Exchange, Field, OnExchange, Truncation } from './exchange.ts';
import { FailureError, passing } from './failure.ts';

/** An exchange could not be stored; `cause` has the reason. */
export class NotRecorded extends Error {
  override readonly name = 'NotRecorded';
}

/** Bytes by which a body as it was sent may exceed its decoded form: compression that compresses nothing. */
const SPARE_BYTES = 1024 * 1024;

/** The same connections, with answers whose `recorded` resolves when the exchange is stored. */
export function recordExchanges(
  connections: Connections,
  onExchange: OnExchange,
  maxBodyBytes: number,
): Connections {
  return {
    async get(url, headers, signal, trust) {
      const answer = await connections.get(url, headers, signal, trust);
      const stored = Promise.withResolvers<void>();
      // A caller may wait for it later, or never.
      stored.promise.catch(() => undefined);
      const body = new RecordedBody(answer.body, maxBodyBytes + SPARE_BYTES, (chunks, truncation) => {
        const exchange = exchangeOf(url, headers, answer, { body: chunks, truncation });
        onExchange(exchange).then(stored.resolve, (cause: unknown) => {
          stored.reject(new NotRecorded(`not recorded: ${String(cause)}`, { cause }));
        });
      });
      return { ...answer, body, discard: () => discard(body, answer), recorded: () => stored.promise };
    },
    distrust: (url) => connections.distrust(url),
    connect: (url, signal) => connections.connect(url, signal),
    close: () => connections.close(),
  };
}

function exchangeOf(
  url: URL,
  headers: Readonly<Record<string, string>>,
  answer: Answer,
  { body, truncation }: Pick<Exchange, 'body' | 'truncation'>,
): Exchange {
  const { status, statusText, rawHeaders, fetchedAt, address, certIssuer, certificate } = answer;
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
    certificate,
  };
}

const LATE = new FailureError(passing('timed_out', 'a body that is not needed takes long'));

async function discard(body: Readable, { headers }: Answer): Promise<void> {
  if (body.closed) return;
  const closed = new Promise((resolve) => body.once('close', resolve));
  const stated = Number(headers.find(([name]) => name === 'content-length')?.[1] ?? 0);
  if (stated > MAX_DISCARDED_BYTES) body.destroy();
  const timer = setTimeout(() => body.destroy(LATE), MAX_DISCARD_MS);
  let received = 0;
  body.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > MAX_DISCARDED_BYTES) body.destroy();
  });
  await closed;
  clearTimeout(timer);
}

type OnEnded = (chunks: readonly Buffer[], truncation: Truncation | null) => void;

/** A body that notes what is read of it, and calls back when it has ended in any way. */
class RecordedBody extends Readable {
  readonly #source: Readable;
  readonly #maxBytes: number;
  readonly #onEnded: OnEnded;
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  #wanted = false;
  #complete = false;
  #truncation: Truncation | null = null;

  constructor(source: Readable, maxBytes: number, onEnded: OnEnded) {
    super({ highWaterMark: 64 * 1024 });
    this.#source = source;
    this.#maxBytes = maxBytes;
    this.#onEnded = onEnded;
    // It may fail before anyone reads it; a later reader gets the error.
    this.on('error', () => undefined);
    source.on('readable', () => this.#pull());
    source.once('end', () => {
      this.#complete = true;
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
    if (!this.#complete) this.#truncation ??= error === null ? 'length' : truncationBy(error);
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
    const left = this.#maxBytes - this.#bytes;
    this.#bytes += chunk.length;
    if (left > 0) this.#chunks.push(chunk.length <= left ? chunk : chunk.subarray(0, left));
    if (chunk.length > left) this.#truncation = 'length';
  }
}

function truncationBy(error: unknown): Truncation {
  return error instanceof FailureError && error.failure.outcome === 'timed_out' ? 'time' : 'unspecified';
}
