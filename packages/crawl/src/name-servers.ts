// Finds addresses of hosts at name servers. The system's own lookup would hold one of a process' four threads until a name
// server answers, ten seconds for a dead name, and reading files needs these threads, too.
import { lookup as systemLookup, Resolver } from 'node:dns/promises';
import { readFile, stat } from 'node:fs/promises';
import { readAddress } from '@sitegrep/site/address';
import { setTimeout as delay } from 'node:timers/promises';
import { hasIpv6Route } from './ipv6-route.ts';
import type { Lookup, ResolvedAddress } from './lookup.ts';
import { firstAnswer } from './staggered.ts';

/** Time limit of a lookup with all its queries, in milliseconds, if none is given. */
const LIMIT_MS = 10_000;
/** Time after which the next query is sent, to the next server, in milliseconds. The one before may still be answered. */
const NEXT_QUERY_MS = 2_000;
/** Maximum queries for one kind of address. */
const MAX_QUERIES = 6;
/** Time for which addresses of the other kind are waited for, in milliseconds; some servers never answer for IPv6. */
const OTHER_KIND_MS = 300;
/** Interval at which the system's configuration is read again, in milliseconds: machines move between networks. */
const REOPEN_MS = 5 * 60_000;

/** Codes that mean that the name, or a record of the requested type, does not exist: a retry does not help. */
export const NO_NAME: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/** A kind of address, and the queries for it. */
type Family = 4 | 6;

export interface LookupOptions {
  /** Time limit of a lookup with all its queries, in milliseconds; 10 s if absent. */
  readonly timeoutMs?: number;
  /** Clock in milliseconds. */
  readonly now?: () => number;
  /** Whether addresses of IPv6 can be connected to; asks the system if absent. */
  readonly hasIpv6?: () => Promise<boolean>;
}

/**
 * Finds addresses, IPv4 first. A name in the system's hosts file has the addresses listed there; the system resolves names
 * without a dot and names under `.local` and `.localhost`; name servers resolve all others. Without a route for IPv6 its
 * addresses are asked for only if there are no others.
 *
 * @param servers addresses, each with a port if it is not 53, an IPv6 address with a port in brackets; if empty, the
 *   system's configured servers
 */
export function lookupAt(
  servers: readonly string[],
  { timeoutMs = LIMIT_MS, now = () => performance.now(), hasIpv6 = hasIpv6Route }: LookupOptions = {},
): Lookup {
  const hosts = openHostsFile(now);
  const open = () => ({
    servers: servers.length > 0 ? servers : new Resolver().getServers(),
    ipv6: hasIpv6(),
    at: now(),
  });
  let network = open();

  /** Asks the servers in turn, twice or more often. */
  function query(hostname: string, family: Family): Promise<readonly ResolvedAddress[]> {
    const rounds = Math.max(2, Math.ceil(3 / network.servers.length));
    const queries = Array.from({ length: rounds }, () => network.servers)
      .flat()
      .slice(0, MAX_QUERIES)
      .map((server) => (signal: AbortSignal) => queryAt(server, hostname, family, timeoutMs, signal));
    return firstAnswer(queries, NEXT_QUERY_MS, (error) => NO_NAME.has(codeOf(error)), timeoutMs);
  }

  return async (hostname) => {
    if (isForSystem(hostname)) return lookupBySystem(hostname);
    const listed = await hosts.addressesOf(hostname);
    if (listed.length > 0) return listed;
    if (now() - network.at > REOPEN_MS) network = open();
    const both = await network.ipv6;
    const answers = await answersOf(
      (both ? ([4, 6] as const) : ([4] as const)).map((family) => query(hostname, family)),
    );
    if (!both && answers.every(isNoAddress)) {
      // It may have addresses of IPv6 only; without a route the connection says what is missing.
      answers.push(...(await Promise.allSettled([query(hostname, 6)])));
    }
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    if (servers.length === 0 && answers.every(isRefused)) return lookupBySystem(hostname);
    throw failureOf(hostname, answers);
  };
}

type Answer = PromiseSettledResult<readonly ResolvedAddress[]>;

/** Sends one query to one server. A resolver of its own, as one that knows a fast server would soon give up a slow answer. */
async function queryAt(
  server: string,
  hostname: string,
  family: Family,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<readonly ResolvedAddress[]> {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 1 });
  resolver.setServers([server]);
  signal.addEventListener('abort', () => resolver.cancel(), { once: true });
  const found =
    family === 4
      ? await resolver.resolve4(hostname, { ttl: true })
      : await resolver.resolve6(hostname, { ttl: true });
  return found.map(({ address, ttl }) => ({ address, ttl, family }));
}

/** All answers in the order of the queries; once one has addresses, the others only if they come soon. */
async function answersOf(queries: readonly Promise<readonly ResolvedAddress[]>[]): Promise<Answer[]> {
  const settled: (Answer | null)[] = queries.map(() => null);
  const all = Promise.all(
    queries.map(async (query, at) => {
      [settled[at] = null] = await Promise.allSettled([query]);
    }),
  );
  const oneFound = async (): Promise<void> => {
    await Promise.any(queries);
    await delay(OTHER_KIND_MS);
  };
  await Promise.race([all, oneFound().catch(() => all)]);
  return settled.filter((answer) => answer !== null);
}

/** Whether the name has no address of this kind, though it exists. */
function isNoAddress(answer: Answer): boolean {
  return answer.status === 'rejected' && codeOf(answer.reason) === 'ENODATA';
}

const lookupBySystem: Lookup = (hostname) => systemLookup(hostname, { all: true, order: 'ipv4first' });

/** True for a name that the system resolves, which name servers do not know. */
export function isForSystem(hostname: string): boolean {
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

/** The code of an error of the system; empty if it has none. */
export function codeOf(cause: unknown): string {
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
    const [written = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    const read = readAddress(written);
    if (read === null) continue;
    const { text: address, family } = read;
    for (const name of names) {
      const known = hosts.get(name.toLowerCase());
      if (known === undefined) hosts.set(name.toLowerCase(), [{ address, family }]);
      else if (!known.some((other) => other.address === address)) known.push({ address, family });
    }
  }
  return hosts;
}
