import { expect, test } from 'vitest';
import { answering, serveFile } from '../test/file-server.ts';
import { openTestFiles } from '../test/open-files.ts';

const { signal } = new AbortController();
const ONE = { from: 0, to: 1 };
const CONTENT = Buffer.from('content');
const [MINUTE, HOUR] = [60_000, 3_600_000];

test('Retry-After is obeyed, in seconds and as a date of the server’s clock', async () => {
  const server = await serveFile(CONTENT);
  server.next.push(
    answering(429, { 'retry-after': '120' }),
    answering(503, {
      // The clock of the server is years behind.
      date: 'Sun, 06 Nov 1994 08:49:37 GMT',
      'retry-after': 'Sun, 06 Nov 1994 08:54:37 GMT',
    }),
    answering(503, { 'retry-after': 'soon' }),
  );
  const { files, waits } = openTestFiles();
  expect(await files.read(`${server.url}/x`, ONE, signal)).toHaveLength(1);
  expect(waits.map(({ ms, reason }) => [ms, reason])).toEqual([
    [2 * MINUTE, 'answered 429 Too Many Requests'],
    [5 * MINUTE, 'answered 503 Service Unavailable'],
    [4_000, 'answered 503 Service Unavailable'],
  ]);
});

test.each([
  [503, false],
  [403, true],
] as const)('%d is waited out, longer each time, for an hour', async (status, throttlesBy403) => {
  const server = await serveFile(CONTENT);
  const { files, waits, clock } = openTestFiles({ throttlesBy403 });
  const start = clock.now;
  server.next.push(...Array.from({ length: 1_000 }, () => answering(status)));
  const path = `${server.url}/x`;
  await expect(files.read(path, ONE, signal)).rejects.toMatchObject({
    fault: 'busy',
    isOfFile: false,
    message: expect.stringMatching(
      new RegExp(
        `^${path}: answered ${status} \\w+( \\w+)? \\(\\d+ tries in \\d+ min\\)\\. Try later, or read from a mirror$`,
      ),
    ) as string,
  });
  expect(clock.now - start).toBeLessThanOrEqual(HOUR);
  expect(clock.now - start).toBeGreaterThan(HOUR - 5 * MINUTE);
  expect(waits.slice(0, 4).map(({ ms }) => ms)).toEqual([1_000, 2_000, 4_000, 8_000]);
  expect(Math.max(...waits.map(({ ms }) => ms))).toBe(5 * MINUTE);
  expect(server.requests).toHaveLength(waits.length + 1);
  // The next read has patience of its own.
  server.next.splice(3);
  expect(await files.read(path, ONE, signal)).toHaveLength(1);
});

test('a server that wants to be left alone for longer is not waited for', async () => {
  const server = await serveFile(CONTENT);
  server.next.push(answering(503, { 'retry-after': '7200' }));
  const { files, waits } = openTestFiles();
  await expect(files.read(`${server.url}/x`, ONE, signal)).rejects.toMatchObject({
    fault: 'busy',
    message: `${server.url}/x: answered 503 Service Unavailable, and asks to stay away for 120 min. Try later, or read from a mirror`,
  });
  expect(waits).toEqual([]);
});

test('a wait is told with its end, and that it is over', async () => {
  const server = await serveFile(CONTENT);
  server.next.push(answering(503, { 'retry-after': '60' }));
  const told: unknown[] = [];
  const { files, clock } = openTestFiles({ onWait: (wait) => told.push(wait) });
  const until = clock.now + MINUTE;
  await files.read(`${server.url}/x`, ONE, signal);
  expect(told).toEqual([
    { until, server: `a.test:${server.port}`, reason: 'answered 503 Service Unavailable' },
    null,
  ]);
});

test('a host that can’t be reached is waited for, one that does not exist is not', async () => {
  const { files, waits } = openTestFiles({ patience: { busyMs: HOUR, unreachableMs: 10_000 } });
  // Port 2 of loopback is of nobody.
  await expect(files.read('http://a.test:2/x', ONE, signal)).rejects.toMatchObject({
    fault: 'unreachable',
    message: expect.stringMatching(
      /^http:\/\/a\.test:2\/x: connection refused by a\.test \(4 tries in 7 s\)\. Check that/,
    ) as string,
  });
  expect(waits.map(({ ms }) => ms)).toEqual([1_000, 2_000, 4_000]);
  await expect(files.read('http://nobody.example/x', ONE, signal)).rejects.toMatchObject({
    fault: 'refused',
    message: 'http://nobody.example/x: no such host: nobody.example',
  });
});

test.each([
  [404, 'missing', true, 'there is no such file (404 Not Found)'],
  [410, 'missing', true, 'there is no such file (410 Gone)'],
  [
    401,
    'refused',
    false,
    'answered 401 Unauthorized: check that everybody may read the file, or give credentials',
  ],
  [
    403,
    'refused',
    false,
    'answered 403 Forbidden: check that everybody may read the file, or give credentials',
  ],
  [400, 'refused', false, 'answered 400 Bad Request: check the URL'],
  [501, 'refused', false, 'answered 501 Not Implemented: check the URL'],
] as const)('%d is final', async (status, fault, isOfFile, message) => {
  const server = await serveFile(CONTENT);
  server.next.push(answering(status, {}, 'x'.repeat(1_000_000)));
  const { files, waits } = openTestFiles();
  await expect(files.read(`${server.url}/x`, ONE, signal)).rejects.toMatchObject({
    fault,
    isOfFile,
    message: expect.stringContaining(message) as string,
  });
  expect(waits).toEqual([]);
});

test.each([408, 500, 502, 504, 520])('%d may pass', async (status) => {
  const server = await serveFile(CONTENT);
  server.next.push(answering(status));
  const { files, waits } = openTestFiles();
  expect(await files.read(`${server.url}/x`, ONE, signal)).toHaveLength(1);
  expect(waits).toHaveLength(1);
});
