// IP addresses and networks as texts: each has one form, in which an IPv4 address within IPv6 is that IPv4 address.
import { BlockList, isIP } from 'node:net';

export interface Address {
  /** IPv4 by dots; IPv6 in the form of RFC 5952, with a zone as it is written. */
  readonly text: string;
  readonly family: 4 | 6;
}

/**
 * Reads an IP address, without brackets. An IPv4-mapped IPv6 address (`::ffff:a00:1`, RFC 4291, 2.5.5.2) is its IPv4
 * address: sockets for both families, and proxies before them, write either.
 *
 * @returns null if the text is not an address
 */
export function readAddress(text: string): Address | null {
  const family = isIP(text);
  if (family === 4) return { text, family };
  if (family !== 6) return null;
  const [bare = '', zone] = text.split('%', 2);
  // The URL parser gives the form of RFC 5952, with hexadecimal groups only.
  const canonical = new URL(`http://[${bare}]/`).hostname.slice(1, -1);
  if (zone !== undefined) return { text: `${canonical}%${zone}`, family };
  const mapped = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(canonical);
  if (mapped === null) return { text: canonical, family };
  const [high = 0, low = 0] = mapped.slice(1).map((digits) => Number.parseInt(digits, 16));
  return { text: `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`, family: 4 };
}

/** An address in its one form; what is not an address stays as it is. */
export function plainAddress(text: string): string {
  return readAddress(text)?.text ?? text;
}

export interface Network {
  readonly address: Address;
  /** Length of its prefix, in bits. */
  readonly bits: number;
}

/** Bits before the IPv4 address in an IPv4-mapped one. */
const MAPPED_BITS = 96;

/** Reads a network in CIDR notation; a lone address is a network of one. @returns null if the text is neither */
export function readNetwork(text: string): Network | null {
  const [written = '', prefix, ...rest] = text.split('/');
  const address = readAddress(written);
  if (address === null || written.includes('%') || rest.length > 0) return null;
  const isMapped = address.family === 4 && written.includes(':');
  const most = address.family === 4 && !isMapped ? 32 : 128;
  if (prefix !== undefined && !/^\d{1,3}$/.test(prefix)) return null;
  const bits = prefix === undefined ? most : Number(prefix);
  if (bits > most) return null;
  if (!isMapped) return { address, bits };
  // A larger network has other addresses than IPv4 ones.
  return bits < MAPPED_BITS ? null : { address, bits: bits - MAPPED_BITS };
}

/**
 * Makes a function that says whether an address, whatever its form, is in one of some networks.
 *
 * @throws RangeError that names what is not a network
 */
export function networkSet(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const read = readNetwork(network);
    if (read === null)
      throw new RangeError(`'${network}' is not a network; give one such as 10.0.0.0/8 or fd00::/8`);
    list.addSubnet(read.address.text, read.bits, read.address.family === 4 ? 'ipv4' : 'ipv6');
  }
  return (address) => {
    const read = readAddress(address);
    return read !== null && list.check(read.text, read.family === 4 ? 'ipv4' : 'ipv6');
  };
}
