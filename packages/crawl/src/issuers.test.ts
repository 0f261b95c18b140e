import { Socket } from 'node:net';
import { connect, TLSSocket } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { cacheIssuers } from './peers.ts';
import { testCertificates, serveTls } from '../test/loopback.ts';

const target = (port: number) => ({ host: 'a.test', port });

test('issuers of 10,000 targets are cached, the last used ones', async () => {
  const { port } = await serveTls(testCertificates().valid, () => undefined);
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false });
  onTestFinished(() => void socket.destroy());
  await new Promise<void>((resolve) => socket.once('secureConnect', resolve));
  const issuers = cacheIssuers();
  for (let at = 1; at <= 10_000; at++) issuers.note(target(at), socket);
  const known = (at: number): boolean => issuers.of(target(at)) === 'Test Trust Test authority';
  expect([known(1), known(10_000), known(10_001)]).toEqual([true, true, false]);
  issuers.note(target(10_001), socket);
  expect([known(1), known(2), known(3), known(10_001)]).toEqual([true, false, true, true]);
});

test('a connection without a certificate has no issuer', () => {
  const issuers = cacheIssuers();
  const socket = new TLSSocket(new Socket());
  onTestFinished(() => void socket.destroy());
  issuers.note(target(1), socket);
  expect(issuers.of(target(1))).toBeNull();
});
