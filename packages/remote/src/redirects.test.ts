import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { serve, serveTls, testCertificates, testLookup } from '../../crawl/test/loopback.ts';
import { serveProxy } from '../../crawl/test/proxy.ts';
import { answering, serveFile } from '../test/file-server.ts';
import { openTestFiles } from '../test/open-files.ts';

const { signal } = new AbortController();
const ONE = { from: 0, to: 1 };
const CONTENT = Buffer.from('content');

test('redirects are followed with the range, and credentials stay with the host that they are for', async () => {
  const seen: string[] = [];
  const server = await serveFile(CONTENT);
  const note =
    (to: string | null) =>
    ({ url, headers }: IncomingMessage, response: ServerResponse): void => {
      seen.push(`${headers.host}${url} ${headers.authorization ?? ''} ${headers.range}`);
      if (to === null) response.writeHead(206, { 'content-range': 'bytes 0-0/7' }).end('c');
      else response.writeHead(302, { location: to }).end('moved');
    };
  server.next.push(
    note('/two'),
    note(`http://b.test:${server.port}/three`),
    note(`http://a.test:${server.port}/four`),
    note(null),
  );
  const { files } = openTestFiles();
  const url = `http://us%C3%A9r:p%40ss@a.test:${server.port}/one`;
  expect(await files.read(url, ONE, signal)).toEqual(Buffer.from('c'));
  const basic = `Basic ${Buffer.from('usér:p@ss').toString('base64')}`;
  const [a, b] = [`a.test:${server.port}`, `b.test:${server.port}`];
  expect(seen).toEqual([
    `${a}/one ${basic} bytes=0-0`,
    `${a}/two ${basic} bytes=0-0`,
    `${b}/three  bytes=0-0`,
    // Whom others send there may be meant to read something else.
    `${a}/four  bytes=0-0`,
  ]);
  expect(files.counts.requests).toBe(4);
  // A host that wants credentials after that gets none, and the message says why.
  server.next.push(answering(302, { location: `http://b.test:${server.port}/x` }), answering(401));
  await expect(files.read(url, ONE, signal)).rejects.toMatchObject({
    message: `http://${a}/one answered 401 Unauthorized: it was redirected to another host, which gets no credentials: name that host yourself`,
  });
});

test('redirects to private addresses are refused, by their number and by their name', async () => {
  const { port } = await serve((request, response) => {
    const to =
      request.url === '/name'
        ? 'http://inner.test/x'
        : request.url === '/number'
          ? 'http://10.0.0.1/x'
          : 'http://intranet/x';
    response.writeHead(302, { location: to }).end();
  });
  const lookup: typeof testLookup = (host) =>
    host === 'inner.test' ? Promise.resolve([{ address: '192.168.1.1', family: 4 }]) : testLookup(host);
  const { files } = openTestFiles({}, { lookup });
  const at = (path: string): Promise<unknown> => files.read(`http://a.test:${port}/${path}`, ONE, signal);
  await expect(at('name')).rejects.toThrow('inner.test (192.168.1.1) is not a public address');
  await expect(at('number')).rejects.toThrow('10.0.0.1 is not a public address');
  await expect(at('inner')).rejects.toMatchObject({ fault: 'refused', isOfFile: false });
});

test('redirects in a circle, without end, to no web address, and out of TLS are not followed', async () => {
  const { port, requests } = await serve((request, response) => {
    const { url = '' } = request;
    const [, count = '0'] = /^\/on(\d+)$/.exec(url) ?? [];
    const to =
      { '/circle': '/back', '/back': '/circle', '/file': 'file:///etc/passwd' }[url] ??
      `/on${Number(count) + 1}`;
    response.writeHead(307, { location: to }).end();
  });
  const { valid, authority } = testCertificates();
  const tls = await serveTls(valid, answering(301, { location: 'http://a.test/x' }));
  const { files } = openTestFiles({}, { certificateAuthorities: authority });
  const base = `http://a.test:${port}`;
  for (const [url, message] of [
    [
      `${base}/circle`,
      `${base}/back redirects in a circle, back to ${base}/circle: give the URL of the file itself`,
    ],
    [`${base}/file`, `${base}/file redirects to 'file:///etc/passwd', which is no address of the web: give`],
    [
      `https://a.test:${tls.port}/x`,
      `https://a.test:${tls.port}/x redirects from https to http://a.test/x, where all could change it`,
    ],
  ] as const)
    await expect(files.read(url, ONE, signal)).rejects.toThrow(message);
  requests.length = 0;
  await expect(files.read(`${base}/on0`, ONE, signal)).rejects.toThrow('redirects more than 10 times');
  expect(requests).toHaveLength(11);
});

test('a redirect without a target is an answer without the file', async () => {
  const server = await serveFile(CONTENT);
  server.next.push(answering(302));
  await expect(openTestFiles().files.read(`${server.url}/x`, ONE, signal)).rejects.toMatchObject({
    fault: 'refused',
  });
});

test('all goes through the proxy of the operator', async () => {
  const proxy = await serveProxy(answering(206, { 'content-range': 'bytes 0-0/7' }, 'c'), { status: 502 });
  const { files } = openTestFiles({}, { proxy: { url: proxy.url, guards: false } });
  expect(await files.read('http://a.test/x?y=1', ONE, signal)).toEqual(Buffer.from('c'));
  expect(proxy.requested).toEqual(['GET http://a.test/x?y=1']);
});

test('paths lead to no other address than those below the base', async () => {
  const server = await serveFile(CONTENT);
  const { files } = openTestFiles({ base: `${server.url}/mirror/` });
  const paths = ['crawl-data/CC-MAIN-2026-40/x.gz', '/a b?c#d%2f', 'http:x'];
  for (const path of paths) await files.read(path, ONE, signal);
  expect(server.requests.map((request) => request.split(' ')[1])).toEqual([
    '/mirror/crawl-data/CC-MAIN-2026-40/x.gz',
    '/mirror/a%20b%3Fc%23d%252f',
    '/mirror/http%3Ax',
  ]);
  for (const path of ['../x', 'a/../../x', './x', 'http://b.test/x', '', 'a//b'])
    await expect(files.read(path, ONE, signal)).rejects.toThrow('is not the path of a file');
  expect(server.requests).toHaveLength(3);
  for (const base of ['ftp://a.test/', 'a.test', 'https://'])
    expect(() => openTestFiles({ base })).toThrow('is not the URL of a file');
});
