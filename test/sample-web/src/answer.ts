import iconv from 'iconv-lite';

/** Response to a request. */
export type Answer = Reply | Stream | Delayed | Rounds | Broken;

/** A complete response. */
export interface Reply {
  readonly kind: 'reply';
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
  /** The text that `body` encodes, which an index should contain; null if it is not HTML. */
  readonly source: string | null;
}

/** A response without Content-Length: `chunk` sent `times` times, between `head` and `tail`. */
interface Stream {
  readonly kind: 'stream';
  readonly headers: Headers;
  readonly head: string;
  readonly chunk: string;
  readonly times: number;
  readonly tail: string;
}

interface Delayed {
  readonly kind: 'delayed';
  readonly milliseconds: number;
  readonly answer: Reply;
}

/** One response to each of the first requests, and another to all later ones. */
interface Rounds {
  readonly kind: 'turns';
  readonly first: readonly Reply[];
  readonly lasting: Reply;
}

type Broken =
  /** The request is accepted and never answered. */
  | { readonly kind: 'silence' }
  /** The connection is reset instead of a response. */
  | { readonly kind: 'reset' }
  /** The connection ends before the announced length. */
  | { readonly kind: 'cut'; readonly headers: Headers; readonly body: Uint8Array; readonly length: number };

type Headers = Readonly<Record<string, string | readonly string[]>>;

interface HtmlOptions {
  readonly status?: number;
  /** Encoding of the bytes; default utf-8. utf-16le has a byte order mark. */
  readonly encoding?: string;
  /** Content-Type as sent; null sends none. Default: text/html with the encoding as charset. */
  readonly contentType?: string | null;
  readonly headers?: Headers;
  /** The encoding that a browser assumes, if the page declares a wrong one. */
  readonly takenFor?: string;
}

/** An HTML page as it comes over the wire. */
export function html(source: string, options: HtmlOptions = {}): Reply {
  const { encoding = 'utf-8', status = 200 } = options;
  const type = options.contentType === undefined ? `text/html; charset=${encoding}` : options.contentType;
  const body = iconv.encode(source, encoding, { addBOM: encoding === 'utf-16le' });
  return {
    kind: 'reply',
    status,
    headers: { ...(type === null ? {} : { 'content-type': type }), ...options.headers },
    body,
    source: options.takenFor === undefined ? source : iconv.decode(body, options.takenFor),
  };
}

/** A response that is not a page. */
export function other(status: number, headers: Headers, body: string | Uint8Array = ''): Reply {
  return { kind: 'reply', status, headers, body: Buffer.from(body), source: null };
}

export function redirect(status: 301 | 302 | 307 | 308, location: string): Reply {
  return other(status, { location });
}

/** A text file that is not a page. */
export function plain(...lines: readonly string[]): Reply {
  return other(200, { 'content-type': 'text/plain' }, `${lines.join('\n')}\n`);
}

export function delayed(milliseconds: number, answer: Reply): Delayed {
  return { kind: 'delayed', milliseconds, answer };
}

export function rounds(first: readonly Reply[], lasting: Reply): Rounds {
  return { kind: 'turns', first, lasting };
}
