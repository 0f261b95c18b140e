import { STATUS_CODES } from 'node:http';
import type { Outcome } from '@sitegrep/site';

/** Why a URL gave no page. */
export interface Failure {
  readonly outcome: Outcome;
  /** A plain sentence without a full stop. */
  readonly reason: string;
  /** Whether a later attempt may succeed within the crawl of the site. */
  readonly retry: boolean;
  /**
   * Null unless the host is busy: the time until it may be requested again, in milliseconds. First it is the value of
   * Retry-After, 0 if there is none; then the rest that the pace of the host makes of it. Without `retry`, the host asks to
   * stay away for longer than the crawler waits.
   */
  readonly retryAfterMs: number | null;
  /** Whether there was no connection that the host serves pages on, so that the other scheme may still work. */
  readonly unconnected: boolean;
  /** Whether only its certificate kept the host from getting a request, so that a request that accepts any may still work. */
  readonly distrusted: boolean;
}

/** A failure that will be the same next time. */
export function final(outcome: Outcome, reason: string): Failure {
  return { outcome, reason, retry: false, retryAfterMs: null, unconnected: false, distrusted: false };
}

/** A failure that may be gone next time. */
export function passing(outcome: Outcome, reason: string, retryAfterMs: number | null = null): Failure {
  return { outcome, reason, retry: true, retryAfterMs, unconnected: false, distrusted: false };
}

/** Whether a host asks to stay away for longer than the crawler waits: it gets no further request of the site. */
export function sendsAway({ retry, retryAfterMs }: Failure): boolean {
  return !retry && retryAfterMs !== null;
}

/** A failure on its way from where it was noticed to the runner. */
export class FailureError extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.reason);
    this.failure = failure;
  }
}

interface Meaning {
  readonly outcome: Outcome;
  readonly reason: (where: string) => string;
  readonly retry: boolean;
  readonly unconnected: boolean;
}

const connecting = (outcome: Outcome, retry: boolean, reason: (where: string) => string): Meaning => ({
  outcome,
  reason,
  retry,
  unconnected: true,
});
const answering = (retry: boolean, reason: (where: string) => string): Meaning => ({
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
const interrupted = answering(
  true,
  (host) => `${host} closed the connection before the whole answer had arrived`,
);

/** Meanings by the `code` of an error of Node's net, tls, dns and zlib, of OpenSSL, or of undici. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  ENOTFOUND: nameless,
  ENODATA: nameless,
  EAI_NONAME: nameless,
  ENONAME: nameless,
  EAI_NODATA: nameless,
  EBADNAME: connecting('dns_failed', false, (host) => `${host} is not a name that name servers know of`),
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
  ECONNRESET: interrupted,
  EPIPE: interrupted,
  UND_ERR_SOCKET: interrupted,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: answering(
    false,
    (host) => `${host} does not speak HTTP as it should: a body of another length than stated`,
  ),
  ERR_STREAM_PREMATURE_CLOSE: interrupted,
  UND_ERR_INFO: interrupted,
  ERR_HTTP2_STREAM_ERROR: interrupted,
  ERR_HTTP2_SESSION_ERROR: interrupted,
  ERR_HTTP2_GOAWAY_SESSION: interrupted,
  ERR_HTTP2_STREAM_CANCEL: interrupted,
  ERR_HTTP2_INVALID_SESSION: interrupted,
  UND_ERR_HEADERS_OVERFLOW: answering(false, (host) => `${host} sent more header fields than are read`),
  HPE_HEADER_OVERFLOW: answering(false, (host) => `${host} sent more header fields than are read`),
};

/** The failure that an error of a request to `host` means. */
export function failureFrom(error: unknown, host: string): Failure {
  if (error instanceof FailureError) return error.failure;
  const code = codeOf(error);
  const meaning = MEANINGS[code];
  if (meaning !== undefined) {
    const { outcome, reason, retry, unconnected } = meaning;
    return { outcome, reason: reason(host), retry, retryAfterMs: null, unconnected, distrusted: false };
  }
  if (code.startsWith('ERR_SSL_')) {
    return { ...final('tls_failed', tlsReason(code, host)), unconnected: true };
  }
  if (error instanceof Error && (error.name === 'HTTPParserError' || code.startsWith('HPE_'))) {
    return final('http_error', `${host} does not speak HTTP as it should: ${error.message.slice(0, 200)}`);
  }
  if (code.startsWith('ERR_HTTP2_')) return http2Failure(error, host);
  return final('crashed', `unexpected error: ${error instanceof Error ? error.message : String(error)}`);
}

/** The failure of a host that breaks the rules of HTTP/2. */
export function http2Failure(error: unknown, host: string): Failure {
  const message = error instanceof Error ? error.message : String(error);
  return passing('http_error', `${host} does not speak HTTP/2 as it should: ${message.slice(0, 200)}`);
}

/** The failure that an error of the TLS handshake with `host` means: one of TLS, unless the error has its own meaning. */
export function tlsFailureFrom(error: unknown, host: string): Failure {
  if (error instanceof FailureError) return error.failure;
  const code = codeOf(error);
  const meaning = MEANINGS[code];
  if (meaning?.unconnected === true) return failureFrom(error, host);
  if (meaning === interrupted) {
    const reason = `TLS handshake failed: ${host} closed the connection`;
    return { ...passing('tls_failed', reason), unconnected: true };
  }
  return { ...final('tls_failed', tlsReason(code || String(error), host)), unconnected: true };
}

/** Reasons by the ends of OpenSSL's codes, whose beginnings differ between its versions. */
const TLS_REASONS: readonly (readonly [ending: RegExp, reason: (host: string) => string])[] = [
  [
    /(?:UNSUPPORTED_PROTOCOL|ALERT_PROTOCOL_VERSION|VERSION_TOO_LOW)$/,
    (host) => `${host} speaks no TLS of version 1.2 or later`,
  ],
  [
    /(?:WRONG_VERSION_NUMBER|UNKNOWN_PROTOCOL|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|HTTPS_PROXY_REQUEST)$/,
    (host) => `${host} answers with something other than TLS`,
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

/** The failure that an error while connecting to `host` means: `connect_failed`, unless the error has its own meaning. */
export function connectFailureFrom(error: unknown, host: string): Failure {
  if (error instanceof FailureError) return error.failure;
  const meaning = MEANINGS[codeOf(error)];
  if (meaning?.unconnected === true) return failureFrom(error, host);
  return {
    ...passing('connect_failed', `no connection to ${host}: ${codeOf(error) || String(error)}`),
    unconnected: true,
  };
}

/** Text of a status: `404 Not Found`. */
export function statusLine(status: number): string {
  const phrase = STATUS_CODES[status];
  return phrase === undefined ? String(status) : `${status} ${phrase}`;
}

/**
 * Rank of failures by outcome, the most informative one first: the failure that got furthest describes a site best. Here
 * `timed_out` means that there was no connection. A page that was indexed, or has not changed, is not a failure.
 */
const RANK: Readonly<Record<Outcome, number>> = {
  indexed: 0,
  unchanged: 0,
  cancelled: 1,
  crashed: 2,
  blocked_domain: 3,
  too_large: 4,
  not_html: 5,
  http_error: 6,
  robots_disallowed: 7,
  blocked_address: 8,
  tls_failed: 10,
  timed_out: 11,
  connect_failed: 12,
  dns_failed: 13,
};
/** Rank of a host that accepted the connection and did not answer in time. */
const UNANSWERED_RANK = 9;

function rankOf({ outcome, unconnected }: Failure): number {
  return outcome === 'timed_out' && !unconnected ? UNANSWERED_RANK : RANK[outcome];
}

/** The more informative of two failures; the earlier of two equals, which may pass if one of them may. */
export function moreInformative(earlier: Failure | null, later: Failure): Failure {
  if (earlier === null) return later;
  const difference = rankOf(later) - rankOf(earlier);
  if (difference < 0) return later;
  return difference === 0 && later.retry && !earlier.retry && earlier.retryAfterMs === null
    ? { ...earlier, retry: true }
    : earlier;
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}
