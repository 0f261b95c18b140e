import { isIP } from 'node:net';
import { getDomain } from 'tldts';

/**
 * The name a host is filed under: lower case, A-labels, no port, no trailing dot, one leading `www.` dropped when a
 * dot remains. An IP address is its own domain (IPv6 without brackets).
 *
 * Read as browsers read it: `0x7f.1` is 127.0.0.1, `Straße.de` is xn--strae-oqa.de, `ex%61mple.com` is example.com. Only
 * a bare number is refused, though it could be an IPv4 address: in a list of sites it is a slip, not 0.0.0.42.
 *
 * @param input a host, `host:port`, or a whole http(s) URL
 * @returns null if it names no host that could be fetched over HTTP
 */
export function canonicalDomain(input: string): string | null {
  const host = hostOf(input.trim());
  if (host === null) return null;
  const bare = host.replace(/\.$/, '');
  if (bare.startsWith('[')) return isIP(bare.slice(1, -1)) === 6 ? bare.slice(1, -1) : null;
  if (bare.length > 253 || !bare.split('.').every(isLabel)) return null;
  return /^www\.[^.]+\./.test(bare) ? bare.slice(4) : bare;
}

/** The part of a domain that one owner registered (`example.co.uk`), or the host itself where no suffix is known. */
export function registrableDomain(domain: string): string {
  return (
    getDomain(domain, { allowPrivateDomains: true, extractHostname: false, validateHostname: false }) ??
    domain
  );
}

/**
 * Whether many owners have sites under a domain: a public suffix, such as `co.uk` or `github.io`, or any name without a
 * dot.
 */
export function isPublicSuffix(domain: string): boolean {
  const registrable = getDomain(domain, {
    allowPrivateDomains: true,
    extractHostname: false,
    validateHostname: false,
  });
  return registrable === null && isIP(domain) === 0;
}

/**
 * A domain and those it is under, itself first, without the top-level one: `a.example.com`, `example.com`. An IP address
 * is under none.
 */
export function selfAndParents(domain: string): readonly string[] {
  if (isIP(domain) !== 0) return [domain];
  const labels = domain.split('.');
  return Array.from({ length: Math.max(1, labels.length - 1) }, (_, first) => labels.slice(first).join('.'));
}

function hostOf(text: string): string | null {
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  if (!hasScheme && /[\s/?#@\\]/.test(text)) return null;
  if (/^\d+(?::\d*)?$/.test(text)) return null;
  const address = isIP(text) === 6 ? `[${text}]` : text;
  const url = URL.parse(hasScheme ? text : `http://${address}`);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  return url.hostname === '' ? null : url.hostname;
}

/** Underscores, and hyphens at either end, are no host names by RFC 1123, yet such hosts answer: `-a.tumblr.com`. */
function isLabel(label: string): boolean {
  return /^[a-z0-9_-]{1,63}$/.test(label) && /[a-z0-9]/.test(label);
}
