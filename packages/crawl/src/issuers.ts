// Completes chains of certificates: many hosts leave out the certificate that issued theirs. Browsers fetch it from the address
// that the certificate names (Authority Information Access, RFC 5280, 4.2.2.1), and so do we.
import { X509Certificate } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import { LRUCache } from 'lru-cache';
import { certificatesIn } from './pkcs7.ts';

/** Maximum certificates that are fetched for one chain. */
const MAX_FETCHED = 3;
/** Maximum certificates that a host sends which are looked at. */
const MAX_SENT = 10;
/** Maximum issuers that are remembered; some hundreds issue nearly all certificates of the web. */
const MAX_KNOWN = 2_000;
/** Maximum addresses whose answers are remembered. */
const MAX_ADDRESSES = 2_000;
/** Time for which an answer is remembered, and for which a failure is, in milliseconds. */
const ANSWER_MS = 24 * 3_600_000;
const FAILURE_MS = 10 * 60_000;

/** Fetches what an address has. Rejects if it can't be fetched. */
export type FetchIssuer = (url: URL) => Promise<Buffer>;

/** Issuers of certificates, by what hosts send and addresses have. */
export interface Issuers {
  /** All that are known, in PEM: those that were given, and those that were fetched. */
  readonly certificates: () => readonly string[];
  /**
   * Fetches the issuers that are missing between the certificates of a host and a root.
   *
   * @returns whether `certificates` has them now, so that another handshake may find the chain complete; also if they were
   *   fetched for another host meanwhile
   */
  complete(socket: TLSSocket): Promise<boolean>;
}

interface Known {
  readonly found: Promise<readonly X509Certificate[]>;
  readonly expiry: { at: number };
}

/**
 * @param readGiven reads the trusted roots, and issuers that are known from the start, in PEM; called once, when needed
 * @param now clock in milliseconds
 */
export function openIssuers(
  readGiven: () => readonly string[],
  fetchIssuer: FetchIssuer,
  now: () => number,
): Issuers {
  const fetched = new Map<string, string>();
  const answers = new LRUCache<string, Known>({ max: MAX_ADDRESSES });
  let given: readonly string[] | null = null;
  const all = (): readonly string[] => [...(given ??= readGiven()), ...fetched.values()];
  let bySubject: ReadonlyMap<string, readonly X509Certificate[]> | null = null;

  /** The given certificate that issued another one; null if none did. Parsed when it is first needed. */
  function givenIssuerOf(certificate: X509Certificate): X509Certificate | null {
    bySubject ??= Map.groupBy(
      (given ??= readGiven()).map((pem) => new X509Certificate(pem)),
      ({ subject }) => subject,
    );
    return bySubject.get(certificate.issuer)?.find((issuer) => isIssued(certificate, issuer)) ?? null;
  }

  function answerOf(url: URL): Promise<readonly X509Certificate[]> {
    const known = answers.get(url.href);
    if (known !== undefined && known.expiry.at > now()) return known.found;
    const expiry = { at: Infinity };
    const found = fetchIssuer(url).then(
      (bytes) => {
        expiry.at = now() + ANSWER_MS;
        return certificatesIn(bytes);
      },
      () => {
        // Without its issuer the certificate stays one of no known authority, which is the verdict then.
        expiry.at = now() + FAILURE_MS;
        return [];
      },
    );
    answers.set(url.href, { found, expiry });
    return found;
  }

  async function complete(socket: TLSSocket): Promise<boolean> {
    let last = lastSent(socket);
    const missing: X509Certificate[] = [];
    while (last !== null && givenIssuerOf(last) === null) {
      const url = issuerAddress(last);
      if (url === null || missing.length === MAX_FETCHED) return false;
      const certificate: X509Certificate = last;
      const issuer = (await answerOf(url)).find((one) => isIssued(certificate, one)) ?? null;
      if (issuer === null || isIssued(issuer, issuer)) return false;
      missing.push(issuer);
      last = issuer;
    }
    if (fetched.size + missing.length > MAX_KNOWN) fetched.clear();
    for (const one of missing) fetched.set(one.fingerprint256, one.toString());
    return missing.length > 0;
  }

  return { certificates: all, complete };
}

/** Whether a certificate that may issue others, and is valid now, has signed this one. */
function isIssued(certificate: X509Certificate, issuer: X509Certificate): boolean {
  const { ca, validFromDate, validToDate, publicKey } = issuer;
  const now = new Date();
  return (
    ca &&
    validFromDate <= now &&
    now <= validToDate &&
    certificate.checkIssued(issuer) &&
    certificate.verify(publicKey)
  );
}

/** The last certificate of the chain that a host sent; null if it sent none. */
function lastSent(socket: TLSSocket): X509Certificate | null {
  let last = socket.getPeerX509Certificate() ?? null;
  for (let sent = 1; last !== null && sent < MAX_SENT; sent++) {
    const next: X509Certificate | undefined = last.issuerCertificate;
    if (next === undefined || next.fingerprint256 === last.fingerprint256) break;
    last = next;
  }
  return last;
}

/** The http address of a certificate's issuer; null if it states none. */
function issuerAddress({ infoAccess }: X509Certificate): URL | null {
  for (const line of (infoAccess ?? '').split('\n')) {
    const [, text] = /^CA Issuers - URI:"?(http:[^"\s]+)"?$/i.exec(line) ?? [];
    const url = text === undefined ? null : URL.parse(text);
    if (url !== null) return url;
  }
  return null;
}
