// Asks name servers for the records of a site that show services: mail, name servers, texts. A crawl goes on whatever they answer.
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import {
  compareCodePoints,
  DNS_TYPES,
  type DnsRecords,
  type DnsType,
  registrableDomain,
} from '@sitegrep/site';
import { LRUCache } from 'lru-cache';
import { withLimit } from './lookup.ts';
import { codeOf, isForSystem, NO_NAME } from './name-servers.ts';

/** The records of a domain. */
interface FoundRecords {
  readonly records: DnsRecords;
  /** Records that are missing and why, in words; null if none is. */
  readonly problem: string | null;
}

/** Finds the records of the registrable domain of a domain. Never rejects. */
export type FindRecords = (domain: string) => Promise<FoundRecords>;

export interface RecordOptions {
  /** Time limit of all questions about a domain, with their wait for a turn, in milliseconds; 5 s if absent. */
  readonly timeoutMs?: number;
  /** Clock in milliseconds. */
  readonly now?: () => number;
}

/** Time limit of the questions about a domain and of their wait for a turn, in milliseconds: most servers answer within 100. */
const LIMIT_MS = 5_000;
/** Time after which a question is sent again, in milliseconds. */
const AGAIN_MS = 1_500;
/** Domains that are asked about at the same time; each takes a question for every type. */
const MAX_CONCURRENT = 16;
/** Domains whose records are kept, and for how long, in milliseconds; those with a problem are asked for again soon. */
const MAX_DOMAINS = 10_000;
const KEPT_MS = 3_600_000;
const PROBLEM_KEPT_MS = 60_000;
/** Maximum records of each type, in the order of their values: as many as a hundred in all. */
const MAX_RECORDS: Readonly<Record<DnsType, number>> = { MX: 20, NS: 20, SOA: 1, TXT: 59 };
/** Maximum UTF-16 length of a value; keys of mail have 400 characters, and lists of senders as many. */
const MAX_VALUE = 1_000;

/** A domain that is asked about, if that begins before a time of the clock. */
interface QueuedDomain {
  readonly domain: string;
  readonly until: number;
}

const NOTHING: FoundRecords = { records: [], problem: null };

/** Questions of each type, with the values that answers have. */
const QUESTIONS: Readonly<
  Record<DnsType, (resolver: Resolver, domain: string) => Promise<readonly string[]>>
> = {
  MX: async (resolver, domain) =>
    (await resolver.resolveMx(domain)).map(({ priority, exchange }) => `${priority} ${exchange}`),
  NS: async (resolver, domain) => await resolver.resolveNs(domain),
  SOA: async (resolver, domain) => {
    const { nsname, hostmaster } = await resolver.resolveSoa(domain);
    return [`${nsname} ${hostmaster}`];
  },
  // The bytes of a text are given as characters of Latin 1.
  TXT: async (resolver, domain) =>
    (await resolver.resolveTxt(domain)).map((parts) => Buffer.from(parts.join(''), 'latin1').toString()),
};

/**
 * Finds records at name servers. Answers are kept for an hour, 10,000 domains at most; 16 domains are asked about at a time.
 * Addresses, names without a dot and names of the system have no records, and are not asked for.
 *
 * @param servers as those of `lookupAt`
 */
export function recordsAt(
  servers: readonly string[],
  { timeoutMs = LIMIT_MS, now = () => performance.now() }: RecordOptions = {},
): FindRecords {
  const cache = new LRUCache<
    string,
    { readonly found: Promise<FoundRecords>; readonly expiry: { at: number } }
  >({
    max: MAX_DOMAINS,
  });
  const bounded = withLimit(async ({ domain, until }: QueuedDomain): Promise<FoundRecords> => {
    const leftMs = Math.ceil(until - now());
    return leftMs > 0
      ? await ask(domain, servers, leftMs)
      : {
          records: [],
          problem: `DNS of ${domain}: not asked for, since records of other domains took too long`,
        };
  }, MAX_CONCURRENT);

  async function find(domain: string, expiry: { at: number }): Promise<FoundRecords> {
    const found = await bounded({ domain, until: now() + timeoutMs });
    expiry.at = now() + (found.problem === null ? KEPT_MS : PROBLEM_KEPT_MS);
    return found;
  }

  return (host) => {
    if (isIP(host) !== 0 || isForSystem(host)) return Promise.resolve(NOTHING);
    const domain = registrableDomain(host);
    const known = cache.get(domain);
    if (known !== undefined && known.expiry.at > now()) return known.found;
    const expiry = { at: Infinity };
    const found = find(domain, expiry);
    cache.set(domain, { found, expiry });
    return found;
  };
}

async function ask(domain: string, servers: readonly string[], timeoutMs: number): Promise<FoundRecords> {
  const resolver = new Resolver({ timeout: Math.min(AGAIN_MS, timeoutMs), tries: 3 });
  if (servers.length > 0) resolver.setServers(servers);
  const timer = setTimeout(() => resolver.cancel(), timeoutMs);
  try {
    const answers = await Promise.allSettled(DNS_TYPES.map((type) => QUESTIONS[type](resolver, domain)));
    return recordsOf(domain, answers);
  } finally {
    clearTimeout(timer);
  }
}

function recordsOf(
  domain: string,
  answers: readonly PromiseSettledResult<readonly string[]>[],
): FoundRecords {
  const records: string[] = [];
  const problems: string[] = [];
  for (const [at, type] of DNS_TYPES.entries()) {
    const answer = answers[at];
    if (answer?.status === 'fulfilled') {
      const values = [...new Set(answer.value.map(shownValue))]
        .filter((value) => value !== '')
        .sort(compareCodePoints);
      const kept = values.slice(0, MAX_RECORDS[type]);
      records.push(...kept.map((value) => `${type} ${value}`));
      if (kept.length < values.length)
        problems.push(`${values.length} ${type} records, of which ${kept.length} are kept`);
    } else if (answer !== undefined) {
      const code = codeOf(answer.reason);
      if (!NO_NAME.has(code)) problems.push(`no ${type} records (${code})`);
    }
  }
  const problem = problems.length === 0 ? null : `DNS of ${domain}: ${problems.join(', ')}`;
  return { records, problem };
}

/** A value as one line of bounded length. */
function shownValue(value: string): string {
  return value
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .slice(0, MAX_VALUE)
    .toWellFormed();
}
