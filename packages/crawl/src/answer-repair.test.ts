import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { serveBytes } from '../test/loopback.ts';
import { repairAnswers } from './answer-repair.ts';

/** Reads all of a connection as undici does when a body is read slower than it comes: it puts back what it can't parse yet. */
function readPuttingBack(socket: Socket): Promise<Buffer> {
  const read: Buffer[] = [];
  let reads = 0;
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('end', () => resolve(Buffer.concat(read)));
    socket.on('readable', () => {
      // Node itself reads nothing to let more bytes come.
      expect(socket.read(0)).toBeNull();
      for (let bytes: unknown = socket.read(); Buffer.isBuffer(bytes); bytes = socket.read()) {
        const taken = reads++ % 3 === 0 ? Math.ceil(bytes.length / 2) : bytes.length;
        read.push(bytes.subarray(0, taken));
        if (taken < bytes.length) socket.unshift(bytes.subarray(taken));
      }
    });
  });
}

const body = Array.from({ length: 60_000 }, (_, n) => `<i>${n}`).join('');
const size = body.length.toString(16);
const TYPE = 'Content-Type: text/html\r\n';

test.each([
  ['strict chunks', `${TYPE}Transfer-Encoding: chunked\r\n`, `${size}\r\n${body}\r\n0\r\n\r\n`],
  ['chunks with a blank', `${TYPE}Transfer-Encoding: chunked\r\n`, `${size} \r\n${body}\r\n0 \r\n\r\n`],
  ['a line that is not a field', `${TYPE}No Field\r\nContent-Length: ${body.length}\r\n`, body],
  ['no length', `${TYPE}Connection: close\r\n`, body],
])('an answer with %s is given once, whatever the parser puts back', async (_name, fields, sent) => {
  const port = await serveBytes((socket) => socket.end(`HTTP/1.1 200 OK\r\n${fields}\r\n${sent}`));
  const socket = connect(port, '127.0.0.1');
  repairAnswers(socket, 16_384);
  const all = readPuttingBack(socket);
  socket.write('GET / HTTP/1.1\r\nHost: a.test\r\n\r\n');
  const text = (await all).toString();
  const received = text.slice(text.indexOf('\r\n\r\n') + 4);
  expect(unchunked(received, fields)).toBe(body);
});

/** The body, by a plain reading of strict chunks. */
function unchunked(text: string, fields: string): string {
  if (!fields.includes('chunked')) return text;
  let all = '';
  for (let at = 0; ;) {
    const end = text.indexOf('\r\n', at);
    const length = Number.parseInt(text.slice(at, end), 16);
    if (!(length > 0)) return all;
    all += text.slice(end + 2, end + 2 + length);
    at = end + 2 + length + 2;
  }
}
