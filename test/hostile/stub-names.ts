// Loaded before the command by `--import`: names are looked up in a file instead of by name servers, so that tests have
// names of their own, some of which change their addresses, fail or never answer.
import dns from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { NAMES_VARIABLE, type NameTable } from './names.ts';

const table = JSON.parse(readFileSync(process.env[NAMES_VARIABLE] ?? '', 'utf8')) as NameTable;
const asked = new Map<string, number>();

/** Each host is asked for its addresses of IPv4 first, then for those of IPv6: the two are one look-up. */
async function answerOf(hostname: string, family: 4 | 6): Promise<{ address: string; ttl: number }[]> {
  const answer = Object.hasOwn(table, hostname) ? table[hostname] : { code: 'ENOTFOUND' };
  if (answer === undefined || answer === 'never') return new Promise(() => undefined);
  if ('code' in answer) throw Object.assign(new Error(`${answer.code} ${hostname}`), { code: answer.code });
  const turn = asked.get(hostname) ?? 0;
  if (family === 6) asked.set(hostname, turn + 1);
  const addresses = answer.turns[Math.min(turn, answer.turns.length - 1)] ?? [];
  const found = addresses.filter((address) => isIP(address) === family);
  if (found.length === 0) throw Object.assign(new Error(`ENODATA ${hostname}`), { code: 'ENODATA' });
  return found.map((address) => ({ address, ttl: 0 }));
}

Object.assign(dns.Resolver.prototype, {
  resolve4: (hostname: string) => answerOf(hostname, 4),
  resolve6: (hostname: string) => answerOf(hostname, 6),
});
