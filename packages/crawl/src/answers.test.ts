import type { Socket } from 'node:net';
import {
  BROKEN_FORMS,
  CODING_FORMS,
  CUT_FORMS,
  FRAMING_FORMS,
  HEAD_FORMS,
  INTERIM_FORMS,
  PAGE,
  REFUSED_FORMS,
  TYPE_FORMS,
  type AnswerForm,
} from '@sitegrep/http/test/answers';
import { expect, test } from 'vitest';
import { crawlFrom, serveBytes } from '../test/loopback.ts';

/** A host that sends these pieces as its answer to `/`, and ends the connection as `end` says. */
async function hostOf(
  pieces: readonly Buffer[],
  end: (socket: Socket) => void = (socket) => void socket.end(),
): Promise<{ readonly url: string; readonly requests: string[] }> {
  const requests: string[] = [];
  const port = await serveBytes((socket, request) => {
    const path = request.split(' ', 2)[1] ?? '';
    requests.push(path);
    if (path === '/') void send(socket);
    else socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  });
  async function send(socket: Socket): Promise<void> {
    for (const piece of pieces) await new Promise((resolve) => socket.write(piece, resolve));
    end(socket);
  }
  return { url: `http://a.test:${port}/`, requests };
}

function inPieces(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
    bytes.subarray(n * size, (n + 1) * size),
  );
}

const READ = [...HEAD_FORMS, ...INTERIM_FORMS, ...FRAMING_FORMS, ...CODING_FORMS, ...TYPE_FORMS];

test.each(READ.flatMap((form) => [100_000, 7].map((size) => [form.name, size, form] as const)))(
  '%s, in pieces of %d bytes',
  async (_name, size, { bytes, result: expected }) => {
    const { url, requests } = await hostOf(inPieces(bytes, size));
    const { result, pages } = await crawlFrom(url, { maxRetries: 0 });
    const read = pages.map(({ body, truncated }) => [Buffer.from(body).toString(), truncated]);
    const right = { outcome: 'indexed', read: [[PAGE, expected === 'truncated']] };
    expect({ outcome: result.outcome, read }).toEqual(
      expected === 'none' ? { outcome: 'not_html', read: [] } : right,
    );
    expect(requests).toEqual(['/robots.txt', '/']);
  },
);

async function crawlOf({ bytes }: AnswerForm, retries: number) {
  const { url, requests } = await hostOf([bytes]);
  const { result, pages } = await crawlFrom(url, { maxRetries: retries });
  return { result, pages, requested: requests.filter((path) => path === '/').length };
}

test.each(CUT_FORMS.map((form) => [form.name, form] as const))(
  '%s: the page is kept, truncated, after the retries',
  async (_name, form) => {
    const { pages, requested } = await crawlOf(form, 1);
    expect(pages.map(({ body, truncated }) => [Buffer.from(body).toString(), truncated])).toEqual([
      [PAGE, true],
    ]);
    expect(requested).toBe(2);
  },
);

test.each(BROKEN_FORMS.map((form) => [form.name, form] as const))(
  '%s: what came before is kept, truncated, and the page is requested once',
  async (_name, form) => {
    const { pages, requested } = await crawlOf(form, 1);
    expect(pages.map(({ body, truncated }) => [Buffer.from(body).toString(), truncated])).toEqual([
      [PAGE, true],
    ]);
    expect(requested).toBe(1);
  },
);

test.each(REFUSED_FORMS.map((form) => [form.name, form] as const))('%s is refused', async (_name, form) => {
  const { result, pages } = await crawlOf(form, 1);
  expect([result.outcome, pages]).toEqual(['http_error', []]);
  expect(result.reason).toContain('does not speak HTTP as it should');
});

test('a page that is cut in the middle by a reset is kept, truncated', async () => {
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 900\r\n\r\n';
  const { url } = await hostOf([Buffer.from(`${head}<p>half`)], (socket) => {
    setTimeout(() => socket.resetAndDestroy(), 50);
  });
  const { result, pages } = await crawlFrom(url, { maxRetries: 0 });
  expect(result.outcome).toBe('indexed');
  expect(pages.map(({ body, truncated }) => [Buffer.from(body).toString(), truncated])).toEqual([
    ['<p>half', true],
  ]);
});

test('a page whose end does not come in time is kept if it is whole, and only then', async () => {
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 900\r\n\r\n';
  const stay = (): void => undefined;
  const whole = await hostOf([Buffer.from(`${head}<p>x</p></html>`)], stay);
  const options = { maxRetries: 0, requestTimeoutMs: 300 };
  expect((await crawlFrom(whole.url, options)).pages).toMatchObject([{ truncated: true }]);
  const half = await hostOf([Buffer.from(`${head}<p>x</p>`)], stay);
  const { result, pages } = await crawlFrom(half.url, options);
  expect([result.outcome, pages]).toEqual(['timed_out', []]);
});

test.each([
  [
    'strict chunks',
    'Transfer-Encoding: chunked\r\n',
    (part: Buffer) => [`${part.length.toString(16)}\r\n`, part, '\r\n'],
  ],
  [
    'chunks in LF',
    'Transfer-Encoding: chunked\r\n',
    (part: Buffer) => [`${part.length.toString(16)} \n`, part, '\n'],
  ],
  ['a field that is none', 'No Field\r\nConnection: close\r\n', (part: Buffer) => [part]],
  ['no length', 'Connection: close\r\n', (part: Buffer) => [part]],
] as const)(
  'megabytes come whole with %s, although they are read slower than they come',
  async (_name, fields, framed) => {
    const body = Buffer.from(Array.from({ length: 400_000 }, (_, n) => `<i>${n}`).join(''));
    const parts = inPieces(body, 10_007).flatMap((part): (string | Buffer)[] => framed(part));
    const ends = fields.startsWith('Transfer') ? ['0\r\n\r\n'] : [];
    const head = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n${fields}\r\n`;
    const all = Buffer.concat([head, ...parts, ...ends].map((part) => Buffer.from(part)));
    const { url } = await hostOf(inPieces(all, 300_000));
    // A body that is recorded holds the connection back.
    const { pages } = await crawlFrom(url, { maxRetries: 0, onExchange: () => Promise.resolve() });
    expect(pages.map(({ truncated }) => truncated)).toEqual([false]);
    expect(Buffer.compare(Buffer.from(pages[0]?.body ?? []), body)).toBe(0);
  },
);
