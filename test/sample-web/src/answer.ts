import iconv from 'iconv-lite';

/** What a request is answered with. */
export type Answer = Reply | Stream | Delayed | Turns | Broken;

/** A whole answer. */
export interface Reply {
  readonly kind: 'reply';
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
  /** The text that `body` is the encoded form of; what an index of it should hold. Null if it is not HTML. */
  readonly source: string | null;
}

/** An answer without a Content-Length: `chunk` sent `times` times, between `head` and `tail`. */
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

/** One answer to each of the first requests, in turn, and another to all that follow. */
interface Turns {
  readonly kind: 'turns';
  readonly first: readonly Reply[];
  readonly lasting: Reply;
}

type Broken =
  /** The request is taken and nothing ever comes back. */
  | { readonly kind: 'silence' }
  /** The connection is reset instead of an answer. */
  | { readonly kind: 'reset' }
  /** The connection ends before the announced length is there. */
  | { readonly kind: 'cut'; readonly headers: Headers; readonly body: Uint8Array; readonly length: number };

type Headers = Readonly<Record<string, string | readonly string[]>>;

interface HtmlOptions {
  readonly status?: number;
  /** Encoding of the bytes; utf-8 if left out, with a byte order mark for utf-16le. */
  readonly encoding?: string;
  /** Content-Type as sent; null sends none. Left out: text/html with the encoding as charset. */
  readonly contentType?: string | null;
  readonly headers?: Headers;
  /** The encoding that a browser takes the bytes for, where the page lies about it. */
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

/** Anything that is not a page. */
export function other(status: number, headers: Headers, body: string | Uint8Array = ''): Reply {
  return { kind: 'reply', status, headers, body: Buffer.from(body), source: null };
}

export function redirect(status: 301 | 302 | 307 | 308, location: string): Reply {
  return other(status, { location });
}

export function robots(...lines: readonly string[]): Reply {
  return other(200, { 'content-type': 'text/plain' }, `${lines.join('\n')}\n`);
}

export function delayed(milliseconds: number, answer: Reply): Delayed {
  return { kind: 'delayed', milliseconds, answer };
}

export function turns(first: readonly Reply[], lasting: Reply): Turns {
  return { kind: 'turns', first, lasting };
}
