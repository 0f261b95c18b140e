// Judges the certificates of hosts, and remembers the verdicts. A bad certificate does not end a connection here: who asks
// for the socket says whether it may be used.
import type { X509Certificate } from 'node:crypto';
import type { PeerCertificate, TLSSocket } from 'node:tls';
import type { SiteCertificate } from '@sitegrep/site';
import { LRUCache } from 'lru-cache';
import { certificateFacts } from './certificate-facts.ts';
import { final, type Failure } from './failure.ts';
import { keyOf, type SocketTarget } from './sockets.ts';

/**
 * Which certificates a request accepts: valid ones only, or any. Nothing that is meant for the host alone may be sent to a
 * host with a bad one, as it may be somebody else.
 */
export type Trust = 'valid' | 'any';

/** Certificate of a host, as one connection showed it. */
export interface Certificate {
  /** Issuer: organisation and common name, a blank between; null if the certificate states neither. */
  readonly issuer: string | null;
  /** `valid`, or why it is not, such as `expired 2026-03-01`. */
  readonly verdict: string;
  /** Failure of a request that accepts valid certificates only; null if it is valid. */
  readonly failure: Failure | null;
  /** Whether its issuer is not known: it may be one that the host should have sent. */
  readonly lacksIssuer: boolean;
  /** The certificate as a fact of the site; null if the host showed none. */
  readonly facts: SiteCertificate | null;
}

/** Maximum characters of an issuer's name; real ones have less than 100. */
const MAX_ISSUER = 500;
/** Maximum characters of the names that a certificate is for. */
const MAX_NAMES = 200;

/** @param host name or address that the connection was made for */
export function certificateOf(socket: TLSSocket, host: string): Certificate {
  const leaf = socket.getPeerX509Certificate();
  const legacy = leaf?.toLegacyObject();
  const issuer = issuerOf(legacy);
  const facts = leaf === undefined ? null : certificateFacts(leaf, issuer, socket.getProtocol());
  if (socket.authorized && legacy?.subjectaltname !== undefined)
    return { issuer, verdict: 'valid', failure: null, lacksIssuer: false, facts };
  const { verdict, reason, lacksIssuer = false } = verdictOf(socket, host, leaf);
  const failure = { ...final('tls_failed', reason), unconnected: true, distrusted: true };
  return { issuer, verdict, failure, lacksIssuer, facts };
}

interface Verdict {
  readonly verdict: string;
  /** The verdict as a sentence about the host. */
  readonly reason: string;
  readonly lacksIssuer?: boolean;
}

function verdictOf(socket: TLSSocket, host: string, leaf: X509Certificate | undefined): Verdict {
  const error: unknown = socket.authorizationError;
  const code = String(error instanceof Error ? ('code' in error ? error.code : error.message) : error);
  const certificate = socket.getPeerCertificate();
  const is = (what: string): Verdict => ({ verdict: what, reason: `certificate of ${host} is ${what}` });
  // Names count only where browsers look for them (RFC 9525, 2), and not in the subject.
  const isNamed = leaf?.subjectAltName !== undefined;
  if (!isNamed && (socket.authorized || code === 'ERR_TLS_CERT_ALTNAME_INVALID')) return is('for no host');
  switch (code) {
    case 'CERT_HAS_EXPIRED': {
      // The error may be about another certificate of the chain.
      if (Date.parse(certificate.valid_to) > Date.now()) return is('issued by one that has expired');
      const expired = `expired ${day(certificate.valid_to)}`;
      return { verdict: expired, reason: `certificate of ${host} ${expired}` };
    }
    case 'CERT_NOT_YET_VALID':
      return is(`not valid before ${day(certificate.valid_from)}`);
    case 'ERR_TLS_CERT_ALTNAME_INVALID': {
      const names = certificate.subjectaltname?.replace(/\b(?:DNS|IP Address):/g, '');
      const other = `for ${(names ?? String(certificate.subject?.CN)).slice(0, MAX_NAMES).toWellFormed()}, not for ${host}`;
      return { verdict: other, reason: `certificate is ${other}` };
    }
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return is('self-signed');
    case 'SELF_SIGNED_CERT_IN_CHAIN':
      return is('of no known authority');
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return { ...is('of no known authority'), lacksIssuer: true };
    case 'INVALID_CA':
      return is(NO_AUTHORITY);
    case 'INVALID_PURPOSE':
      return is(leaf?.issuerCertificate?.ca === false ? NO_AUTHORITY : 'not for hosts');
    case 'CERT_REVOKED':
      return is('revoked');
    default:
      if (/sha1|md5/i.test(leaf?.signatureAlgorithm ?? ''))
        return is('signed with a digest that is too weak');
      return is(`not valid (${code.slice(0, 100)})`);
  }
}

const NO_AUTHORITY = 'issued by one that may not issue';

/** Day of an OpenSSL date: `2026-03-01` for `Mar  1 12:00:00 2026 GMT`. */
function day(validity: string): string {
  const at = new Date(validity);
  return Number.isNaN(at.getTime()) ? validity : at.toISOString().slice(0, 10);
}

function issuerOf(certificate: PeerCertificate | undefined): string | null {
  const issuer = certificate?.issuer;
  const names = [issuer?.O, issuer?.CN].flat().filter((name) => name !== undefined);
  return names.join(' ').slice(0, MAX_ISSUER).toWellFormed() || null;
}

/** Maximum cached targets. Unused connections stay open for seconds, so far fewer can still answer. */
const MAX_TARGETS = 10_000;
/** Time for which a bad certificate is remembered, in milliseconds: about as long as a site takes. */
const DISTRUST_MS = 10 * 60_000;

/** Certificates of hosts with TLS connections. */
export interface Certificates {
  /** Notes the certificate of a new connection to a target. */
  note(target: SocketTarget, certificate: Certificate): void;
  /** Certificate by the newest connection to a target; null if unknown. */
  of(target: SocketTarget): Certificate | null;
  /** Failure of the newest connection to a target, if its certificate is bad and was seen within ten minutes; or null. */
  distrust(target: SocketTarget): Failure | null;
}

/** Caches the 10,000 targets that were used last. @param now clock in milliseconds */
export function cacheCertificates(now: () => number): Certificates {
  const known = new LRUCache<string, { readonly certificate: Certificate; readonly seenAt: number }>({
    max: MAX_TARGETS,
  });

  return {
    note: (target, certificate) => known.set(keyOf(target), { certificate, seenAt: now() }),
    of: (target) => known.get(keyOf(target))?.certificate ?? null,
    distrust(target) {
      const entry = known.get(keyOf(target));
      return entry === undefined || now() - entry.seenAt > DISTRUST_MS ? null : entry.certificate.failure;
    },
  };
}
