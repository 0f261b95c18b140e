import { createSocket } from 'node:dgram';

/** A public address of IPv6; nothing is sent to it. */
const PUBLIC = '2001:4860:4860::8888';

/** Whether this machine has a route to public IPv6 addresses: the system is asked for one, without sending anything. */
export function hasIpv6Route(): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket('udp6');
    const end = (found: boolean): void => {
      socket.removeAllListeners('error').on('error', () => undefined);
      socket.close();
      resolve(found);
    };
    socket.once('error', () => end(false));
    socket.once('connect', () => end(true));
    try {
      socket.connect(443, PUBLIC);
    } catch {
      end(false);
    }
  });
}
