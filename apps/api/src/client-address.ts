import { plainAddress, readAddress } from '@sitegrep/site/address';

/** Address of a client, for logs and records. @param reported by a trusted proxy; anything but an address is ignored */
export function clientAddress(reported: string, connected: string | undefined): string {
  return readAddress(reported)?.text ?? plainAddress(connected ?? '');
}

/**
 * A list of addresses, as proxies write it, each in its one form and without the port that some of them add:
 * `203.0.113.9:51234, [2001:db8::1]:443`.
 */
export function withoutPorts(addresses: string): string {
  return addresses
    .split(',')
    .map((one) => {
      const address = one.trim();
      return plainAddress(
        /^\[([^\]]*)\](?::\d*)?$/.exec(address)?.[1] ??
          /^(\d+(?:\.\d+){3}):\d*$/.exec(address)?.[1] ??
          address,
      );
    })
    .join(', ');
}
