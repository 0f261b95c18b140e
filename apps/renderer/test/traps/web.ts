/* Serves the traps, each at a host of its own, with answers that come late, in pieces, or never. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Trap } from './trap.ts';

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  text: 'text/plain; charset=utf-8',
};

/** Host of another site, which has the same answers. */
const OTHER = 'other.test';
/** Host that can't be reached. */
const GONE = 'gone.inner.test';

export function sourceOf({ body }: Trap): string {
  const content = body.startsWith('<frameset') ? body : `<body>${body}</body>`;
  return `<!DOCTYPE html><html lang="en"><head><title>Trap</title></head>${content}</html>`;
}

export class TrapWeb {
  readonly #traps: ReadonlyMap<string, Trap>;
  /** Requests by host and path. */
  readonly #counts = new Map<string, number>();

  constructor(traps: readonly Trap[]) {
    this.#traps = new Map(traps.map((trap) => [`${trap.name}.test`, trap]));
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { host, hostname, port, pathname, search } = new URL(
      `http://${request.headers.host ?? ''}${request.url ?? '/'}`,
    );
    const trap = this.#traps.get(hostname);
    const send = (type: string, text: string | undefined): void => {
      response.writeHead(200, { 'content-type': TYPES[type] ?? type }).end(text);
    };
    const html = (source: string): void =>
      send('html', source.replaceAll('HOST', `${OTHER}:${port}`).replaceAll('BARE', `${GONE}:${port}`));
    if (pathname === '/' && trap !== undefined) return html(sourceOf(trap));
    const file = trap?.pages?.[pathname + search] ?? trap?.pages?.[pathname];
    if (file !== undefined) return pathname.endsWith('.js') ? send('js', file) : html(file);
    const count = (this.#counts.get(host + pathname) ?? 0) + 1;
    this.#counts.set(host + pathname, count);
    const [, path = '', first = '', second = ''] = pathname.split('/');
    switch (path) {
      case 'late':
        await sleep(Number(second));
        return send(first, decodeURIComponent(search.slice(1)));
      case 'echo': {
        const [body] = await Promise.all([textOf(request), sleep(Number(first))]);
        return send('text', `echo of ${body}`);
      }
      case 'pieces':
        response.writeHead(200, { 'content-type': 'text/plain' });
        for (let piece = 0; piece < 5; piece++) {
          response.write('a piece, ');
          await sleep(Number(first) / 5);
        }
        return void response.end('last piece');
      case 'endless':
        response.writeHead(200, { 'content-type': 'text/plain' });
        while (!response.destroyed) {
          response.write('more ');
          await sleep(200);
        }
        return;
      case 'events':
        response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
        await sleep(Number(search.slice(1)), undefined, { ref: false });
        return void response.write('data: first event\n\n');
      case 'third-time':
        if (count < 3) return void response.writeHead(503).end();
        await sleep(2_000);
        return send('text', 'the third time');
      case 'ready-at-5':
        return send('text', count < 5 ? '' : 'made by a job');
      case 'hang-at-3':
        return count < 3 ? send('text', 'nothing new') : undefined;
      case 'never':
        return;
      case 'waits':
        return send('html', '<p>chat</p><script>fetch("/never")</script>');
      case 'empty':
        return void response.writeHead(200, { 'content-type': 'text/html', 'content-length': 0 }).end();
      case 'poll':
        return send('text', 'nothing new');
      case 'file.zip':
        return send('application/zip', 'PK');
      case 'attachment':
        return void response
          .writeHead(200, {
            'content-type': 'text/html',
            'content-disposition': 'attachment; filename="a.html"',
          })
          .end('<p>saved</p>');
      case 'hang-up':
        return void response.destroy();
      case 'no-content':
        return void response.writeHead(204).end();
      case 'robots.txt':
        return send('text', 'User-agent: *\nDisallow: /private');
      default:
        response.writeHead(404, { 'content-type': 'text/html' }).end('<p>absent</p>');
    }
  }

  /** Opens a WebSocket, and sends one message after the time that its query says. */
  async upgrade({ headers, url = '' }: IncomingMessage, socket: Duplex): Promise<void> {
    const key = `${headers['sec-websocket-key'] ?? ''}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash('sha1').update(key).digest('base64');
    socket.on('error', () => socket.destroy()).on('end', () => socket.destroy());
    socket.resume();
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    await sleep(Number(url.split('?')[1]), undefined, { ref: false });
    const text = Buffer.from('first message');
    if (!socket.destroyed) socket.write(Buffer.concat([Buffer.from([0x81, text.length]), text]));
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
