import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { Gateway } from '@sitegrep/crawl';
import { expect, test } from 'vitest';
import { PageConnections } from './page-connections.ts';

const site = new URL('http://site.test/');

/** Connections over sockets that lead nowhere; `connected` has those that were opened. */
function connections(maxBytes = Infinity, connect?: Gateway['connect']) {
  const connected: Socket[] = [];
  let exhausted = 0;
  const opened = new PageConnections({
    gateway: {
      connect:
        connect ??
        (() => {
          const socket = new Socket();
          connected.push(socket);
          return Promise.resolve({ socket, proxyHeaders: null });
        }),
    },
    maxBytes,
    onExhausted: () => exhausted++,
  });
  return { opened, connected, exhausted: () => exhausted };
}

test('a seventh connection to a host waits for the end of another one, those to other hosts do not', async () => {
  const { opened, connected } = connections();
  const all = Array.from({ length: 7 }, () => opened.connect(site));
  await opened.connect(new URL('http://other.test/'));
  await setImmediate();
  expect(connected).toHaveLength(7);
  connected[0]?.destroy();
  await Promise.all(all);
  expect(connected).toHaveLength(8);
});

test('the 257th connection at the same time is refused', async () => {
  const { opened } = connections();
  const hosts = Array.from({ length: 256 }, (_, index) => new URL(`http://${index}.test/`));
  await Promise.all(hosts.map((url) => opened.connect(url)));
  await expect(opened.connect(site)).rejects.toThrow('the page has too many connections');
});

test('a byte too many ends every connection, once', async () => {
  const { opened, connected, exhausted } = connections(10);
  await opened.connect(site);
  opened.count(10);
  expect([connected[0]?.destroyed, exhausted()]).toEqual([false, 0]);
  opened.count(1);
  opened.count(1);
  expect([connected[0]?.destroyed, exhausted()]).toEqual([true, 1]);
  await expect(opened.connect(site)).rejects.toThrow('the page is closed');
});

test('connections that wait for their turn end with the page', async () => {
  const { opened } = connections();
  for (let count = 0; count < 6; count++) await opened.connect(site);
  const waiting = opened.connect(site);
  opened.close();
  await expect(waiting).rejects.toThrow('the page is closed');
});

test('a failure of a host is known until it is reached', async () => {
  const answers = [Promise.reject(new Error('no route')), Promise.resolve(new Socket())];
  const { opened } = connections(Infinity, async () => ({
    socket: await (answers.shift() ?? Promise.reject(new Error('unexpected'))),
    proxyHeaders: null,
  }));
  await expect(opened.connect(site)).rejects.toThrow('no route');
  expect(opened.failureOf('site.test')).toBe('no route');
  await opened.connect(site);
  expect(opened.failureOf('site.test')).toBeNull();
});
