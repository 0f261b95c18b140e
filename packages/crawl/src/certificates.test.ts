import { Socket } from 'node:net';
import { connect, TLSSocket } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { serveTls, testCertificates } from '../test/loopback.ts';
import { cacheCertificates, certificateOf, type Certificate } from './certificates.ts';

const target = (port: number) => ({ host: 'a.test', port });
const valid: Certificate = {
  issuer: 'Test Trust',
  verdict: 'valid',
  failure: null,
  lacksIssuer: false,
  facts: null,
};

test('certificates of 10,000 targets are cached, the last used ones', () => {
  const certificates = cacheCertificates(() => 0);
  for (let at = 1; at <= 10_000; at++) certificates.note(target(at), valid);
  const known = (at: number): boolean => certificates.of(target(at)) === valid;
  expect([known(1), known(10_000), known(10_001)]).toEqual([true, true, false]);
  certificates.note(target(10_001), valid);
  expect([known(1), known(2), known(3), known(10_001)]).toEqual([true, false, true, true]);
});

test('a bad certificate is remembered for ten minutes, and a good one after it ends that', async () => {
  const { port } = await serveTls(testCertificates().valid, () => undefined);
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, servername: 'a.test' });
  onTestFinished(() => void socket.destroy());
  await new Promise<void>((resolve) => socket.once('secureConnect', resolve));
  const bad = certificateOf(socket, 'a.test');
  expect(bad).toMatchObject({ issuer: 'Test Trust Test authority', verdict: 'of no known authority' });

  let now = 0;
  const certificates = cacheCertificates(() => now);
  certificates.note(target(1), bad);
  const reason = 'certificate of a.test is of no known authority';
  expect(certificates.distrust(target(1))).toMatchObject({ outcome: 'tls_failed', reason, distrusted: true });
  expect(certificates.distrust(target(2))).toBeNull();
  now = 10 * 60_000;
  expect(certificates.distrust(target(1))).toMatchObject({ reason });
  now += 1;
  expect(certificates.distrust(target(1))).toBeNull();
  certificates.note(target(1), bad);
  certificates.note(target(1), valid);
  expect(certificates.distrust(target(1))).toBeNull();
});

test('a connection without a certificate has no issuer', () => {
  const socket = new TLSSocket(new Socket());
  onTestFinished(() => void socket.destroy());
  expect(certificateOf(socket, 'a.test').issuer).toBeNull();
});
