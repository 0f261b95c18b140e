// Hosts that speak only HTTP/2, well or badly.
import { constants, createSecureServer, type SecureServerOptions, type ServerHttp2Stream } from 'node:http2';
import { createServer as createTlsServer } from 'node:tls';
import type { Certificates } from './certificates.ts';
import { HTML, INDEXED, STAGE_ADDRESS, type Expected, type Stage } from './stage.ts';

/** Names of these hosts, for certificates. */
export const HTTP2_NAMES = [
  'http2-only.test',
  'http2-no-streams.test',
  'http2-silent.test',
  'http2-resets.test',
  'http2-half.test',
  'http2-drips.test',
  'http2-ends.test',
  'http2-goaway.test',
  'http2-poured-headers.test',
  'http2-no-frames.test',
  'http2-old.test',
  'http2-wrong-headers.test',
  'http2-pings.test',
  'http2-settings.test',
  'http2-half-frame.test',
] as const;
type Name = (typeof HTTP2_NAMES)[number];

type OnStream = (stream: ServerHttp2Stream) => void;

export async function addBadHttp2(stage: Stage, { valid }: Certificates): Promise<void> {
  const timedOut = (reason: RegExp): Expected => ({ outcome: 'timed_out', reason });
  const httpError = (reason = /./): Expected => ({ outcome: 'http_error', reason });

  async function add(
    name: Name,
    expected: Expected,
    onStream: OnStream,
    options: SecureServerOptions = {},
  ): Promise<void> {
    const server = createSecureServer({ ...valid, ...options });
    server.on('sessionError', () => undefined);
    server.on('stream', (stream: ServerHttp2Stream, headers) => {
      stream.on('error', () => undefined);
      if (headers[':path'] !== '/robots.txt') return onStream(stream);
      stream.respond({ ':status': 404 });
      stream.end();
    });
    host(name, await stage.listen(server), expected);
  }
  function host(name: Name, port: number, expected: Expected): void {
    stage.expect(name, `https://${name}:${port}/`, expected);
    stage.name(name, { lookups: [[STAGE_ADDRESS]] });
  }

  const begin = (stream: ServerHttp2Stream): void => stream.respond({ ':status': 200, ...HTML });
  await add('http2-only.test', INDEXED, (stream) => {
    begin(stream);
    stream.end('<p>over two');
  });
  await add('http2-no-streams.test', timedOut(/^no robots\.txt within 6 s$/), () => undefined, {
    settings: { maxConcurrentStreams: 0 },
  });
  await add('http2-silent.test', timedOut(/^no answer within 6 s$/), () => undefined);
  await add('http2-resets.test', httpError(), (stream) => stream.close(constants.NGHTTP2_INTERNAL_ERROR));
  // What has come is the page.
  await add('http2-half.test', INDEXED, (stream) => {
    begin(stream);
    stream.write('<p>half', () => stream.close(constants.NGHTTP2_INTERNAL_ERROR));
  });
  await add('http2-drips.test', timedOut(/^no end of the page within 6 s$/), (stream) => {
    begin(stream);
    const timer = setInterval(() => stream.write('x'), 500);
    stream.on('close', () => clearInterval(timer));
  });
  await add('http2-ends.test', httpError(), (stream) => stream.session?.destroy());
  await add('http2-goaway.test', httpError(), (stream) =>
    stream.session?.goaway(constants.NGHTTP2_ENHANCE_YOUR_CALM, 0),
  );
  await add('http2-poured-headers.test', httpError(), (stream) => {
    const fields = Array.from({ length: 3_000 }, (_, n) => [`x-more-${n}`, 'and more'.repeat(4)]);
    stream.respond({ ':status': 200, ...Object.fromEntries(fields) });
    stream.end('<p>');
  });

  /** Adds a host that answers the first bytes of a connection with others. */
  async function raw(
    name: Name,
    expected: Expected,
    bytes: Buffer,
    everyMs: number | null = null,
  ): Promise<void> {
    const server = createTlsServer({ ...valid, ALPNProtocols: ['h2'] }, (socket) => {
      socket.on('error', () => undefined);
      socket.resume();
      socket.write(Buffer.concat([frame(SETTINGS, Buffer.alloc(0)), bytes]));
      const timer = everyMs === null ? undefined : setInterval(() => socket.write(bytes), everyMs);
      socket.on('close', () => clearInterval(timer));
    });
    host(name, await stage.listen(server), expected);
  }
  const silent = timedOut(/^no robots\.txt within 6 s$/);
  await raw('http2-no-frames.test', httpError(), Buffer.alloc(64, 0xff));
  await raw(
    'http2-old.test',
    httpError(),
    Buffer.from('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n'),
  );
  await raw('http2-wrong-headers.test', httpError(), frame(HEADERS, Buffer.alloc(20, 0xff), 1));
  await raw('http2-pings.test', silent, frame(PING, Buffer.alloc(8)), 5);
  await raw('http2-settings.test', silent, frame(SETTINGS, Buffer.alloc(0)), 5);
  await raw('http2-half-frame.test', silent, frame(HEADERS, Buffer.alloc(1_000), 1).subarray(0, 20));
}

const HEADERS = 1;
const SETTINGS = 4;
const PING = 6;

/** A frame (RFC 9113, 4.1); headers are marked as the last ones. */
function frame(type: number, payload: Buffer, stream = 0): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = type === HEADERS ? 4 : 0;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}
