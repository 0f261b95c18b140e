// Hosts that misuse TCP and HTTP itself.
import type { Socket } from 'node:net';
import type { Stage } from './stage.ts';
import { HTML, INDEXED, STAGE_ADDRESS } from './stage.ts';

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/html; charset=utf-8\r\n';
const CLOSED = /closed the connection before the whole answer had arrived/;

export async function addBadConnections(stage: Stage): Promise<void> {
  const timedOut = (reason: RegExp) => ({ outcome: 'timed_out', reason }) as const;
  const httpError = (reason: RegExp) => ({ outcome: 'http_error', reason }) as const;

  await stage.raw('silent.test', timedOut(/^no answer within 6 s$/), () => undefined);
  await stage.raw('byte-a-second.test', timedOut(/^no end of the page within 6 s$/), (socket) => {
    socket.write(`${HEAD}\r\n<p>`);
    drip(socket, 'x', 1_000);
  });
  await stage.raw('kilobytes-for-ever.test', timedOut(/^no end of the page within 6 s$/), (socket) => {
    socket.write(`${HEAD}\r\n<p>`);
    drip(socket, 'x'.repeat(1_024), 50);
  });
  await stage.raw('header-a-second.test', timedOut(/^no answer within 6 s$/), (socket) => {
    socket.write(HEAD);
    drip(socket, 'x-more: 1\r\n', 1_000);
  });
  await stage.raw('endless-headers.test', httpError(/sent more header fields than are read/), (socket) => {
    socket.write(HEAD);
    pour(socket, 'x-more: and more\r\n'.repeat(500));
  });
  await stage.raw(
    'endless-header-line.test',
    httpError(/sent more header fields than are read/),
    (socket) => {
      socket.write(`${HEAD}x-more: `);
      pour(socket, 'and more '.repeat(1_000));
    },
  );
  await stage.raw('endless-status-line.test', timedOut(/^no answer within 6 s$/), (socket) => {
    socket.write('HTTP/1.1 200 ');
    pour(socket, 'OK '.repeat(3_000));
  });
  await stage.raw('early-hints-for-ever.test', timedOut(/^no answer within 6 s$/), (socket) => {
    pour(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </x.css>; rel=preload\r\n\r\n'.repeat(100));
  });
  await stage.raw('early-hints.test', INDEXED, (socket) => {
    const hint = 'HTTP/1.1 103 Early Hints\r\nlink: </x.css>; rel=preload\r\n\r\n';
    socket.write(`${hint.repeat(50)}${HEAD}content-length: 3\r\n\r\n<p>`);
  });
  await stage.raw('cookies.test', httpError(/sent more header fields than are read/), (socket) => {
    const cookie = (n: number): string => `set-cookie: c${n}=${'x'.repeat(100)}\r\n`;
    socket.end(`${HEAD}${Array.from({ length: 5_000 }, (_, n) => cookie(n)).join('')}\r\n<p>`);
  });
  await stage.raw('some-cookies.test', INDEXED, (socket) => {
    const cookies = Array.from({ length: 500 }, (_, n) => `set-cookie: c${n}=${'x'.repeat(40)}\r\n`);
    socket.end(`${HEAD}${cookies.join('')}\r\n<p>`);
  });
  // What came before is indexed, truncated.
  await stage.raw('reset.test', INDEXED, (socket) => {
    socket.write(`${HEAD}content-length: 1000\r\n\r\n<p>`, () => socket.resetAndDestroy());
  });
  await stage.raw('hangs-up.test', httpError(CLOSED), (socket) => socket.destroy());
  await stage.raw('says-too-long.test', INDEXED, (socket) => {
    socket.end(`${HEAD}content-length: 1000\r\n\r\n<p>`);
  });
  // Bytes after the stated end are not part of the page.
  await stage.raw('says-too-short.test', INDEXED, (socket) => {
    socket.write(`${HEAD}content-length: 3\r\n\r\n<p>poison-behind-the-end`);
  });
  await stage.raw('two-lengths.test', httpError(/does not speak HTTP as it should/), (socket) => {
    socket.write(`${HEAD}content-length: 3\r\ncontent-length: 30\r\n\r\n<p>`);
  });
  await stage.raw('chunks-of-nonsense.test', INDEXED, (socket) => {
    socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n3\r\n<p>\r\nnonsense\r\n`);
  });
  await stage.raw('chunk-too-large.test', httpError(/does not speak HTTP as it should/), (socket) => {
    socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\nfffffffffffffffff\r\n<p>`);
  });
  // A second, unrequested answer in the same packet must not become the answer to the next request.
  await stage.raw('poisoned.test', { ...INDEXED, pages: 2 }, (socket, path) => {
    const answer = (body: string): string => `${HEAD}content-length: ${body.length}\r\n\r\n${body}`;
    if (path === '/')
      socket.write(`${answer('<p><a href=/second>2</a>')}${answer('<p>poison-of-an-early-answer')}`);
    else if (path === '/second') socket.write(answer('<p>the true second page'));
    else socket.write('HTTP/1.1 404 No\r\ncontent-length: 0\r\n\r\n');
  });
  await stage.raw('http-0-9.test', httpError(/does not speak HTTP as it should/), (socket) => {
    socket.end('<html><p>a page without a head</html>');
  });
  await stage.raw('ssh.test', httpError(/does not speak HTTP as it should/), (socket) => {
    socket.end('SSH-2.0-OpenSSH_9.9\r\n\r\n');
  });
  await stage.raw('switches.test', httpError(/./), (socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n');
  });
  await stage.raw('continues.test', httpError(/./), (socket) => {
    pour(socket, 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(100));
  });
  await stage.raw('nul-in-header.test', INDEXED, (socket) => {
    socket.end(`${HEAD}x-nul: a\0b\r\n\r\n<p>`);
  });
  await stage.raw(
    'long-location.test',
    httpError(/^redirects to something that is not a web address/),
    (socket) => {
      socket.write(`HTTP/1.1 302 Found\r\nlocation: /${'a'.repeat(30_000)}\r\ncontent-length: 0\r\n\r\n`);
    },
  );

  const tenGigabytes = { ...HTML, 'content-length': String(10 * 1024 ** 3) };
  stage.web('ten-gigabytes.test', INDEXED, (_request, response) => {
    response.writeHead(200, tenGigabytes);
    response.write('<title>without end</title>');
    const more = Buffer.alloc(256 * 1024, '<p>more of it ');
    const go = (): void => {
      while (!response.destroyed && response.write(more)) continue;
    };
    response.on('drain', go);
    go();
  });
  stage.web(
    'ten-gigabytes-of-zip.test',
    { outcome: 'not_html', reason: /^content type application\/zip$/ },
    (_request, response) => {
      response.writeHead(200, {
        'content-type': 'application/zip',
        'content-length': tenGigabytes['content-length'],
      });
      response.write(Buffer.alloc(1024 * 1024));
    },
  );

  stage.expect('bad-port.test', 'http://bad-port.test:1/', {
    outcome: 'blocked_address',
    reason: /^port 1 is not for the web$/,
  });
  stage.name('bad-port.test', { lookups: [[STAGE_ADDRESS]] });
}

/** Writes repeatedly and slowly, until the other side has closed. */
function drip(socket: Socket, text: string, everyMs: number): void {
  const timer = setInterval(() => socket.write(text), everyMs);
  socket.on('close', () => clearInterval(timer));
}

/** Writes repeatedly, as fast as the other side reads, until it has closed. */
function pour(socket: Socket, text: string): void {
  const bytes = Buffer.from(text);
  const go = (): void => {
    while (!socket.destroyed && socket.write(bytes)) continue;
  };
  socket.on('drain', go);
  go();
}
