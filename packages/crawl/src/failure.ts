import { STATUS_CODES } from 'node:http';
import type { Outcome } from '@sitegrep/site';

/** Why a URL gave no page. */
export interface Failure {
  readonly outcome: Outcome;
  /** A sentence a person understands, without a full stop. */
  readonly reason: string;
  /** True if another attempt, later, may succeed. */
  readonly retry: boolean;
  /**
   * Not null if the host has enough for now: how long it asks to be left alone, in milliseconds, 0 if it doesn't say.
   * Once its pace was worked out, how long it is.
   */
  readonly retryAfterMs: number | null;
  /** True if no connection came about, so that the other scheme may still do. */
  readonly unconnected: boolean;
}

/** A failure that will be the same next time. */
export function final(outcome: Outcome, reason: string): Failure {
  return { outcome, reason, retry: false, retryAfterMs: null, unconnected: false };
}

/** A failure that may have passed next time. */
export function passing(outcome: Outcome, reason: string, retryAfterMs: number | null = null): Failure {
  return { outcome, reason, retry: true, retryAfterMs, unconnected: false };
}

/** A failure on its way up, from where it was noticed to the runner. */
export class FailureError extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.reason);
    this.failure = failure;
  }
}

// Which error means which outcome, and which of several failures is told.

interface Reading {
  readonly outcome: Outcome;
  readonly reason: (where: string) => string;
  readonly retry: boolean;
  readonly unconnected: boolean;
}

const connecting = (outcome: Outcome, retry: boolean, reason: (where: string) => string): Reading => ({
  outcome,
  reason,
  retry,
  unconnected: true,
});
const answering = (retry: boolean, reason: (where: string) => string): Reading => ({
  outcome: 'http_error',
  reason,
  retry,
  unconnected: false,
});

const unverified = connecting(
  'tls_failed',
  false,
  (host) => `certificate of ${host} is of no known authority`,
);
const selfSigned = connecting('tls_failed', false, (host) => `certificate of ${host} is self-signed`);
const nameless = connecting('dns_failed', false, (host) => `no such host: ${host}`);
const brokenOff = answering(
  true,
  (host) => `${host} closed the connection before the whole answer had arrived`,
);

/** By the `code` of an error of Node's net, tls, dns and zlib, of OpenSSL, or of undici. */
const READINGS: Readonly<Record<string, Reading>> = {
  ENOTFOUND: nameless,
  ENODATA: nameless,
  EAI_NONAME: nameless,
  ENONAME: nameless,
  EAI_NODATA: nameless,
  EBADNAME: connecting('dns_failed', false, (host) => `${host} is no name that name servers know of`),
  EAI_AGAIN: connecting('dns_failed', true, (host) => `name server gave no answer for ${host}`),
  EAI_FAIL: connecting('dns_failed', true, (host) => `name server failed for ${host}`),
  ESERVFAIL: connecting('dns_failed', true, (host) => `name server failed for ${host}`),
  EREFUSED: connecting('dns_failed', true, (host) => `name server refused to answer for ${host}`),
  ETIMEOUT: connecting('dns_failed', true, (host) => `name server did not answer for ${host} in time`),
  ECONNREFUSED: connecting('connect_failed', true, (host) => `connection refused by ${host}`),
  EHOSTUNREACH: connecting('connect_failed', true, (host) => `no route to ${host}`),
  ENETUNREACH: connecting('connect_failed', true, (host) => `no network reaches ${host}`),
  EADDRNOTAVAIL: connecting('connect_failed', true, (host) => `no local address to reach ${host} from`),
  ETIMEDOUT: connecting('timed_out', true, (host) => `no connection to ${host} in time`),
  UND_ERR_CONNECT_TIMEOUT: connecting('timed_out', true, (host) => `no connection to ${host} in time`),
  DEPTH_ZERO_SELF_SIGNED_CERT: selfSigned,
  SELF_SIGNED_CERT_IN_CHAIN: selfSigned,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unverified,
  UNABLE_TO_GET_ISSUER_CERT: unverified,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unverified,
  CERT_HAS_EXPIRED: connecting('tls_failed', false, (host) => `certificate of ${host} has expired`),
  CERT_NOT_YET_VALID: connecting('tls_failed', false, (host) => `certificate of ${host} is not valid yet`),
  CERT_REVOKED: connecting('tls_failed', false, (host) => `certificate of ${host} is revoked`),
  ERR_TLS_CERT_ALTNAME_INVALID: connecting('tls_failed', false, (host) => `certificate is not for ${host}`),
  EPROTO: connecting('tls_failed', false, (host) => `${host} speaks no TLS that we know`),
  ECONNRESET: brokenOff,
  EPIPE: brokenOff,
  UND_ERR_SOCKET: brokenOff,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: answering(
    false,
    (host) => `${host} does not speak HTTP as it should: a body of another length than stated`,
  ),
  ERR_STREAM_PREMATURE_CLOSE: brokenOff,
  UND_ERR_INFO: brokenOff,
  ERR_HTTP2_STREAM_ERROR: brokenOff,
  ERR_HTTP2_SESSION_ERROR: brokenOff,
  ERR_HTTP2_GOAWAY_SESSION: brokenOff,
  ERR_HTTP2_STREAM_CANCEL: brokenOff,
  ERR_HTTP2_INVALID_SESSION: brokenOff,
  UND_ERR_HEADERS_OVERFLOW: answering(false, (host) => `${host} sent more header fields than are read`),
  HPE_HEADER_OVERFLOW: answering(false, (host) => `${host} sent more header fields than are read`),
};

/** What an error of a request to `host` means. */
export function failureFrom(error: unknown, host: string): Failure {
  if (error instanceof FailureError) return error.failure;
  const code = codeOf(error);
  const reading = READINGS[code];
  if (reading !== undefined) {
    const { outcome, reason, retry, unconnected } = reading;
    return { outcome, reason: reason(host), retry, retryAfterMs: null, unconnected };
  }
  if (code.startsWith('ERR_SSL_')) {
    return { ...final('tls_failed', tlsReason(code, host)), unconnected: true };
  }
  if (error instanceof Error && (error.name === 'HTTPParserError' || code.startsWith('HPE_'))) {
    return final('http_error', `${host} does not speak HTTP as it should: ${error.message.slice(0, 200)}`);
  }
  return final('crashed', `unexpected error: ${error instanceof Error ? error.message : String(error)}`);
}

/** What an error of the TLS handshake with `host` means: any that has no meaning of its own is TLS's. */
export function tlsFailureFrom(error: unknown, host: string): Failure {
  if (error instanceof FailureError) return error.failure;
  const code = codeOf(error);
  const reading = READINGS[code];
  if (reading?.unconnected === true) return failureFrom(error, host);
  if (reading === brokenOff) {
    const reason = `TLS handshake failed: ${host} closed the connection`;
    return { ...passing('tls_failed', reason), unconnected: true };
  }
  return { ...final('tls_failed', tlsReason(code || String(error), host)), unconnected: true };
}

/** What OpenSSL's reasons mean, by the ends of their codes, which its versions begin differently. */
const TLS_REASONS: readonly (readonly [ending: RegExp, reason: (host: string) => string])[] = [
  [
    /(?:UNSUPPORTED_PROTOCOL|ALERT_PROTOCOL_VERSION|VERSION_TOO_LOW)$/,
    (host) => `${host} speaks no TLS of version 1.2 or later`,
  ],
  [
    /(?:WRONG_VERSION_NUMBER|UNKNOWN_PROTOCOL|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|HTTPS_PROXY_REQUEST)$/,
    (host) => `${host} answers with something else than TLS`,
  ],
  [/ALERT_HANDSHAKE_FAILURE$/, (host) => `${host} refuses what we offer for TLS, such as ciphers`],
  [/UNRECOGNIZED_NAME$/, (host) => `the server knows no host ${host}`],
  [/(?:KEY_TOO_SMALL|MD_TOO_WEAK)$/, (host) => `${host} uses keys that are too weak`],
  [/UNSAFE_LEGACY_RENEGOTIATION_DISABLED$/, (host) => `${host} speaks TLS in an old way that is not safe`],
  [/(?:CERTIFICATE_REQUIRED|ALERT_BAD_CERTIFICATE)$/, (host) => `${host} asks for a certificate of ours`],
  [
    /(?:EXCESSIVE_MESSAGE_SIZE|CERTIFICATE_LENGTH|RECORD_TOO_LARGE|DATA_LENGTH_TOO_LONG)$/,
    (host) => `${host} sent more for the handshake than is read`,
  ],
];

function tlsReason(code: string, host: string): string {
  const known = TLS_REASONS.find(([ending]) => ending.test(code));
  return known === undefined ? `TLS with ${host} failed: ${code.slice(0, 100)}` : known[1](host);
}

/** What an error while connecting to `host` means: any that has no meaning of its own is the connection's. */
export function connectFailureFrom(error: unknown, host: string): Failure {
  if (error instanceof FailureError) return error.failure;
  const reading = READINGS[codeOf(error)];
  if (reading?.unconnected === true) return failureFrom(error, host);
  return {
    ...passing('connect_failed', `no connection to ${host}: ${codeOf(error) || String(error)}`),
    unconnected: true,
  };
}

/** `404 Not Found` */
export function statusLine(status: number): string {
  const phrase = STATUS_CODES[status];
  return phrase === undefined ? String(status) : `${status} ${phrase}`;
}

/** The failure that got furthest tells most about a site; later entries lose to earlier ones. */
const MOST_TELLING: readonly Outcome[] = [
  'cancelled',
  'crashed',
  'blocked_domain',
  'too_large',
  'not_html',
  'http_error',
  'robots_disallowed',
  'blocked_address',
  'tls_failed',
  'timed_out',
  'connect_failed',
  'dns_failed',
];

/** Of two failures the more telling; the earlier of two equals. */
export function moreTelling(earlier: Failure | null, later: Failure): Failure {
  if (earlier === null) return later;
  return MOST_TELLING.indexOf(later.outcome) < MOST_TELLING.indexOf(earlier.outcome) ? later : earlier;
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}
