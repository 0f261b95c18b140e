// A server with the files of made crawls, as Common Crawl's: it answers ranges, and has the faults that a test gives it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request for a range, or for a whole file. */
export interface SeenRequest {
  readonly path: string;
  /** Number of the request, from 1. */
  readonly number: number;
  /** First byte, and the one after the last one, as the file has them; null: the request is for the whole file. */
  readonly range: { readonly from: number; readonly to: number } | null;
  readonly userAgent: string;
  /** Bytes of the body that were sent. */
  readonly sent: number;
}

/** Behaviour of the server instead of answering the range. */
export type CrawlFault =
  /** Another status, such as 503. */
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter?: string }
  /** The connection ends after so many bytes of the body. */
  | { readonly kind: 'cut'; readonly bytes: number }
  /** The whole file, with status 200. */
  | { readonly kind: 'no_ranges' }
  /** The range that begins so many bytes later, and says so. */
  | { readonly kind: 'other_range'; readonly shift: number }
  | { readonly kind: 'redirect'; readonly to: string }
  /** No answer until so many milliseconds are over. */
  | { readonly kind: 'slow'; readonly ms: number };

export interface CrawlServer {
  /** Address that paths are below. */
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  /** Decides about each request; null: it is answered. */
  fault: (request: Omit<SeenRequest, 'sent'>) => CrawlFault | null;
  close(): Promise<void>;
}

/** @param files contents by path; changes show in later answers */
export async function serveCrawls(files: ReadonlyMap<string, Buffer>): Promise<CrawlServer> {
  const requests: { -readonly [Name in keyof SeenRequest]: SeenRequest[Name] }[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://server').pathname.slice(1));
    const file = files.get(path);
    const seen = {
      path,
      number: requests.length + 1,
      range: file === undefined ? null : rangeOf(request, file.length),
      userAgent: request.headers['user-agent'] ?? '',
      sent: 0,
    };
    requests.push(seen);
    const count = (bytes: number): void => void (seen.sent += bytes);
    void answer(response, {
      file,
      range: seen.range,
      fault: opened.fault(seen),
      isHead: request.method === 'HEAD',
      count,
    });
  });
  const opened: CrawlServer = {
    url: '',
    requests,
    fault: () => null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(opened, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

function rangeOf(request: IncomingMessage, size: number): SeenRequest['range'] {
  const found = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '');
  if (found === null) return null;
  const [, first = '', last = ''] = found;
  if (first === '') return { from: Math.max(0, size - Number(last)), to: size };
  return { from: Number(first), to: last === '' ? size : Math.min(size, Number(last) + 1) };
}

interface Answering {
  readonly file: Buffer | undefined;
  readonly range: SeenRequest['range'];
  readonly fault: CrawlFault | null;
  readonly isHead: boolean;
  readonly count: (bytes: number) => void;
}

async function answer(
  response: ServerResponse,
  { file, range, fault, isHead, count }: Answering,
): Promise<void> {
  if (fault?.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, fault.ms));
  if (fault?.kind === 'status') {
    response.writeHead(
      fault.status,
      fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter },
    );
    response.end('<Error><Code>SlowDown</Code></Error>');
    return;
  }
  if (fault?.kind === 'redirect') {
    response.writeHead(302, { location: fault.to }).end();
    return;
  }
  if (file === undefined) {
    response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    return;
  }
  const part = fault?.kind === 'no_ranges' ? null : range;
  const shift = fault?.kind === 'other_range' ? fault.shift : 0;
  if (part !== null && part.from >= file.length) {
    response.writeHead(416, { 'content-range': `bytes */${file.length}` }).end();
    return;
  }
  const [from, to] =
    part === null ? [0, file.length] : [part.from + shift, Math.min(file.length, part.to + shift)];
  const body = file.subarray(from, to);
  response.writeHead(part === null ? 200 : 206, {
    'accept-ranges': 'bytes',
    'content-type': 'binary/octet-stream',
    'content-length': body.length,
    'last-modified': 'Fri, 02 Jan 2026 03:04:05 GMT',
    etag: `"${file.length.toString(16)}-made"`,
    ...(part === null ? {} : { 'content-range': `bytes ${from}-${to - 1}/${file.length}` }),
  });
  if (isHead) {
    response.end();
  } else if (fault?.kind === 'cut') {
    const sent = body.subarray(0, fault.bytes);
    count(sent.length);
    response.write(sent, () => response.destroy());
  } else {
    count(body.length);
    response.end(body);
  }
}
