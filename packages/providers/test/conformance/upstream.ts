import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** Answer of an upstream to one request. */
export interface Reply {
  /** 200 if left out. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** `application/json` if left out. */
  readonly type?: string;
  readonly json?: unknown;
  /** Text before the JSON, or the entire body. */
  readonly text?: string;
}

/** One reply to every request, or one that depends on the request. */
export type Replies = Reply | ((request: ReceivedRequest) => Reply);

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** The body, if it is JSON. */
  readonly json: unknown;
}

/** Replaces a reply: may do anything to the connection. */
export type Fault = (response: ServerResponse) => void;

/** An upstream on loopback that gives the configured answers, and records its requests. */
export interface FakeUpstream {
  /** http://127.0.0.1:port */
  readonly origin: string;
  /** Since the last `answer` or `fail`. */
  readonly requests: readonly ReceivedRequest[];
  answer(replies: Replies): void;
  fail(fault: Fault): void;
  close(): Promise<void>;
}

export async function openFakeUpstream(): Promise<FakeUpstream> {
  let respond: (request: ReceivedRequest, response: ServerResponse) => void = (_request, response) =>
    send(response, { status: 500 });
  let requests: ReceivedRequest[] = [];
  const server = createServer((incoming, response) => {
    void serve(incoming, response);
  });
  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await receive(incoming);
    requests.push(request);
    respond(request, response);
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a TCP port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    get requests() {
      return requests;
    },
    answer(replies) {
      requests = [];
      respond = (request, response) =>
        send(response, typeof replies === 'function' ? replies(request) : replies);
    },
    fail(fault) {
      requests = [];
      respond = (_request, response) => fault(response);
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function receive(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) {
    if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  }
  const url = new URL(incoming.url ?? '/', 'http://upstream.invalid');
  const body = Buffer.concat(chunks).toString();
  return {
    method: incoming.method ?? '',
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: Object.fromEntries(
      Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
    ),
    json: body === '' ? undefined : JSON.parse(body),
  };
}

export function send(response: ServerResponse, reply: Reply): void {
  const { status = 200, headers = {}, type = 'application/json', json, text = '' } = reply;
  response.writeHead(status, { 'content-type': type, ...headers });
  response.end(`${text}${json === undefined ? '' : JSON.stringify(json)}`);
}
