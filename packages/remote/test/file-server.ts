// A server of files for tests, with ranges, and with faults that a test switches on for single requests.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { serve, type TestServer } from '../../crawl/test/loopback.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export interface FileServer extends TestServer {
  readonly url: string;
  /** Range fields of the requests, in order. */
  readonly ranges: string[];
  /** Answers of the next requests, before files are sent again. */
  readonly next: Answer[];
  /** Content of the file at every path. */
  content: Buffer;
  etag: string;
}

/** Serves one content at every path of a.test. */
export async function serveFile(content: Buffer): Promise<FileServer> {
  const ranges: string[] = [];
  const next: Answer[] = [];
  const found = await serve((request, response) => {
    ranges.push(request.headers.range ?? '');
    const answer = next.shift();
    if (answer !== undefined) answer(request, response);
    else sendRange(server, request, response);
  });
  const server: FileServer = {
    ...found,
    url: `http://a.test:${found.port}`,
    ranges,
    next,
    content,
    etag: '"one"',
  };
  return server;
}

/** Sends what a request asks for, by RFC 9110. */
export function sendRange(
  { content, etag }: Pick<FileServer, 'content' | 'etag'>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  const from = first === '' ? Math.max(0, content.length - Number(last)) : Number(first);
  const to = first === '' || last === '' ? content.length : Math.min(content.length, Number(last) + 1);
  if (from >= content.length) {
    response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end();
    return;
  }
  response.writeHead(206, {
    etag,
    'content-length': to - from,
    'content-range': `bytes ${from}-${to - 1}/${content.length}`,
  });
  response.end(content.subarray(from, to));
}

/** An answer of a range that breaks off after some of its bytes. */
export function brokenAfter(bytes: number, server: Pick<FileServer, 'content' | 'etag'>): Answer {
  return (request, response) => {
    const from = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1]);
    const { content, etag } = server;
    const size = content.length;
    response.writeHead(206, {
      etag,
      'content-length': size - from,
      'content-range': `bytes ${from}-${size - 1}/${size}`,
    });
    response.write(content.subarray(from, from + bytes), () => setImmediate(() => response.destroy()));
  };
}

/** An answer of a status, with fields. */
export function answering(status: number, headers: Readonly<Record<string, string>> = {}, body = ''): Answer {
  return (_, response) => void response.writeHead(status, headers).end(body);
}
