import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeCertificates } from '../test/certificates.ts';
import { certificatesIn } from './pkcs7.ts';

const { der, pems, message } = makeCertificates(({ selfSigned, message: messageOf }) => {
  const pair = [selfSigned('one', '/CN=One').cert, selfSigned('two', '/CN=Two').cert];
  return {
    der: new X509Certificate(pair[0] ?? '').raw,
    pems: pair.join(''),
    message: messageOf(['one', 'two']),
  };
});
const subjects = (bytes: Buffer): readonly string[] => certificatesIn(bytes).map(({ subject }) => subject);

test('a certificate in DER, several in PEM, and those of a PKCS #7 message, in DER or PEM, are read', () => {
  expect(subjects(der)).toEqual(['CN=One']);
  expect(subjects(Buffer.from(pems))).toEqual(['CN=One', 'CN=Two']);
  expect(subjects(message).toSorted()).toEqual(['CN=One', 'CN=Two']);
  const inPem = `-----BEGIN PKCS7-----\n${message.toString('base64')}\n-----END PKCS7-----\n`;
  expect(subjects(Buffer.from(inPem)).toSorted()).toEqual(['CN=One', 'CN=Two']);
});

test('at most 20 are taken', () => {
  expect(certificatesIn(Buffer.from(pems.repeat(15)))).toHaveLength(20);
});

test('whatever else it is, and wherever it is cut or changed, a file has no more certificates than the whole one', () => {
  expect(certificatesIn(Buffer.from('<html>not found'))).toEqual([]);
  expect(certificatesIn(Buffer.alloc(0))).toEqual([]);
  for (let at = 0; at < message.length; at += 7) {
    expect(certificatesIn(message.subarray(0, at)).length).toBeLessThanOrEqual(2);
    const changed = Buffer.from(message);
    changed[at] = (changed[at] ?? 0) ^ 0xff;
    expect(certificatesIn(changed).length).toBeLessThanOrEqual(2);
  }
});
