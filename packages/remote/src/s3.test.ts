import { expect, test } from 'vitest';
import { answering, sendRange, serveFile } from '../test/file-server.ts';
import { openTestFiles } from '../test/open-files.ts';
import { signatureFault } from '../test/signature-v4.ts';
import { s3Settings, s3Url } from './s3.ts';

const { signal } = new AbortController();
const ONE = { from: 0, to: 1 };
const KEYS = { AKIDEXAMPLE: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
const KEY = { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: KEYS.AKIDEXAMPLE };
const urlOf = (text: string, environment = {}): string => s3Url(new URL(text), s3Settings(environment)).href;

test('the check of signatures agrees with the example that AWS publishes', () => {
  // "Example: GET Object" of "Signature Calculations for the Authorization Header" in the reference of Amazon S3.
  const headers = {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'x-amz-date': '20130524T000000Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  };
  const keys = { AKIAIOSFODNN7EXAMPLE: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };
  const request = { method: 'GET', target: '/test.txt', headers };
  expect(signatureFault(request, keys, 'us-east-1')).toBeNull();
  expect(signatureFault({ ...request, target: '/test.txu' }, keys, 'us-east-1')).toBe('another signature');
});

test('requests of a store are signed so that it accepts them, whatever the key is called', async () => {
  const server = await serveFile(Buffer.from('content'));
  const faults: unknown[] = [];
  const targets: unknown[] = [];
  const store: (typeof server.next)[number] = (request, response) => {
    const { method = '', url = '', headers } = request;
    targets.push(decodeURIComponent(url));
    faults.push(
      signatureFault({ method, target: url, headers }, KEYS, 'eu-central-1'),
      headers['x-amz-security-token'],
    );
    sendRange(server, request, response);
  };
  server.next.push(store, store, store);
  const environment = { ...KEY, AWS_REGION: 'eu-central-1', AWS_ENDPOINT_URL: `${server.url}/` };
  const { files } = openTestFiles({ environment });
  expect(await files.read('s3://my-bucket/2026/crawl.warc.gz', ONE, signal)).toHaveLength(1);
  expect(await files.read("s3://my-bucket/a b+c=d/ä(1)!*'%25@.warc", ONE, signal)).toHaveLength(1);
  const { files: below } = openTestFiles({
    environment: { ...environment, AWS_SESSION_TOKEN: 'token/+=' },
    base: 's3://my-bucket/mirror',
  });
  expect(await below.read('crawl-data/é+1.gz', ONE, signal)).toHaveLength(1);
  expect(targets).toEqual([
    '/my-bucket/2026/crawl.warc.gz',
    "/my-bucket/a b+c=d/ä(1)!*'%@.warc",
    '/my-bucket/mirror/crawl-data/é+1.gz',
  ]);
  expect(faults).toEqual([null, undefined, null, undefined, null, 'token/+=']);
});

test('without keys, and to other hosts, requests are anonymous', async () => {
  const server = await serveFile(Buffer.from('content'));
  const other = await serveFile(Buffer.from('content'));
  const seen: unknown[] = [];
  const environment = { AWS_ENDPOINT_URL_S3: server.url };
  server.next.push((request, response) => {
    seen.push(request.headers.authorization);
    sendRange(server, request, response);
  });
  await openTestFiles({ environment }).files.read('s3://my-bucket/x', ONE, signal);
  server.next.push(answering(307, { location: `${other.url}/x` }));
  other.next.push((request, response) => {
    seen.push(request.headers.authorization, request.headers['x-amz-security-token']);
    sendRange(other, request, response);
  });
  const signed = { ...environment, ...KEY, AWS_SESSION_TOKEN: 'token' };
  await openTestFiles({ environment: signed }).files.read('s3://my-bucket/x', ONE, signal);
  expect(seen).toEqual([undefined, undefined, undefined]);
});

test.each([
  ['SignatureDoesNotMatch', 'check AWS_SECRET_ACCESS_KEY and AWS_REGION'],
  ['InvalidAccessKeyId', 'the store does not know AWS_ACCESS_KEY_ID: check it'],
  ['ExpiredToken', 'AWS_SESSION_TOKEN has expired: get a new one, with its keys'],
  ['AccessDenied', 'check that these credentials may read the file'],
])('a refusal with %s says what to do, and is not waited for', async (code, remedy) => {
  const server = await serveFile(Buffer.from('content'));
  const xml = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`;
  server.next.push(answering(403, { date: 'Mon, 30 Nov 2026 12:00:20 GMT' }, xml));
  // Where 403 else means that a server is busy, one that got a signature means it.
  const environment = { ...KEY, AWS_ENDPOINT_URL: server.url };
  const { files, waits } = openTestFiles({ environment, throttlesBy403: true });
  await expect(files.read('s3://my-bucket/x', ONE, signal)).rejects.toMatchObject({
    fault: 'refused',
    message: `${server.url}/my-bucket/x answered 403 Forbidden (${code}): ${remedy}`,
  });
  expect(waits).toEqual([]);
});

test.each([
  ['Mon, 30 Nov 2026 15:00:00 GMT', '180 min behind'],
  ['Mon, 30 Nov 2026 11:40:00 GMT', '20 min ahead of'],
  ['Wed, 02 Dec 2026 12:00:00 GMT', '48 h behind'],
])('a signature that is refused at %s says how far the clocks are apart', async (date, difference) => {
  const server = await serveFile(Buffer.from('content'));
  server.next.push(answering(403, { date }, '<Error><Code>RequestTimeTooSkewed</Code></Error>'));
  const { files } = openTestFiles({ environment: { ...KEY, AWS_ENDPOINT_URL: server.url } });
  await expect(files.read('s3://my-bucket/x', ONE, signal)).rejects.toThrow(
    `answered 403 Forbidden (RequestTimeTooSkewed): the clock of this machine is ${difference} that of the server; set the clock of this machine right`,
  );
});

test('a bucket that does not exist, and a region that is not its own, are refused', async () => {
  const server = await serveFile(Buffer.from('content'));
  const { files } = openTestFiles({ environment: { ...KEY, AWS_ENDPOINT_URL: server.url } });
  server.next.push(answering(404, {}, '<Error><Code>NoSuchBucket</Code></Error>'));
  await expect(files.read('s3://my-bucket/x', ONE, signal)).rejects.toMatchObject({ fault: 'refused' });
  server.next.push(answering(301, {}, '<Error><Code>PermanentRedirect</Code></Error>'));
  await expect(files.read('s3://my-bucket/x', ONE, signal)).rejects.toThrow('check AWS_REGION');
});

test('buckets have addresses of their own at AWS, unless a certificate could not be for them', () => {
  expect(urlOf('s3://my-bucket/a/b.gz')).toBe('https://my-bucket.s3.us-east-1.amazonaws.com/a/b.gz');
  expect(urlOf('s3://my-bucket/x', { AWS_DEFAULT_REGION: 'eu-west-1' })).toBe(
    'https://my-bucket.s3.eu-west-1.amazonaws.com/x',
  );
  expect(urlOf('s3://my.bucket/x')).toBe('https://s3.us-east-1.amazonaws.com/my.bucket/x');
  expect(urlOf('s3://my-bucket/x', { AWS_ENDPOINT_URL: 'http://127.0.0.1:9000/in/' })).toBe(
    'http://127.0.0.1:9000/in/my-bucket/x',
  );
  for (const bucket of ['A', 'x', 'my_bucket', '-a-', 'a'.repeat(64)])
    expect(() => urlOf(`s3://${bucket}/x`)).toThrow('is not the name of a bucket');
});

test('variables that contradict each other are refused, and no value of a key is told', () => {
  expect(() => s3Settings({ AWS_ACCESS_KEY_ID: 'secret-1' })).toThrow(
    'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY belong together: set both or none',
  );
  expect(() => s3Settings({ AWS_REGION: 'eu central' })).toThrow("AWS_REGION is 'eu central'; give a region");
  for (const url of ['ftp://a.test', 'http://user:word@a.test', 'here', 'http://a.test/?x'])
    expect(() => s3Settings({ AWS_ENDPOINT_URL: url })).toThrow('AWS_ENDPOINT_URL is not the URL of a store');
});
