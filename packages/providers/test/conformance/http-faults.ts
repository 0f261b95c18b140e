import { gzipSync } from 'node:zlib';
import type { FailureKind } from '../../src/failure.ts';
import { send, type Fault } from './upstream.ts';

/** Bytes that the client under test takes at most. */
export const MAX_BYTES = 256 * 1024;

interface HttpFault {
  readonly fault: Fault;
  readonly kind: FailureKind;
  /** Milliseconds; null if left out. */
  readonly retryAfterMs?: number;
  /** Worth to be tried again at once; not if left out. */
  readonly isPassing?: boolean;
}

const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): Fault =>
  (response) =>
    send(response, { status: code, headers, type: 'text/plain', text: 'Sorry.' });

const body =
  (type: string, text: string): Fault =>
  (response) =>
    send(response, { type, text });

/** Faults between any client and any server, whatever the protocol above HTTP. */
const HTTP_FAULTS = {
  'headers that never come': { fault: () => undefined, kind: 'timeout' },
  'a body that never ends, a little at a time': {
    fault: (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 5);
      response.on('close', () => clearInterval(timer));
    },
    kind: 'timeout',
  },
  'a connection that breaks before the headers': {
    fault: (response) => response.socket?.resetAndDestroy(),
    kind: 'unavailable',
    isPassing: true,
  },
  'a body that is cut off': {
    fault: (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"a":', () => response.destroy());
    },
    kind: 'unavailable',
    isPassing: true,
  },
  'an image': { fault: body('image/png', 'PNG'), kind: 'bad_answer' },
  'a page for people': {
    fault: body('text/html; charset=utf-8', '<!doctype html><p>Hello'),
    kind: 'bad_answer',
  },
  'half of a JSON text': { fault: body('application/json', '{"a":'), kind: 'bad_answer' },
  'JSON that is only a text': { fault: body('application/json', '"none"'), kind: 'bad_answer' },
  'JSON that is only a number': { fault: body('application/json', '42'), kind: 'bad_answer' },
  'JSON that is null': { fault: body('application/json', 'null'), kind: 'bad_answer' },
  'JSON nested ten thousand deep': {
    fault: body('application/json', '['.repeat(10_000) + ']'.repeat(10_000)),
    kind: 'bad_answer',
  },
  'a body that is too large': {
    fault: (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const pour = (): void => {
        while (!response.destroyed && response.write(' '.repeat(16_384)));
      };
      response.on('drain', pour);
      pour();
    },
    kind: 'bad_answer',
  },
  'a small body that unpacks to a large one': {
    fault: (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(gzipSync(Buffer.alloc(4 * MAX_BYTES, ' ')));
    },
    kind: 'bad_answer',
  },
  'a body that is not packed as it says': {
    fault: (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end('{}');
    },
    kind: 'bad_answer',
  },
  'an encoding nobody asked for': {
    fault: (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'compress' });
      response.end('{}');
    },
    kind: 'bad_answer',
  },
  'something that is not HTTP': {
    fault: (response) => response.socket?.end('SSH-2.0-OpenSSH_9.9\r\n'),
    kind: 'bad_answer',
  },
  'a redirect': {
    fault: status(302, { location: 'https://elsewhere.invalid/' }),
    kind: 'bad_answer',
  },
  'status 401': { fault: status(401), kind: 'credential' },
  'status 402': { fault: status(402), kind: 'quota' },
  'status 403': { fault: status(403), kind: 'credential' },
  'status 429': { fault: status(429), kind: 'rate_limited' },
  'status 429 with Retry-After': {
    fault: status(429, { 'retry-after': '7' }),
    kind: 'rate_limited',
    retryAfterMs: 7_000,
  },
  'status 500': { fault: status(500), kind: 'unavailable' },
  'status 502': { fault: status(502), kind: 'unavailable', isPassing: true },
  'status 503': { fault: status(503), kind: 'unavailable', isPassing: true },
  'status 503 with Retry-After': {
    fault: status(503, { 'retry-after': '30' }),
    kind: 'unavailable',
    retryAfterMs: 30_000,
  },
  'status 504': { fault: status(504), kind: 'timeout' },
} as const satisfies Record<string, HttpFault>;

export type HttpFaultName = keyof typeof HTTP_FAULTS;

/** The faults with their names, as the suite reads them. */
export const HTTP_FAULT_LIST: readonly (HttpFault & { readonly name: HttpFaultName })[] = Object.entries(
  HTTP_FAULTS,
).flatMap(([name, fault]) => (isFaultName(name) ? [{ name, ...fault }] : []));

function isFaultName(name: string): name is HttpFaultName {
  return Object.hasOwn(HTTP_FAULTS, name);
}
