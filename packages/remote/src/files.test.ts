import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { serve, serveTls, testCertificates } from '../../crawl/test/loopback.ts';
import { answering, brokenAfter, sendRange, serveFile } from '../test/file-server.ts';
import { openTestFiles, readAll } from '../test/open-files.ts';

const { signal } = new AbortController();
const CONTENT = randomBytes(1_000_000);

test('ranges are read exactly, also from the end, and what they cost is counted', async () => {
  const server = await serveFile(CONTENT);
  const { files } = openTestFiles();
  const path = `${server.url}/x.warc.gz`;
  expect(await files.read(path, { from: 10, to: 20 }, signal)).toEqual(CONTENT.subarray(10, 20));
  expect(await files.read(path, { from: -7 }, signal)).toEqual(CONTENT.subarray(-7));
  expect(await files.read(path, { from: 999_990 }, signal)).toEqual(CONTENT.subarray(999_990));
  // Beyond its end, a file gives what it has.
  expect(await files.read(path, { from: 999_995, to: 2_000_000 }, signal)).toEqual(CONTENT.subarray(-5));
  expect(await readAll(files.stream(path, { from: 0 }, signal))).toEqual(CONTENT);
  expect(await files.size(path, signal)).toBe(1_000_000);
  expect(server.ranges).toEqual([
    'bytes=10-19',
    'bytes=-7',
    'bytes=999990-',
    'bytes=999995-1999999',
    'bytes=0-',
    'bytes=0-0',
  ]);
  expect(files.counts).toEqual({ requests: 6, bytes: 10 + 7 + 10 + 5 + 1_000_000 + 1 });
});

test('requests name the crawler, and want no compression', async () => {
  const server = await serveFile(CONTENT);
  const seen: unknown[] = [];
  server.next.push((request, response) => {
    seen.push(request.headers['user-agent'], request.headers['accept-encoding']);
    sendRange(server, request, response);
  });
  await openTestFiles().files.read(`${server.url}/x`, { from: 0, to: 1 }, signal);
  expect(seen).toEqual(['sitegrep/1 (+https://op.example)', 'identity']);
});

test('a range that begins after the end is refused with the size; an empty file has no bytes', async () => {
  const server = await serveFile(Buffer.alloc(5));
  const { files } = openTestFiles();
  const path = `${server.url}/x`;
  await expect(files.read(path, { from: 5, to: 9 }, signal)).rejects.toMatchObject({
    fault: 'outside',
    isOfFile: true,
    message: `${path} has no range bytes=5-8: it has 5 bytes`,
  });
  expect(await files.read(path, { from: 5 }, signal)).toHaveLength(0);
  const empty = await serveFile(Buffer.alloc(0));
  for (const range of [{ from: 0 }, { from: -8 }])
    expect(await files.read(`${empty.url}/x`, range, signal)).toHaveLength(0);
  expect(await files.size(`${empty.url}/x`, signal)).toBe(0);
  empty.next.push(answering(200, { 'content-length': '0' }));
  expect(await files.read(`${empty.url}/x`, { from: 0 }, signal)).toHaveLength(0);
});

test('what is no range is refused before anything is requested', async () => {
  const { files } = openTestFiles();
  for (const range of [
    { from: 5, to: 5 },
    { from: -5, to: 3 },
    { from: 0.5 },
    { from: -0 },
    { from: 0, to: Number.NaN },
  ])
    await expect(files.read('http://a.test/x', range, signal)).rejects.toThrow('are no range of a file');
  expect(files.counts.requests).toBe(0);
});

test('a stream goes on at the byte where connections broke, and gives each byte once', async () => {
  const server = await serveFile(CONTENT);
  server.next.push(brokenAfter(300_000, server), brokenAfter(0, server), brokenAfter(150_000, server));
  const { files, waits } = openTestFiles();
  expect(await readAll(files.stream(`${server.url}/x`, { from: 0 }, signal))).toEqual(CONTENT);
  const starts = server.ranges.map((range) => Number(/^bytes=(\d+)-/.exec(range)?.[1]));
  expect(server.ranges).toHaveLength(4);
  // What the system had of a broken answer may be lost with it.
  expect(starts[0]).toBe(0);
  expect(starts.slice(1)).toEqual(starts.slice(1).toSorted((a, b) => a - b));
  expect(starts[3]).toBeLessThanOrEqual(450_000);
  expect(waits).toHaveLength(3);
  expect(waits[0]).toMatchObject({ server: `a.test:${server.port}` });
});

test('the last bytes of a file are gone on with, too', async () => {
  const server = await serveFile(CONTENT);
  server.next.push((_, response) => {
    response.writeHead(206, { etag: server.etag, 'content-range': 'bytes 600000-999999/1000000' });
    response.write(CONTENT.subarray(600_000, 800_000), () => setImmediate(() => response.destroy()));
  });
  const { files } = openTestFiles();
  expect(await files.read(`${server.url}/x`, { from: -400_000 }, signal)).toEqual(CONTENT.subarray(600_000));
  expect(server.ranges[1]).toMatch(/^bytes=\d+-999999$/);
});

test('a file that was changed in the middle is noticed before a byte of it is given', async () => {
  const server = await serveFile(CONTENT);
  server.next.push(brokenAfter(300_000, server));
  const { files } = openTestFiles();
  const pieces: Uint8Array[] = [];
  const reading = (async () => {
    for await (const piece of files.stream(`${server.url}/x`, { from: 0 }, signal)) {
      pieces.push(piece);
      server.etag = '"two"';
    }
  })();
  await expect(reading).rejects.toMatchObject({ fault: 'changed', isOfFile: true });
  const read = Buffer.concat(pieces);
  expect(read).toEqual(CONTENT.subarray(0, read.length));
  // Ranges of a file belong together, also without a tag, by the time and the size.
  for (const [before, after] of [
    [
      { 'last-modified': 'Mon, 30 Nov 2026 10:00:00 GMT' },
      { 'last-modified': 'Mon, 30 Nov 2026 10:00:01 GMT' },
    ],
    [{ 'content-range': 'bytes 0-0/9' }, { 'content-range': 'bytes 0-0/8' }],
  ]) {
    const plain = { 'content-range': 'bytes 0-0/9' };
    server.next.push(
      answering(206, { ...plain, ...before }, 'x'),
      answering(206, { ...plain, ...after }, 'x'),
    );
    const { files: others } = openTestFiles();
    await others.read(`${server.url}/y`, { from: 0, to: 1 }, signal);
    await expect(others.read(`${server.url}/y`, { from: 0, to: 1 }, signal)).rejects.toMatchObject({
      fault: 'changed',
    });
  }
  // Read anew from its start, it is taken as it is now.
  expect(await files.read(`${server.url}/x`, { from: 0 }, signal)).toEqual(CONTENT);
});

test('a server that ignores ranges, or gives other ones, is refused before its body is read', async () => {
  const { files } = openTestFiles();
  let sent = 0;
  const { port } = await serve((request, response) => {
    if (request.url === '/ignores') response.writeHead(200);
    else response.writeHead(206, { 'content-range': request.url?.slice(1) ?? '' });
    // Endless: whoever reads it would never come back.
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536;
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  });
  const at = (path: string): Promise<unknown> =>
    files.read(`http://a.test:${port}/${path}`, { from: 100, to: 200 }, signal);
  await expect(at('ignores')).rejects.toMatchObject({
    fault: 'no_ranges',
    message: expect.stringMatching(
      /is not sent in ranges: its server answers bytes=100-199 with the whole file\. Read from/,
    ),
  });
  for (const given of [
    'bytes 0-99/1000',
    'bytes 100-198/1000',
    'bytes 100-200/1000',
    'bytes 100-199/150',
    'items 1-2/3',
    '',
  ])
    await expect(at(encodeURI(given))).rejects.toMatchObject({ fault: 'wrong_range', isOfFile: true });
  expect(files.counts).toEqual({ requests: 7, bytes: 0 });
  expect(sent).toBeLessThan(100_000_000);
});

test('the whole of a file needs no ranges, as long as its connection holds', async () => {
  const server = await serveFile(CONTENT);
  server.next.push((_, response) => void response.writeHead(200).end(CONTENT));
  const { files } = openTestFiles();
  expect(await readAll(files.stream(`${server.url}/x`, { from: 0 }, signal))).toEqual(CONTENT);
  const broken = (_: unknown, response: Parameters<(typeof server.next)[number]>[1]): void => {
    response.writeHead(200, { 'content-length': CONTENT.length });
    response.write(CONTENT.subarray(0, 300_000), () => setImmediate(() => response.destroy()));
  };
  server.next.push(broken, (_, response) => void response.writeHead(200).end(CONTENT));
  const pieces = readAll(files.stream(`${server.url}/y`, { from: 0 }, signal));
  await expect(pieces).rejects.toMatchObject({ fault: 'no_ranges' });
  // A small file that comes as a whole is all of the range.
  server.next.push((_, response) => void response.writeHead(200, { 'content-length': 3 }).end('abc'));
  expect(await files.read(`${server.url}/z`, { from: 0, to: 9 }, signal)).toEqual(Buffer.from('abc'));
  server.next.push((_, response) => void response.writeHead(200).end('abc'));
  await expect(files.size(`${server.url}/z`, signal)).rejects.toMatchObject({ fault: 'unsized' });
});

test('more bytes than an answer says are refused', async () => {
  const { port } = await serve((_, response) => {
    response.writeHead(206, { 'content-range': 'bytes 0-9/100' }).end('x'.repeat(11));
  });
  const { files } = openTestFiles();
  await expect(files.read(`http://a.test:${port}/x`, { from: 0, to: 10 }, signal)).rejects.toMatchObject({
    fault: 'wrong_range',
  });
});

test('what comes compressed on its way is refused; a file that is gzip itself may say so', async () => {
  const server = await serveFile(CONTENT);
  const gzip = (range: string) =>
    answering(206, { 'content-encoding': 'gzip', 'content-range': range }, 'xyz');
  server.next.push(gzip('bytes 0-2/9'), gzip('bytes 0-2/9'));
  const { files } = openTestFiles();
  await expect(files.read(`${server.url}/x.warc`, { from: 0, to: 3 }, signal)).rejects.toMatchObject({
    fault: 'encoded',
    message: expect.stringContaining('(Content-Encoding: gzip), though that was not wanted'),
  });
  expect(await files.read(`${server.url}/x.warc.gz`, { from: 0, to: 3 }, signal)).toEqual(Buffer.from('xyz'));
});

test('a server that trickles, or falls silent, is given up, and gone on with where it was', async () => {
  const server = await serveFile(CONTENT.subarray(0, 400));
  const timers: NodeJS.Timeout[] = [];
  const head = { etag: server.etag, 'content-range': 'bytes 0-399/400' };
  server.next.push(
    (_, response) => {
      let at = 0;
      response.writeHead(206, head);
      timers.push(setInterval(() => response.write(CONTENT.subarray(at, ++at)), 20));
    },
    () => {},
  );
  const { files, waits } = openTestFiles({ silenceMs: 300 });
  try {
    expect(await files.read(`${server.url}/x`, { from: 0, to: 400 }, signal)).toEqual(
      CONTENT.subarray(0, 400),
    );
  } finally {
    for (const timer of timers) clearInterval(timer);
  }
  expect(waits.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^only \d+ bytes came in 0\.\d s$/),
    'no answer within 0.3 s',
  ]);
  expect(server.ranges[1]).toBe(server.ranges[2]);
  expect(server.ranges[2]).toMatch(/^bytes=[1-9]\d*-399$/);
});

test('reads run one after the other, and one that is aborted leaves', async () => {
  const server = await serveFile(CONTENT);
  const { files } = openTestFiles();
  const first = files.stream(`${server.url}/x`, { from: 0 }, signal);
  await first.next();
  const stop = new AbortController();
  const left = files.read(`${server.url}/y`, { from: 0, to: 1 }, stop.signal);
  const second = files.read(`${server.url}/z`, { from: 0, to: 1 }, signal);
  stop.abort(new Error('enough'));
  await expect(left).rejects.toThrow('enough');
  expect(server.requests).toHaveLength(1);
  await first.return(undefined);
  expect(await second).toHaveLength(1);
  expect(server.requests.map((request) => request.split(' ')[1])).toEqual(['/x', '/z']);
});

test('a read ends when it is aborted in the middle of an answer, and while it waits', async () => {
  const server = await serveFile(CONTENT);
  const stop = new AbortController();
  server.next.push((_, response) => {
    response.writeHead(206, { 'content-range': `bytes 0-999999/1000000` }).write('x');
    stop.abort(new Error('enough'));
  });
  const { files } = openTestFiles();
  await expect(files.read(`${server.url}/x`, { from: 0 }, stop.signal)).rejects.toThrow('enough');
  const other = new AbortController();
  const { files: waiting } = openTestFiles({
    onWait: (wait) => {
      if (wait !== null) other.abort(new Error('no more'));
    },
  });
  server.next.push(answering(503));
  await expect(waiting.read(`${server.url}/x`, { from: 0 }, other.signal)).rejects.toThrow('no more');
});

test('over TLS a certificate must be valid', async () => {
  const { expired, valid, authority } = testCertificates();
  const bad = await serveTls(expired, answering(206, { 'content-range': 'bytes 0-0/1' }, 'x'));
  const good = await serveTls(valid, answering(206, { 'content-range': 'bytes 0-0/1' }, 'x'));
  const { files } = openTestFiles({}, { certificateAuthorities: authority });
  const read = (port: number): Promise<Uint8Array> =>
    files.read(`https://a.test:${port}/x`, { from: 0, to: 1 }, signal);
  expect(await read(good.port)).toHaveLength(1);
  await expect(read(bad.port)).rejects.toMatchObject({
    fault: 'refused',
    isOfFile: false,
    message: expect.stringContaining('expired'),
  });
  expect(bad.requests).toEqual([]);
});
