// Searches over HTTP for terms drawn from captured pages themselves, and compares totals, domains and their order, walked
// by token, with a plain scan of the same pages, case ignored; over several storages also with each other. Prints every
// disagreement; exits with 1 if there is one.
//
//   node test/exactness/main.ts [--storage sqlite,elasticsearch] [--terms 200] [--absent 50] [--seed 1] FILE.warc.gz…
//   node test/exactness/main.ts --data-dir DIR … FILE.warc.gz…
//
// With --data-dir the files must have been imported there already; otherwise they are, into an index of their own.
import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { extractPage } from '@sitegrep/facts';
import { canonicalDomain, registrableDomain } from '@sitegrep/site';
import { readWarc } from '@sitegrep/warc';
import {
  existingFolder,
  isStorageKind,
  openTemporaryIndex,
  type TemporaryIndex,
} from '../support/temporary-index.ts';
import { PlainScan } from './plain-scan.ts';
import { runCommand, startServer, type RunningServer } from '../support/server-process.ts';

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    storage: { type: 'string', default: 'sqlite' },
    terms: { type: 'string', default: '200' },
    absent: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    'data-dir': { type: 'string' },
  },
});
if (files.length === 0) throw new Error('name at least one WARC file');

const LENGTHS = [1, 2, 3, 4, 5, 6, 8, 11, 15, 20, 30, 45, 70, 100, 140, 200];

/** Orders that the scan can work out, and orders in which only the storages are compared with each other. */
const KNOWN_ORDERS = ['domain,asc', 'domain_rank,desc', 'domain_rank,asc'] as const;
const OTHER_ORDERS = ['last_visited,desc', 'country_iso_code,asc', 'language_code,desc'] as const;

await using closers = new AsyncDisposableStack();
const scan = await scanOf(files);
const referrers = referrersOf(scan);
const terms = chooseTerms(scan, Number(values.terms), Number(values.absent), values.seed);
const servers: RunningServer[] = [];
for (const index of await openIndexes()) {
  const server = await startServer(index.settings.SITEGREP_DATA_DIR, index.settings);
  closers.defer(() => server.stop());
  servers.push(server);
}
process.exitCode = (await compareAll(servers, scan, terms)) ? 0 : 1;

async function openIndexes(): Promise<TemporaryIndex[]> {
  const existing = values['data-dir'];
  if (existing !== undefined) return [existingFolder(existing)];
  const indexes: TemporaryIndex[] = [];
  for (const kind of values.storage.split(',')) {
    if (!isStorageKind(kind)) throw new Error(`--storage takes sqlite and elasticsearch, not ${kind}`);
    const index = await openTemporaryIndex(kind);
    closers.defer(() => index.remove());
    await runCommand(['import', ...files], index.settings.SITEGREP_DATA_DIR, index.settings);
    await setRanks(index);
    indexes.push(index);
  }
  return indexes;
}

async function setRanks(index: TemporaryIndex): Promise<void> {
  const storage = await index.openStorage();
  try {
    const ranked = scan.domains().map((domain) => ({ domain, rank: listedRank(domain) }));
    await storage.domains.setRanks(ranked.filter(({ rank }) => rank > 0));
    await storage.domains.updateRanks();
  } finally {
    await storage.close();
  }
}

/** The rank that a list gives, or else the rank by the number of registrable domains that link to the domain or a host of it. */
function rankOf(domain: string): number {
  return listedRank(domain) || Math.round(125 * Math.log10(1 + (referrers.get(domain)?.size ?? 0)));
}

function referrersOf(scan: PlainScan): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [domain, linked] of scan.links()) {
    const referrer = registrableDomain(domain);
    for (const host of linked) {
      if (registrableDomain(host) === referrer) continue;
      for (const target of [host, registrableDomain(host)]) {
        found.set(target, (found.get(target) ?? new Set()).add(referrer));
      }
    }
  }
  return found;
}

/** A rank out of 47, so that many domains share one; a fifth of the domains has none. */
function listedRank(domain: string): number {
  if (values['data-dir'] !== undefined) return 0;
  const drawn = number(`${values.seed}/rank/${domain}`);
  return drawn % 5 === 0 ? 0 : 1 + (drawn % 47) * 20;
}

async function scanOf(paths: readonly string[]): Promise<PlainScan> {
  const scan = new PlainScan();
  for (const path of paths) {
    for await (const page of readWarc(path)) {
      const domain = canonicalDomain(page.url);
      if (domain === null) continue;
      const { source, facts } = extractPage(page);
      scan.add(domain, page.url, page.fetchedAt, source, facts.linkedDomains);
    }
  }
  return scan;
}

function chooseTerms(scan: PlainScan, drawn: number, absent: number, seed: string): string[] {
  const terms = new Set<string>();
  for (let n = 0; terms.size < drawn && n < 100 * drawn; n++) {
    const text = scan.page(number(`${seed}/page/${n}`));
    const length = LENGTHS[terms.size % LENGTHS.length] ?? 1;
    const start = number(`${seed}/start/${n}`) % Math.max(1, text.length - length);
    const term = text.slice(start, start + length);
    // What the API refuses is not a term: white space alone, or half of a surrogate pair.
    if (term.trim() === '' || !term.isWellFormed()) continue;
    terms.add(terms.size % 3 === 0 ? swapCase(term) : term);
  }
  for (let n = 0; terms.size < drawn + absent; n++) {
    const noise = createHash('sha256').update(`${seed}/absent/${n}`).digest('base64');
    terms.add(noise.slice(0, 6 + (n % 30)));
  }
  return [...terms];
}

/** Turns ASCII letters into upper case, so that the API has case to ignore. */
function swapCase(term: string): string {
  return term.replace(/[a-z]/g, (letter) => letter.toUpperCase());
}

function number(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0);
}

async function compareAll(
  servers: readonly RunningServer[],
  scan: PlainScan,
  terms: readonly string[],
): Promise<boolean> {
  let agreed = 0;
  let found = 0;
  for (const term of terms) {
    const holders = scan.search([term]);
    if (holders.length > 0) found++;
    let same = true;
    for (const order of [...KNOWN_ORDERS, ...OTHER_ORDERS]) {
      const answers = await Promise.all(servers.map((server) => allDomains(server, term, order)));
      const expected = inOrder(holders, order) ?? answers[0]?.domains ?? [];
      for (const [at, answer] of answers.entries()) {
        if (answer.total === holders.length && expected.join('\n') === answer.domains.join('\n')) continue;
        same = false;
        const missing = holders.filter((domain) => !answer.domains.includes(domain));
        const surplus = answer.domains.filter((domain) => !holders.includes(domain));
        const { total } = answer;
        console.log(
          JSON.stringify({ term, order, server: at, total, expected: holders.length, missing, surplus }),
        );
      }
    }
    if (same) agreed++;
  }
  console.log(
    `${scan.size} domains, ${servers.length} storage(s), ${KNOWN_ORDERS.length + OTHER_ORDERS.length} orders: ` +
      `${agreed} of ${terms.length} terms agree (${found} of them occur somewhere)`,
  );
  return agreed === terms.length;
}

/** @param domains in code point order @returns null for an order that only the storages know */
function inOrder(domains: readonly string[], order: string): readonly string[] | null {
  // Sorting is stable, so equal ranks stay in code point order. No rank is 0, a value like any other.
  switch (order) {
    case 'domain,asc':
      return domains;
    case 'domain_rank,desc':
      return domains.toSorted((a, b) => rankOf(b) - rankOf(a));
    case 'domain_rank,asc':
      return domains.toSorted((a, b) => rankOf(a) - rankOf(b));
    default:
      return null;
  }
}

/** Reads every page of the answer by token, with three page sizes in turn, so that page borders fall everywhere. */
async function allDomains(
  server: RunningServer,
  term: string,
  order: string,
): Promise<{ total: number; domains: string[] }> {
  const domains: string[] = [];
  let token = '';
  let total = 0;
  do {
    const limit = [997, 10_000, 313][domains.length % 3] ?? 10;
    const page = await server.search({
      search_terms: [term],
      order_by: [order],
      limit,
      ...(token === '' ? {} : { offset_token: token }),
    });
    total = page.total_count;
    domains.push(...page.items.map((item) => item.domain));
    token = page.offset_token;
  } while (token !== '');
  return { total, domains };
}
