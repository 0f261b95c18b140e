import { createServer } from 'node:http';
import { loadConfig } from '@sitegrep/config';
import { type Destination, newSecret, sendTest } from '@sitegrep/telling';
import { expect, test } from 'vitest';
import { listenAsProxy } from '../../../test/support/loopback-proxy.ts';
import { openSending } from './sending.ts';

const common = { on: ['appeared'], count: null, since: 0 } as const;
const mail: Destination = { kind: 'mail', name: 'mail', to: ['a@b.example'], every: 'day', ...common };

function webhook(url: string): Destination {
  return { kind: 'webhook', name: 'webhook', url, secrets: [newSecret()], template: 'standard', ...common };
}

async function refusals(
  env: Readonly<Record<string, string>>,
  ...destinations: readonly Destination[]
): Promise<readonly (string | null)[]> {
  await using closers = new AsyncDisposableStack();
  const { refusalOf } = openSending(loadConfig(env), closers);
  return destinations.map(refusalOf);
}

test('addresses of receivers are judged by the rules of crawls', async () => {
  const inner = [
    'http://127.0.0.1/',
    'http://10.1.2.3/hook',
    'http://[::1]/',
    'http://localhost:8080/',
    'http://wiki/',
  ];
  const said = await refusals({}, ...inner.map(webhook));
  for (const [at, url] of inner.entries())
    expect([said[at]?.startsWith(`${url} cannot be sent to: `), said[at]]).toEqual([
      true,
      expect.stringMatching(
        /; allow its (range|addresses) with SITEGREP_ALLOWED_ADDRESSES if it is meant to be reached; the range of the machine of sitegrep is 127\.0\.0\.0\/8$/,
      ),
    ]);
  expect(await refusals({}, webhook('https://hooks.example.com/'))).toEqual([null]);
  expect(
    await refusals(
      { SITEGREP_ALLOWED_ADDRESSES: '127.0.0.0/8' },
      webhook('http://127.0.0.1/'),
      webhook('http://10.1.2.3/'),
    ),
  ).toEqual([null, expect.stringContaining('10.1.2.3')]);
  expect(await refusals({}, webhook('https://hooks.example.com:25/'))).toEqual([
    'https://hooks.example.com:25/ cannot be sent to: port 25 is not for the web',
  ]);
});

test('webhooks leave through the proxy of crawls', async () => {
  const requested: string[] = [];
  const server = createServer((request, response) => {
    requested.push(`${request.method} ${request.url}`);
    response.writeHead(204).end();
  });
  const proxy = await listenAsProxy(server);
  await using closers = new AsyncDisposableStack();
  closers.defer(() => void server.close());
  const settings = { SITEGREP_HTTP_PROXY: proxy, SITEGREP_HTTP_PROXY_GUARD: 'proxy' };
  const { sender } = openSending(loadConfig(settings), closers);
  const search = { id: 'teas', label: null };
  const test = { id: '1', at: 0, signal: AbortSignal.timeout(60_000) };
  const destination = webhook('http://hooks.example.com/teas');
  expect(await sendTest(sender, search, destination, test)).toMatchObject({
    status: 204,
    meaning: 'accepted',
  });
  expect(requested).toEqual(['POST http://hooks.example.com/teas']);
});

test('mail needs a server', async () => {
  expect(await refusals({}, mail)).toEqual([
    'there is no server for mail; set SITEGREP_SMTP_URL and SITEGREP_MAIL_FROM, or leave mail out',
  ]);
  const server = { SITEGREP_SMTP_URL: 'smtp://127.0.0.1:2525', SITEGREP_MAIL_FROM: 'alerts@example.com' };
  expect(await refusals(server, mail)).toEqual([null]);
});
