// What saved searches tell beside the packages of Python that receivers use: standardwebhooks for webhooks, lxml and feedparser
// for feeds.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { openGuardedRequests } from '@sitegrep/crawl';
import { atomFeed, eventsMessage, newSecret, openSender, testMessage } from '@sitegrep/telling';
import { expect, it } from 'vitest';
import { cacheFolder } from '../../infra/dev/cache-folder.ts';
import { ensurePythonPackage } from '../../infra/dev/python-package.ts';
import { AT, eventOf, HOSTILE } from '../../packages/telling/test/events.ts';
import { openReceiver } from '../../packages/telling/test/receiver.ts';
import { hookAt } from '../../packages/telling/test/telling-world.ts';

const PACKAGE = {
  name: 'standardwebhooks',
  version: '1.1.0',
  further: ['lxml==6.1.3', 'feedparser==6.0.14'],
};
const FOLDER = new URL('../../packages/telling/test/', import.meta.url);
/** Installing the packages counts too, in milliseconds. */
const LIMIT = 600_000;

async function said(input: object): Promise<unknown> {
  const programs = await ensurePythonPackage(cacheFolder(process.env, process.getuid?.()), PACKAGE);
  const files = ['verify.py', 'atom.rng'].map((name) => fileURLToPath(new URL(name, FOLDER)));
  const python = spawn(join(programs, 'python'), files, { stdio: ['pipe', 'pipe', 'inherit'] });
  python.stdin.end(JSON.stringify(input));
  const [output, [code]] = await Promise.all([text(python.stdout), once(python, 'close')]);
  if (code !== 0) throw new Error(`Python ended with code ${String(code)}`);
  return JSON.parse(output);
}

it(
  'is accepted by them as it was sent',
  async () => {
    const search = { id: 'shops', label: HOSTILE };
    const secrets = [newSecret(), newSecret(), newSecret()];
    const receiver = await openReceiver();
    const requests = openGuardedRequests({
      proxy: null,
      allowedAddresses: ['127.0.0.1/32'],
      lookup: (name) => Promise.reject(new Error(`nobody looks up ${name}`)),
      certificateAuthorities: null,
      connectTimeoutMs: 5_000,
    });
    const sender = openSender({ requests, mail: null, userAgent: 'sitegrep', now: Date.now });
    const { signal } = new AbortController();
    const messages = [
      eventsMessage(search, [eventOf(1, { pages: ['https://ä.example/?"<&'] })]),
      testMessage(search, AT),
    ];
    const hook = hookAt(receiver.url, { secrets: secrets.slice(0, 2) });
    for (const [at, message] of messages.entries()) {
      expect(await sender.send(hook, { id: `msg_${at}`, message }, signal)).toMatchObject({
        meaning: 'accepted',
      });
    }
    await sender.close();
    await receiver.close();

    const events = [
      eventOf(9, { pages: ['https://a.example/?a&b'] }),
      eventOf(7, { pages: [], kind: 'disappeared' }),
    ];
    const feed = {
      search,
      url: 'https://x.example/shops.atom',
      home: 'https://x.example/shops',
      createdAt: AT,
      events,
    };
    const answer = await said({ secrets, deliveries: receiver.received, atom: atomFeed(feed) });
    const each = messages.map((message) => [message, message, 'No matching signature found']);
    expect(answer).toMatchObject({
      verified: JSON.parse(JSON.stringify(each)) as unknown,
      faults: [],
      valid: true,
      broken: false,
      bozo: false,
      version: 'atom10',
      entries: [
        { link: 'https://a.example/?a&b', updated: '2026-11-29T22:00:00.009Z' },
        {
          title: expect.stringContaining('disappeared from d7.example') as unknown,
          updated: '2026-11-29T22:00:00.007Z',
        },
      ],
    });
  },
  LIMIT,
);
