// Hosts that misuse TLS.
import { createServer as createTcpServer } from 'node:net';
import type { Certificates } from './certificates.ts';
import { INDEXED, page, STAGE_ADDRESS, type Expected, type Stage } from './stage.ts';

export async function addBadTls(stage: Stage, certificates: Certificates): Promise<void> {
  const failed = (reason: RegExp): Expected => ({ outcome: 'tls_failed', reason });
  const html = page('<p>whatever the certificate');
  await stage.tls('expired.test', INDEXED, certificates.expired, html);
  await stage.tls('not-yet.test', INDEXED, certificates.notYet, html);
  await stage.tls('wrong-name.test', INDEXED, certificates.valid, html);
  await stage.tls('self-signed.test', INDEXED, certificates.selfSigned, html);
  await stage.tls('stranger.test', INDEXED, certificates.unknown, html);
  const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
  await stage.tls(
    'old-tls.test',
    failed(/^old-tls\.test speaks no TLS of version 1\.2 or later$/),
    { ...certificates.valid, ...old },
    html,
  );
  // A chain of more than a megabyte.
  const { key, cert } = certificates.valid;
  const long = cert.repeat(Math.ceil((1024 * 1024) / cert.length));
  await stage.tls(
    'long-chain.test',
    failed(/^long-chain\.test sent more for the handshake than is read$/),
    { key, cert: long },
    html,
  );

  const noTls: readonly (readonly [
    string,
    Expected,
    (write: (text: string) => void, hangUp: () => void) => void,
  ])[] = [
    ['handshake-never.test', { outcome: 'timed_out', reason: /^no connection within 4 s$/ }, () => undefined],
    [
      'handshake-cut.test',
      failed(/^TLS handshake failed: handshake-cut\.test closed the connection$/),
      (_write, hangUp) => hangUp(),
    ],
    [
      'plain-http.test',
      failed(/^plain-http\.test answers with something other than TLS$/),
      (write) => write('HTTP/1.1 400 Bad\r\n\r\n'),
    ],
  ];
  for (const [domain, expected, answer] of noTls) {
    const port = await stage.listen(
      createTcpServer((socket) => {
        socket.once('data', () =>
          answer(
            (text) => socket.end(text),
            () => socket.destroy(),
          ),
        );
      }),
    );
    stage.expect(domain, `https://${domain}:${port}/`, expected);
    stage.name(domain, { lookups: [[STAGE_ADDRESS]] });
  }
  const drip = await stage.listen(
    createTcpServer((socket) => {
      // The head of a handshake record, the rest of which comes byte by byte.
      socket.write(Buffer.from([0x16, 3, 3, 0x10, 0]));
      const timer = setInterval(() => socket.write(Buffer.from([2])), 500);
      socket.on('close', () => clearInterval(timer));
    }),
  );
  stage.expect('handshake-drips.test', `https://handshake-drips.test:${drip}/`, {
    outcome: 'timed_out',
    reason: /^no connection within 4 s$/,
  });
  stage.name('handshake-drips.test', { lookups: [[STAGE_ADDRESS]] });
}
