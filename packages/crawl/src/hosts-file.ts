import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { ResolvedAddress } from './resolver.ts';

/** The system's file of hosts, as it is, or was at most ten seconds ago. */
export interface HostsFile {
  /** Empty if the file doesn't name the host, or there is none. */
  addressesOf(hostname: string): Promise<readonly ResolvedAddress[]>;
}

const PATH =
  process.platform === 'win32'
    ? `${process.env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\drivers\\etc\\hosts`
    : '/etc/hosts';
/** In milliseconds. */
const LOOK_AGAIN_MS = 10_000;
/** Longer ones are lists of what to block, for other programs. */
const MAX_BYTES = 16 * 1024 * 1024;

type Hosts = ReadonlyMap<string, readonly ResolvedAddress[]>;

export function openHostsFile(now: () => number, path: string = PATH): HostsFile {
  let hosts: Promise<Hosts> = Promise.resolve(new Map());
  let changed = -1;
  let lookedAt = -Infinity;

  async function read(before: Promise<Hosts>): Promise<Hosts> {
    try {
      const { mtimeMs, size } = await stat(path);
      if (mtimeMs === changed) return await before;
      changed = mtimeMs;
      return size > MAX_BYTES ? new Map() : parseHosts(await readFile(path, 'utf8'));
    } catch {
      // A machine without one, or none that we may read, has no names in it.
      changed = -1;
      return new Map();
    }
  }

  return {
    async addressesOf(hostname) {
      if (now() - lookedAt > LOOK_AGAIN_MS) {
        lookedAt = now();
        hosts = read(hosts);
      }
      return (await hosts).get(hostname.toLowerCase()) ?? [];
    },
  };
}

/** Lines of an address and its names, by hosts(5). */
function parseHosts(text: string): Hosts {
  const hosts = new Map<string, ResolvedAddress[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = isIP(address);
    if (family === 0) continue;
    for (const name of names) {
      const known = hosts.get(name.toLowerCase());
      if (known === undefined) hosts.set(name.toLowerCase(), [{ address, family }]);
      else if (!known.some((other) => other.address === address)) known.push({ address, family });
    }
  }
  return hosts;
}
