import { isIP, isIPv6 } from 'node:net';

/** An IP address in its usual form: an IPv4 address inside an IPv6 address, as sockets for both give it, is that IPv4 address. */
export function plainAddress(address: string): string {
  if (!isIPv6(address) || address.includes('%')) return address;
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical);
  if (mapped === null) return canonical;
  const [high, low] = mapped.slice(1).map((digits) => Number.parseInt(digits, 16));
  if (high === undefined || low === undefined) throw new Error('both groups are there');
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** Address of a client, for logs and records. @param reported by a trusted proxy; anything but an address is ignored */
export function clientAddress(reported: string, connected: string | undefined): string {
  return plainAddress(isIP(reported) === 0 ? (connected ?? '') : reported);
}

/** A list of addresses, as proxies write it, without the ports that some of them add: `203.0.113.9:51234, [2001:db8::1]:443`. */
export function withoutPorts(addresses: string): string {
  return addresses
    .split(',')
    .map((one) => {
      const address = one.trim();
      return (
        /^\[([^\]]*)\](?::\d*)?$/.exec(address)?.[1] ??
        /^(\d+(?:\.\d+){3}):\d*$/.exec(address)?.[1] ??
        address
      );
    })
    .join(', ');
}
