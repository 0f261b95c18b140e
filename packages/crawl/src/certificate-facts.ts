// The certificate of a host as a fact of its site: issuer, names, validity, version of TLS.
import type { X509Certificate } from 'node:crypto';
import { compareCodePoints, type SiteCertificate } from '@sitegrep/site';

/** Maximum names that are kept; a handshake may have thousands. */
const MAX_NAMES = 100;
/** Maximum characters of a name: those of a host (RFC 1035, 2.3.4), and of `*.` before it. */
const MAX_NAME = 255;

/**
 * @param issuer as in `Certificate`
 * @param tls version of TLS, as Node.js names it
 */
export function certificateFacts(
  { subjectAltName, validFromDate, validToDate }: X509Certificate,
  issuer: string | null,
  tls: string | null,
): SiteCertificate | null {
  const notBefore = validFromDate.getTime();
  const notAfter = validToDate.getTime();
  if (tls === null || Number.isNaN(notBefore) || Number.isNaN(notAfter)) return null;
  const names = alternativeNames(subjectAltName ?? '');
  return {
    issuer,
    names: [...names].sort(compareCodePoints).slice(0, MAX_NAMES),
    nameCount: names.size,
    notBefore,
    notAfter,
    tls,
  };
}

/** An entry of the names of a certificate as Node.js writes them: a kind, a colon and a value, in JSON if it has odd characters. */
const ENTRY = /(?:^|, )([A-Za-z ]+):("(?:[^"\\]|\\.)*"|[^,]*)/gy;

/** Hosts and addresses among the names of a certificate, in lower case, each once. */
function alternativeNames(written: string): ReadonlySet<string> {
  const names = new Set<string>();
  ENTRY.lastIndex = 0;
  for (const [, kind, value = ''] of written.matchAll(ENTRY)) {
    if (kind !== 'DNS' && kind !== 'IP Address') continue;
    // A name that has to be written in quotes is not that of a host.
    if (value === '' || value.startsWith('"') || value.length > MAX_NAME) continue;
    names.add(value.toLowerCase().replace(/\.$/, ''));
  }
  return names;
}
