import { addAbortListener } from 'node:events';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, type InputType, type ZlibOptions } from 'node:zlib';
import { type Dispatcher, errors } from 'undici';
import { badAnswer } from '../failure.ts';

interface ExchangeOptions {
  /** Bytes of a body, unpacked or not. */
  readonly maxBytes: number;
  /** Host and path of the request, for messages. */
  readonly target: string;
  readonly signal: AbortSignal;
}

/** An answer as it came, but for its encoding. */
interface Received {
  readonly status: number;
  /** Names in lower case; of repeated ones the first. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/**
 * Sends one request and reads its entire answer. The connection is closed as soon as the answer is no longer wanted or
 * can't be accepted. The body is collected without a stream, which would cost more than everything else here.
 *
 * @throws ProviderFailure bad_answer (too large, another encoding, not what its encoding says); otherwise the error of
 * undici, or the signal's reason
 */
export async function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  options: ExchangeOptions,
): Promise<Received> {
  const { signal } = options;
  signal.throwIfAborted();
  const receiver = new Receiver(options);
  using _listener = addAbortListener(signal, () => receiver.fail(signal.reason));
  dispatcher.dispatch(request, receiver);
  const { unpack, ...received } = await receiver.received;
  if (unpack === null) return received;
  const body = await unpack(received.body);
  signal.throwIfAborted();
  return { ...received, body };
}

/** Collects the answer from the events of undici. */
class Receiver implements Dispatcher.DispatchHandler {
  readonly #options: ExchangeOptions;
  readonly #end = Promise.withResolvers<Received & { readonly unpack: Unpack | null }>();
  #controller: Dispatcher.DispatchController | null = null;
  #isOver = false;
  #status = 0;
  #headers: ReadonlyMap<string, string> = new Map();
  #unpack: Unpack | null = null;
  readonly #parts: Buffer[] = [];
  #size = 0;

  constructor(options: ExchangeOptions) {
    this.#options = options;
  }

  get received(): Promise<Received & { readonly unpack: Unpack | null }> {
    return this.#end.promise;
  }

  /** Gives the request up, at whatever point it is; nothing if it has ended. */
  fail(reason: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#end.reject(reason);
    this.#controller?.abort(new errors.RequestAbortedError());
  }

  /** Later than `fail` if the request waited for a connection. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#isOver) controller.abort(new errors.RequestAbortedError());
    else this.#controller = controller;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    // An interim response (1xx): the answer follows.
    if (status < 200 || this.#isOver) return;
    const { target, maxBytes } = this.#options;
    this.#status = status;
    this.#headers = firstOfEach(headers);
    try {
      this.#unpack = unpackerFor(this.#headers.get('content-encoding') ?? '', target, maxBytes);
    } catch (error) {
      this.fail(error);
    }
  }

  onResponseData(_controller: Dispatcher.DispatchController, part: Buffer): void {
    if (this.#isOver) return;
    const { target, maxBytes } = this.#options;
    this.#size += part.length;
    if (this.#size > maxBytes) this.fail(tooLarge(target, maxBytes));
    else this.#parts.push(part);
  }

  onResponseEnd(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const [first] = this.#parts;
    const body =
      first !== undefined && this.#parts.length === 1 ? first : Buffer.concat(this.#parts, this.#size);
    this.#end.resolve({ status: this.#status, headers: this.#headers, body, unpack: this.#unpack });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#end.reject(error);
  }
}

function firstOfEach(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of Object.entries(headers)) {
    const first = Array.isArray(value) ? value[0] : value;
    if (first !== undefined) found.set(name.toLowerCase(), first);
  }
  return found;
}

/** Accepted encodings, as the header `accept-encoding` lists them. */
export const ENCODINGS = 'gzip, deflate, br';

type Inverse = (packed: InputType, options: ZlibOptions) => Promise<Buffer>;

const gunzipped: Inverse = promisify(gunzip);

const INVERSES: ReadonlyMap<string, Inverse> = new Map([
  ['gzip', gunzipped],
  ['x-gzip', gunzipped],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

/** Decodes an entire body. @throws ProviderFailure bad_answer (too large, not what its encoding says) */
type Unpack = (packed: Buffer) => Promise<Buffer>;

/**
 * @param header the answer's `content-encoding`
 * @param target for messages
 * @param maxBytes of the unpacked body
 * @returns null if the body is as it is
 * @throws ProviderFailure bad_answer if that encoding was not requested
 */
function unpackerFor(header: string, target: string, maxBytes: number): Unpack | null {
  const name = header.trim().toLowerCase();
  if (name === '' || name === 'identity') return null;
  const inverse = INVERSES.get(name);
  if (inverse === undefined)
    throw badAnswer('the answer', `of ${target} has an encoding that was not requested`);
  return async (packed) => {
    try {
      return await inverse(packed, { maxOutputLength: maxBytes });
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null;
      if (code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(target, maxBytes);
      if (typeof code !== 'string' || !/^(?:Z_|ERR_(?:_ERROR_)?(?:BROTLI|ZLIB))/.test(code)) throw error;
      throw badAnswer('the answer', `of ${target} is not the ${name} that it says it is`);
    }
  };
}

function tooLarge(target: string, maxBytes: number): Error {
  return badAnswer('the answer', `of ${target} is larger than ${maxBytes} bytes`);
}
