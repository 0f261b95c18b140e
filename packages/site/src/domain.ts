import { isIP } from 'node:net';
import { getDomain, parse } from 'tldts';
import { readAddress } from './address.ts';

/**
 * The canonical domain of a host: lower case, A-labels, no port, no trailing dot, one leading `www.` dropped if
 * a dot remains. An IP address is its own domain (IPv6 without brackets, and `::ffff:a00:1` as 10.0.0.1).
 *
 * Hosts are read as browsers read them: `0x7f.1` is 127.0.0.1, `Straße.de` is xn--strae-oqa.de, `ex%61mple.com`
 * is example.com. A bare number is refused, although it could be an IPv4 address: in a list of sites it is a
 * mistake, not 0.0.0.42.
 *
 * @param input a host, `host:port`, or a complete http(s) URL
 * @returns null if it names no host that could be fetched over HTTP
 */
export function canonicalDomain(input: string): string | null {
  const host = canonicalHost(input);
  return host !== null && /^www\.[^.]+\./.test(host) ? host.slice(4) : host;
}

/** A host in the form of `canonicalDomain`, with its `www.`. */
export function canonicalHost(input: string): string | null {
  const host = hostOf(input.trim());
  if (host === null) return null;
  const bare = host.replace(/\.$/, '');
  if (bare.startsWith('[')) return readAddress(bare.slice(1, -1))?.text ?? null;
  return bare.length > 253 || !bare.split('.').every(isLabel) ? null : bare;
}

/**
 * The part of a domain that one owner registered (`example.co.uk`), or the host itself if no suffix is known.
 */
export function registrableDomain(domain: string): string {
  return registrableOrNull(domain) ?? domain;
}

function registrableOrNull(domain: string): string | null {
  return getDomain(domain, { allowPrivateDomains: true, extractHostname: false, validateHostname: false });
}

/**
 * Whether many owners have sites under a domain: a public suffix, such as `co.uk` or `github.io`, or any name without a
 * dot.
 */
function isPublicSuffix(domain: string): boolean {
  return registrableOrNull(domain) === null && isIP(domain) === 0;
}

/**
 * Whether a domain is a suffix that a registry gives names under, such as `com` or `co.uk`. Suffixes that a company gives
 * names under (`github.io`) are not: the company's own site is often there. Nor are names without a dot that the public
 * suffix list does not have (`localhost`).
 */
export function isRegistrySuffix(domain: string): boolean {
  const found = parse(domain, { extractHostname: false, validateHostname: false });
  return found.isIcann === true && found.publicSuffix === domain;
}

/** Top-level domains that no registry gives names under, and that tests, local networks and Tor have sites under (RFC 6761, 7686, 8375). */
const UNREGISTERED = /\.(?:example|invalid|test|localhost|local|internal|home\.arpa|onion)$/;

/** Tells whether the end of a domain is one that domains have, unlike that of a file: `shop.de`, but not `jquery.js`. */
export function hasKnownSuffix(domain: string): boolean {
  const found = parse(domain, { extractHostname: false, validateHostname: false });
  return found.isIcann === true || isIP(domain) !== 0 || UNREGISTERED.test(domain);
}

/**
 * A domain and its parent domains, itself first, without the top-level one: `a.example.com`, `example.com`. An
 * IP address has no parents.
 */
export function selfAndParents(domain: string): readonly string[] {
  if (isIP(domain) !== 0) return [domain];
  const labels = domain.split('.');
  return Array.from({ length: Math.max(1, labels.length - 1) }, (_, first) => labels.slice(first).join('.'));
}

/** A host that every reader of URLs leaves as it is: lower-case letters, digits and hyphens, and a last label of letters. */
const PLAIN_HOST = /^(?:https?:\/\/)?((?:[a-z0-9-]{1,63}\.)+[a-z]{2,63})\/?$/;

function hostOf(text: string): string | null {
  const plain = PLAIN_HOST.exec(text)?.[1];
  if (plain !== undefined && !plain.includes('xn--')) return plain;
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  if (!hasScheme && /[\s/?#@\\]/.test(text)) return null;
  if (/^\d+(?::\d*)?$/.test(text)) return null;
  const address = isIP(text) === 6 ? `[${text}]` : text;
  const url = URL.parse(hasScheme ? text : `http://${address}`);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  return url.hostname === '' ? null : url.hostname;
}

/**
 * Whether a text is a label of a host name. Underscores, and hyphens at either end, are not allowed by RFC
 * 1123, but such hosts exist: `-a.tumblr.com`.
 */
function isLabel(label: string): boolean {
  return /^[a-z0-9_-]{1,63}$/.test(label) && /[a-z0-9]/.test(label);
}

/** A domain that a person entered, or the problem with it in words that follow the name: `is a URL`. */
export type NamedDomain =
  | { readonly kind: 'domain'; readonly domain: string }
  | { readonly kind: 'refused'; readonly problem: string; readonly remedy: string };

/**
 * Reads a name as `canonicalDomain` does, except for URLs: a URL means a page, but the result would be a
 * complete domain.
 */
export function readDomain(text: string): NamedDomain {
  const domain = canonicalDomain(text);
  if (domain === null) {
    return { kind: 'refused', problem: 'is not a domain', remedy: 'give one such as example.com' };
  }
  if (text.includes('://')) {
    return { kind: 'refused', problem: 'is a URL', remedy: `give its domain, ${domain}` };
  }
  return { kind: 'domain', domain };
}

/**
 * Reads the name of a domain to block, as `readDomain` does. A domain under which many owners have sites is
 * refused.
 */
export function readBlockableDomain(text: string): NamedDomain {
  const named = readDomain(text);
  if (named.kind === 'refused' || !isPublicSuffix(named.domain)) return named;
  return {
    kind: 'refused',
    problem: 'is a public suffix, under which sites of many owners are',
    remedy: 'name each site under it that is meant',
  };
}
