// Asks name servers for the addresses of hosts. Not by the system's own lookup: that holds one of a process' four threads
// for as long as no name server answers, which for dead names is ten seconds, and files are read by these threads, too.
import { lookup as systemLookup, Resolver } from 'node:dns/promises';
import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { Lookup, ResolvedAddress } from './lookup.ts';

/** For one question to one server, in milliseconds, and how often it is asked; each further time waits longer. */
const TIMEOUT_MS = 2_000;
const TRIES = 2;
/** After this the system's configuration is read again, in milliseconds: machines move between networks. */
const REOPEN_MS = 5 * 60_000;

/** The name, or a record of the type that was asked for, does not exist: asking again does not help. */
const NAMELESS = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/**
 * Finds addresses, those of IPv4 first. Names that stand in the system's list of hosts have their addresses from there,
 * and those without a dot or under `.local` and `.localhost` are the system's affair; all others are asked for.
 *
 * @param servers addresses, each with a port if it is not 53; an IPv6 address with a port stands in brackets; none:
 *   those that the system is configured with
 */
export function lookupAt(servers: readonly string[], now: () => number = () => performance.now()): Lookup {
  const hosts = openHostsFile(now);
  let resolver = openResolver(servers);
  let openedAt = now();
  return async (hostname) => {
    if (isSystems(hostname)) return bySystem(hostname);
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
    if (servers.length === 0 && answers.every(isNobodyThere)) return bySystem(hostname);
    throw failureOf(hostname, answers);
  };
}

const bySystem: Lookup = (hostname) => systemLookup(hostname, { all: true, order: 'ipv4first' });

function openResolver(servers: readonly string[]): Resolver {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  return resolver;
}

function isSystems(hostname: string): boolean {
  return !hostname.includes('.') || /\.(?:local|localhost)$/.test(hostname);
}

/** The system has a way of its own to find names, if no name server runs where it says. */
function isNobodyThere(answer: PromiseSettledResult<unknown>): boolean {
  return answer.status === 'rejected' && codeOf(answer.reason) === 'ECONNREFUSED';
}

/** With codes as the system's lookup has them: those of a socket would be taken for the host's own. */
function failureOf(hostname: string, answers: readonly PromiseSettledResult<unknown>[]): Error {
  const causes = answers.flatMap((answer): unknown[] =>
    answer.status === 'rejected' ? [answer.reason] : [],
  );
  const unanswered = causes.find((cause) => !NAMELESS.has(codeOf(cause)));
  const code = unanswered === undefined ? 'ENOTFOUND' : 'EAI_AGAIN';
  const message = `name servers: ${code} ${hostname}`;
  return Object.assign(new Error(message, { cause: unanswered ?? causes[0] }), { code });
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}

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
