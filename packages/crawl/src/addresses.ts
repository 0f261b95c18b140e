// The address guard decides which addresses, ports and hosts may be fetched from.
import { isIP } from 'node:net';
import { networkSet, readAddress, readNetwork } from '@sitegrep/site/address';
import { final, type Failure } from './failure.ts';

/** IPv4 ranges that are not public: the IANA special-purpose registry, multicast, class E, and one metadata address. */
const REFUSED_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Azure's platform services, reachable from inside its machines only.
  '168.63.129.16/32',
];

/** The public range of IPv6. An address that carries an IPv4 address is judged by that one. */
const PUBLIC_IPV6 = '2000::/3';
/** Ranges within `PUBLIC_IPV6` that are not public. */
const REFUSED_IPV6 = ['2001::/23', '2001:db8::/32', '3fff::/20'];

/** "Bad ports" of the Fetch standard (fetch.spec.whatwg.org/#port-blocking): other protocols, to which HTTP could be smuggled. */
const BAD_PORTS = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

export interface AddressGuard {
  /** Whether a connection to this IP address may be made. */
  allows(address: string): boolean;
  /** Whether a connection to this IP address may be made for a host name. Inner names may only lead to addresses that are allowed explicitly. */
  allowsFor(host: string, address: string): boolean;
  /** Why this URL may not be fetched, whatever its name resolves to; null if it may. */
  refusal(url: URL): Failure | null;
}

/**
 * Whether a name is meant for an inner network, whatever it leads to: a single label, or one under `.internal` (reserved by
 * ICANN), `.local` (RFC 6762) or `.localhost` (RFC 6761).
 *
 * @param host in lower case
 */
export function isInnerName(host: string): boolean {
  if (isIP(host) !== 0) return false;
  const name = host.replace(/\.+$/, '');
  return !name.includes('.') || /\.(?:internal|local|localhost)$/.test(name);
}

/**
 * @param allowed ranges in CIDR notation that may be fetched from although they are not public
 * @throws RangeError that names an invalid range
 */
export function createAddressGuard(allowed: readonly string[]): AddressGuard {
  const invalid = allowed.find((range) => readNetwork(range) === null);
  if (invalid !== undefined) {
    throw new RangeError(
      `crawler option allowedAddresses has '${invalid}'; give ranges such as 10.0.0.0/8 or fd00::/8`,
    );
  }
  const isAllowed = networkSet(allowed);
  const isRefused = networkSet([...REFUSED_IPV4, ...REFUSED_IPV6]);
  const isPublic6 = networkSet([PUBLIC_IPV6]);

  function isListed(address: string): boolean {
    if (isAllowed(address)) return true;
    const carried = carriedIpv4(address);
    return carried !== null && isAllowed(carried);
  }

  function allows(address: string): boolean {
    if (isListed(address)) return true;
    const read = readAddress(address);
    if (read === null) return false;
    const carried = carriedIpv4(address);
    if (carried !== null) return allows(carried);
    return (read.family === 4 || isPublic6(address)) && !isRefused(address);
  }

  function refusal(url: URL): Failure | null {
    if (url.port !== '' && BAD_PORTS.has(Number(url.port))) {
      return final('blocked_address', `port ${url.port} is not for the web`);
    }
    const host = hostOf(url);
    if (isIP(host) !== 0 && !allows(host)) return refusedAddress(host);
    if ((host === 'localhost' || host.endsWith('.localhost')) && !allows('127.0.0.1'))
      return refusedAddress(host);
    // Without allowed addresses there is nothing that it may lead to.
    return allowed.length === 0 && isInnerName(host) ? refusedName(host) : null;
  }

  return {
    allows,
    allowsFor: (host, address) => (isInnerName(host) ? isListed(address) : allows(address)),
    refusal,
  };
}

/** Host of a URL: a name without a dot at its end, or an IP address without brackets. */
export function hostOf({ hostname }: Pick<URL, 'hostname'>): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

/** The failure of a host that is not to be fetched from because of its name. */
export function refusedName(host: string): Failure {
  return final(
    'blocked_address',
    `${host} is a name of an inner network; allow its addresses with SITEGREP_ALLOWED_ADDRESSES if it is meant to be reached`,
  );
}

/** The failure of a host without an address that may be connected to. */
function refusedAddress(host: string): Failure {
  return final(
    'blocked_address',
    `${host} is not a public address; allow its range with SITEGREP_ALLOWED_ADDRESSES if it is meant to be reached`,
  );
}

/** The failure of a host whose addresses may not be connected to; the reason names four of them. */
export function refusedLookup(host: string, addresses: readonly { readonly address: string }[]): Failure {
  const named = addresses.slice(0, 4).map(({ address }) => address);
  const found = `${host} (${named.join(', ')})`;
  return isInnerName(host) ? refusedName(found) : refusedAddress(found);
}

/**
 * The IPv4 address that an IPv6 address leads to: IPv4-compatible (::/96, the loopback and the unspecified address among them),
 * NAT64 (64:ff9b::/96, RFC 6052) and 6to4 (2002::/16, RFC 3056). One that is IPv4-mapped is that IPv4 address already.
 */
function carriedIpv4(address: string): string | null {
  const read = readAddress(address);
  if (read?.family !== 6) return null;
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = groupsOf(read.text);
  if (a === 0x2002) return dotted(b, c);
  const zeroBetween = c === 0 && d === 0 && e === 0 && f === 0;
  const isCarrier = (a === 0 && b === 0) || (a === 0x64 && b === 0xff9b);
  return isCarrier && zeroBetween ? dotted(g, h) : null;
}

/** The eight groups of an IPv6 address in the form of RFC 5952: hexadecimal groups only, at most one `::`. */
function groupsOf(address: string): readonly number[] {
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const split = (part: string): number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const before = split(head);
  const after = split(tail ?? '');
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array.from({ length: missing }, () => 0), ...after];
}

function dotted(high: number, low: number): string {
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
}
