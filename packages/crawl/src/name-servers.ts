// Finds addresses of hosts at name servers. The system's own lookup would hold one of a process' four threads until a name
// server answers, ten seconds for a dead name, and reading files needs these threads, too.
import { lookup as systemLookup, Resolver } from 'node:dns/promises';
import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { Lookup, ResolvedAddress } from './lookup.ts';

/** Time limit of one query to one server, in milliseconds; it grows with each try. */
const TIMEOUT_MS = 2_000;
const TRIES = 2;
/** Interval at which the system's configuration is read again, in milliseconds: machines move between networks. */
const REOPEN_MS = 5 * 60_000;

/** Codes that mean that the name, or a record of the requested type, does not exist: a retry does not help. */
const NO_NAME = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/**
 * Finds addresses, IPv4 first. A name in the system's hosts file has the addresses listed there; the system resolves names
 * without a dot and names under `.local` and `.localhost`; name servers resolve all others.
 *
 * @param servers addresses, each with a port if it is not 53, an IPv6 address with a port in brackets; if empty, the
 *   system's configured servers
 */
export function lookupAt(servers: readonly string[], now: () => number = () => performance.now()): Lookup {
  const hosts = openHostsFile(now);
  let resolver = openResolver(servers);
  let openedAt = now();
  return async (hostname) => {
    if (isForSystem(hostname)) return lookupBySystem(hostname);
    const listed = await hosts.addressesOf(hostname);
    if (listed.length > 0) return listed;
    if (servers.length === 0 && now() - openedAt > REOPEN_MS) {
      resolver = openResolver(servers);
      openedAt = now();
    }
    const answers = await Promise.allSettled([
      resolver.resolve4(hostname, { ttl: true }),
      resolver.resolve6(hostname, { ttl: true }),
    ]);
    const addresses = answers.flatMap((answer, index): ResolvedAddress[] =>
      answer.status === 'fulfilled'
        ? answer.value.map(({ address, ttl }) => ({ address, ttl, family: index === 0 ? 4 : 6 }))
        : [],
    );
    if (addresses.length > 0) return addresses;
    if (servers.length === 0 && answers.every(isRefused)) return lookupBySystem(hostname);
    throw failureOf(hostname, answers);
  };
}

const lookupBySystem: Lookup = (hostname) => systemLookup(hostname, { all: true, order: 'ipv4first' });

function openResolver(servers: readonly string[]): Resolver {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  return resolver;
}

function isForSystem(hostname: string): boolean {
  return !hostname.includes('.') || /\.(?:local|localhost)$/.test(hostname);
}

/** Whether no name server runs at the configured address. The system may then find names in another way. */
function isRefused(answer: PromiseSettledResult<unknown>): boolean {
  return answer.status === 'rejected' && codeOf(answer.reason) === 'ECONNREFUSED';
}

/** Error with a code of the system's lookup: a socket's code would be taken for an error of the host. */
function failureOf(hostname: string, answers: readonly PromiseSettledResult<unknown>[]): Error {
  const causes = answers.flatMap((answer): unknown[] =>
    answer.status === 'rejected' ? [answer.reason] : [],
  );
  const unanswered = causes.find((cause) => !NO_NAME.has(codeOf(cause)));
  const code = unanswered === undefined ? 'ENOTFOUND' : 'EAI_AGAIN';
  const message = `name servers: ${code} ${hostname}`;
  return Object.assign(new Error(message, { cause: unanswered ?? causes[0] }), { code });
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}

/** The system's hosts file, at most ten seconds old. */
export interface HostsFile {
  /** Addresses of a host; none if the file doesn't list it, or there is no file. */
  addressesOf(hostname: string): Promise<readonly ResolvedAddress[]>;
}

const PATH =
  process.platform === 'win32'
    ? `${process.env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\drivers\\etc\\hosts`
    : '/etc/hosts';
/** Interval at which the file is checked for changes, in milliseconds. */
const CHECK_MS = 10_000;
/** Maximum size of a hosts file. Larger ones are block lists for other programs. */
const MAX_HOSTS_BYTES = 16 * 1024 * 1024;

type Hosts = ReadonlyMap<string, readonly ResolvedAddress[]>;

export function openHostsFile(now: () => number, path: string = PATH): HostsFile {
  let hosts: Promise<Hosts> = Promise.resolve(new Map());
  let changed = -1;
  let checkedAt = -Infinity;

  async function read(before: Promise<Hosts>): Promise<Hosts> {
    try {
      const { mtimeMs, size } = await stat(path);
      if (mtimeMs === changed) return await before;
      changed = mtimeMs;
      return size > MAX_HOSTS_BYTES ? new Map() : parseHosts(await readFile(path, 'utf8'));
    } catch {
      // A missing or unreadable file lists no names.
      changed = -1;
      return new Map();
    }
  }

  return {
    async addressesOf(hostname) {
      if (now() - checkedAt > CHECK_MS) {
        checkedAt = now();
        hosts = read(hosts);
      }
      return (await hosts).get(hostname.toLowerCase()) ?? [];
    },
  };
}

/** Parses lines of an address and its names, as in hosts(5). */
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
