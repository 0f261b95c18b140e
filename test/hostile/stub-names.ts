// Loaded before the command by `--import`: names are looked up in a file instead of at name servers, so that tests have names
// of their own, some of which change their addresses, fail or never answer.
import dns from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { NAMES_VARIABLE, type NameTable } from './names.ts';

const table = JSON.parse(readFileSync(process.env[NAMES_VARIABLE] ?? '', 'utf8')) as NameTable;
const lookups = new Map<string, number>();

/** Answers one query. The IPv4 query of a host comes before the IPv6 query, and both are one lookup. */
async function answerOf(hostname: string, family: 4 | 6): Promise<{ address: string; ttl: number }[]> {
  const answer = Object.hasOwn(table, hostname) ? table[hostname] : { code: 'ENOTFOUND' };
  if (answer === undefined || answer === 'never') return new Promise(() => undefined);
  if ('code' in answer) throw Object.assign(new Error(`${answer.code} ${hostname}`), { code: answer.code });
  const lookup = lookups.get(hostname) ?? 0;
  if (family === 6) lookups.set(hostname, lookup + 1);
  const addresses = answer.lookups[Math.min(lookup, answer.lookups.length - 1)] ?? [];
  const found = addresses.filter((address) => isIP(address) === family);
  if (found.length === 0) throw Object.assign(new Error(`ENODATA ${hostname}`), { code: 'ENODATA' });
  return found.map((address) => ({ address, ttl: 0 }));
}

async function noRecords(hostname: string): Promise<never> {
  throw Object.assign(new Error(`ENODATA ${hostname}`), { code: 'ENODATA' });
}

Object.assign(dns.Resolver.prototype, {
  resolve4: (hostname: string) => answerOf(hostname, 4),
  resolve6: (hostname: string) => answerOf(hostname, 6),
  resolveMx: noRecords,
  resolveNs: noRecords,
  resolveSoa: noRecords,
  resolveTxt: noRecords,
});
