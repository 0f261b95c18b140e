import { expect, test } from 'vitest';
import { connectFailureFrom, failureFrom, tlsFailureFrom } from './failure.ts';

const coded = (code: string): Error => Object.assign(new Error('of the system'), { code });

test.each([
  ['ENOTFOUND', 'dns_failed', 'no such host: a.test', false],
  ['EAI_AGAIN', 'dns_failed', 'name server gave no answer for a.test', true],
  ['ESERVFAIL', 'dns_failed', 'name server failed for a.test', true],
  ['ETIMEOUT', 'dns_failed', 'name server did not answer for a.test in time', true],
  ['EREFUSED', 'dns_failed', 'name server refused to answer for a.test', true],
  ['ECONNREFUSED', 'connect_failed', 'connection refused by a.test', true],
  ['EHOSTUNREACH', 'connect_failed', 'no route to a.test', true],
  ['ENETUNREACH', 'connect_failed', 'no network reaches a.test', true],
  ['ETIMEDOUT', 'timed_out', 'no connection to a.test in time', true],
  ['ECONNRESET', 'connect_failed', 'no connection to a.test: ECONNRESET', true],
  ['ENOPROTOOPT', 'connect_failed', 'no connection to a.test: ENOPROTOOPT', true],
])('%s while connecting is %s: %s', (code, outcome, reason, retry) => {
  expect(connectFailureFrom(coded(code), 'a.test')).toMatchObject({
    outcome,
    reason,
    retry,
    unconnected: true,
  });
});

test.each([
  ['CERT_HAS_EXPIRED', 'certificate of a.test has expired', false],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate of a.test is of no known authority', false],
  ['ERR_SSL_UNSUPPORTED_PROTOCOL', 'a.test speaks no TLS of version 1.2 or later', false],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'a.test speaks no TLS of version 1.2 or later', false],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'a.test answers with something other than TLS', false],
  ['ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE', 'a.test refuses what we offer for TLS, such as ciphers', false],
  ['ERR_SSL_TLSV1_UNRECOGNIZED_NAME', 'the server knows no host a.test', false],
  ['ERR_SSL_DH_KEY_TOO_SMALL', 'a.test uses keys that are too weak', false],
  ['ERR_SSL_SOMETHING_NEW', 'TLS with a.test failed: ERR_SSL_SOMETHING_NEW', false],
  ['ECONNRESET', 'TLS handshake failed: a.test closed the connection', true],
])('%s in a handshake is tls_failed: %s', (code, reason, retry) => {
  expect(tlsFailureFrom(coded(code), 'a.test')).toMatchObject({
    outcome: 'tls_failed',
    reason,
    retry,
    unconnected: true,
  });
});

test.each([
  ['ECONNRESET', 'http_error', 'a.test closed the connection before the whole answer had arrived', true],
  [
    'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
    'http_error',
    'a.test does not speak HTTP as it should: a body of another length than stated',
    false,
  ],
  ['UND_ERR_HEADERS_OVERFLOW', 'http_error', 'a.test sent more header fields than are read', false],
  // Asked for only once the handshake is over, by TLS 1.3.
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'tls_failed', 'a.test asks for a certificate of ours', false],
  ['EUNKNOWN', 'crashed', 'unexpected error: of the system', false],
])('%s of a request is %s: %s', (code, outcome, reason, retry) => {
  expect(failureFrom(coded(code), 'a.test')).toMatchObject({ outcome, reason, retry });
});
