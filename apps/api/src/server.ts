/*
 * The HTTP server beneath Fastify: it gives every request an id before anything else sees it, answers invalid HTTP with the
 * contract's error body, and limits the time in which a request must arrive.
 */
import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  ServerResponse,
} from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ERRORS, type ErrorCode } from '@sitegrep/contract';
import type { Metrics } from '@sitegrep/metrics';
import { ArrivalDeadlines } from './arrival.ts';
import { withoutPorts } from './client-address.ts';
import { type ConnectionLimits, Connections } from './connections.ts';
import { errorBody } from './failure.ts';

/** Request ids that are accepted from a client or proxy; they can't break a log line. */
const CLIENT_REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

const HEADERS_TIMEOUT_MS = 15_000;
/** Time after which idle connections are closed; longer than load balancers wait (60 s), so that those close first. */
const KEEP_ALIVE_MS = 72_000;
const MAX_HEADER_BYTES = 16_384;

/**
 * Headers of every answer: no cache may store it, no client may guess another type, and a browser may not run it, frame it
 * or embed it in another origin. A route that serves pages overrides some of them.
 */
const STANDING_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
} as const;

const requestIds = new WeakMap<IncomingMessage, string>();

/** Id of a request: the client's own if it is acceptable, or a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const known = requestIds.get(request);
  if (known !== undefined) return known;
  const chosen = request.headers['x-request-id'];
  const id = typeof chosen === 'string' && CLIENT_REQUEST_ID.test(chosen) ? chosen : randomUUID();
  requestIds.set(request, id);
  return id;
}

interface HttpServerLimits extends ConnectionLimits {
  /** Maximum time for a request to arrive, including its body, in milliseconds. */
  readonly requestTimeoutMs: number;
}

export function createHttpServer(
  listener: RequestListener,
  limits: HttpServerLimits,
  metrics: Metrics,
): Server {
  const { requestTimeoutMs } = limits;
  const connections = new Connections(limits);
  const arrivals = new ArrivalDeadlines(requestTimeoutMs, (socket) =>
    server.emit(
      'clientError',
      Object.assign(new Error('the request did not arrive in time'), { code: LATE }),
      socket,
    ),
  );
  const exchanges = new WeakMap<
    Duplex,
    { readonly request: IncomingMessage; readonly response: ServerResponse }
  >();
  const begin: RequestListener = (request, response) => {
    const { socket } = request;
    exchanges.set(socket, { request, response });
    if (hasBody(request)) arrivals.begin(request);
    const isWithinLimits = connections.begin(socket, request.url ?? '');
    response.once('close', () => connections.end(socket));
    response.setHeader('x-request-id', requestIdOf(request));
    for (const [name, value] of Object.entries(STANDING_HEADERS)) response.setHeader(name, value);
    // What comes after it in the same packet is lost with the body's parser; the client is told to open another connection.
    if (request.headers.upgrade !== undefined && hasBody(request)) response.shouldKeepAlive = false;
    if (!isHttp1(request)) refuse(response, NOT_HTTP);
    else if (hasNulInPath(request)) refuse(response, NUL_IN_PATH);
    else if (isWithinLimits) {
      nameClients(request);
      listener(request, response);
    } else {
      metrics.count('sitegrep_requests_shed_total', { reason: 'connections' });
      response.setHeader('retry-after', '1');
      refuse(response, TOO_MANY_CONNECTIONS);
    }
  };
  const server = createServer(
    {
      // Bodies have a deadline of their own, which an operation may lift.
      requestTimeout: 0,
      headersTimeout: Math.min(HEADERS_TIMEOUT_MS, requestTimeoutMs),
      connectionsCheckingInterval: Math.min(5_000, requestTimeoutMs),
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      // A request without Host is refused below, in the contract's form.
      requireHostHeader: false,
      shouldUpgradeCallback: (request) => !hasBody(request),
    },
    begin,
  );
  server.on('connection', (socket) => connections.open(socket));
  answerUpgrades(server);
  // An expectation other than 100-continue may be ignored (RFC 9110, 10.1.1): the request is answered as any other.
  server.on('checkExpectation', begin);
  // CONNECT is for proxies; without a listener Node would close the connection without an answer.
  server.on('connect', (_request, socket) => socket.on('error', ignoreReset).end(rawAnswer(...NOT_HTTP)));
  server.on('clientError', (error: Error & { readonly code?: string }, socket) => {
    const exchange = exchanges.get(socket);
    // The error may be in the rest of a request that was answered already: a second answer would be taken for the next.
    const answered = exchange !== undefined && exchange.response.headersSent && !exchange.request.complete;
    if (!answered && socket.writable && error.code !== 'ECONNRESET')
      socket.write(rawAnswer(...clientFault(error.code)));
    // The socket is closed entirely: half closed, a client could hold it open for ever.
    if (socket instanceof Socket) socket.destroySoon();
    else socket.destroy();
  });
  return server;
}

/**
 * Listens for errors of a connection that Node has taken from its HTTP parser, and with it from the parser's own listener. Such
 * an error means that the client is gone: Node closes the connection then, and there is nobody to answer.
 */
function ignoreReset(): void {}

/**
 * Answers a request to upgrade the connection as if it asked for nothing of the kind (RFC 9110, 7.8, allows that). Node takes
 * the connection from its parser, which gets it back with what came after the request.
 */
function answerUpgrades(server: Server): void {
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const destroy = (): unknown => socket.destroy();
    // As for every answer, a client that reads nothing of it loses the connection.
    socket.on('error', ignoreReset).on('timeout', destroy);
    const response = new ServerResponse(request);
    response.assignSocket(socket);
    response.once('finish', () => {
      response.detachSocket(socket);
      if (!response.shouldKeepAlive) {
        socket.destroySoon();
        return;
      }
      socket.off('error', ignoreReset).off('timeout', destroy);
      if (head.length > 0) socket.unshift(head);
      server.emit('connection', socket);
    });
    server.emit('request', request, response);
  });
}

/** Leaves addresses alone in X-Forwarded-For: some proxies add ports, and no address is recognised with one. */
function nameClients({ headers }: IncomingMessage): void {
  const forwarded = headers['x-forwarded-for'];
  if (typeof forwarded === 'string') headers['x-forwarded-for'] = withoutPorts(forwarded);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** A host name or address with a port, or without (RFC 9110, 7.2). */
const HOST = /^(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._~!$&'()*+,;=%-]+)(?::[0-9]{0,5})?$/;

/**
 * Whether a request is HTTP/1.1 with one valid Host, or HTTP/1.0 with none or one. Node's parser also accepts HTTP/0.9 and the
 * HTTP/2 preface, and takes the first of several hosts.
 */
function isHttp1({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host',
  );
  const [host] = hosts;
  if (host === undefined) return httpVersion === '1.0';
  return (httpVersion === '1.0' || httpVersion === '1.1') && hosts.length === 1 && HOST.test(host);
}

/** Whether the path has a NUL, which is in no name, and which other programs may take for an end. */
function hasNulInPath({ url = '' }: IncomingMessage): boolean {
  return url.includes('%00') && (url.split('?', 1)[0] ?? '').includes('%00');
}

const NUL_IN_PATH = ['bad_request', 'The path contains %00, a NUL; leave it out.'] as const;

type Refusal = readonly [code: ErrorCode, details: string];

function refuse(response: ServerResponse, [code, details]: Refusal): void {
  const body = JSON.stringify(errorBody(code, details));
  response.writeHead(ERRORS[code].status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  });
  response.end(body);
}

const LATE = 'ERR_HTTP_REQUEST_TIMEOUT';

function clientFault(code: string | undefined): Refusal {
  return CLIENT_FAULTS.get(code ?? '') ?? NOT_HTTP;
}

const CLIENT_FAULTS = new Map<string, Refusal>([
  [LATE, ['bad_request', 'The request did not arrive in time; send it faster, or send less at a time.']],
  [
    'HPE_HEADER_OVERFLOW',
    ['bad_request', `The request's headers are too large; send at most ${MAX_HEADER_BYTES} bytes of them.`],
  ],
  [
    'HPE_CHUNK_EXTENSIONS_OVERFLOW',
    ['too_large', "The body's chunk extensions are too large; send chunks without extensions."],
  ],
]);

const NOT_HTTP = [
  'bad_request',
  'The request is not valid HTTP/1.1; check its request line, Host and other headers, and body framing.',
] as const;

const TOO_MANY_CONNECTIONS = [
  'unavailable',
  'Too many connections are open; use fewer at a time, and try again in 1 s.',
] as const;

function rawAnswer(code: ErrorCode, details: string): string {
  const { status, error } = ERRORS[code];
  const body = JSON.stringify(errorBody(code, details));
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-request-id': randomUUID(),
    ...STANDING_HEADERS,
    date: new Date().toUTCString(),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${error}\r\n${lines.join('')}\r\n${body}`;
}
