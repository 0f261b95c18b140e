// Searches over HTTP for terms drawn from captured pages themselves, and compares total and domains with a plain scan
// of the same pages, case ignored. Prints every disagreement; exits with 1 if there is one.
//
//   node test/bench/exactness.ts [--terms 200] [--absent 50] [--seed 1] [--data-dir DIR] FILE.warc.gz…
//
// With --data-dir the files must have been imported there already; otherwise they are, into a temporary folder.
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { extractPage } from '@sitegrep/extract';
import { canonicalDomain } from '@sitegrep/site';
import { readWarc } from '@sitegrep/warc';
import { PlainScan } from './plain-scan.ts';
import { runCommand, startServer, type RunningServer } from './server-process.ts';

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    terms: { type: 'string', default: '200' },
    absent: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    'data-dir': { type: 'string' },
  },
});
if (files.length === 0) throw new Error('name at least one WARC file');

const LENGTHS = [1, 2, 3, 4, 5, 6, 8, 11, 15, 20, 30, 45, 70, 100, 140, 200];

const ownFolder =
  values['data-dir'] === undefined ? await mkdtemp(join(tmpdir(), 'sitegrep-exactness-')) : null;
const dataDir = values['data-dir'] ?? ownFolder ?? '';
try {
  if (ownFolder !== null) await runCommand(['import', ...files], dataDir);
  const scan = await scanOf(files);
  const terms = chooseTerms(scan, Number(values.terms), Number(values.absent), values.seed);
  const server = await startServer(dataDir);
  try {
    process.exitCode = (await compareAll(server, scan, terms)) ? 0 : 1;
  } finally {
    await server.stop();
  }
} finally {
  if (ownFolder !== null) await rm(ownFolder, { recursive: true, force: true });
}

async function scanOf(paths: readonly string[]): Promise<PlainScan> {
  const scan = new PlainScan();
  for (const path of paths) {
    for await (const page of readWarc(path)) {
      const domain = canonicalDomain(page.url);
      if (domain !== null) scan.add(domain, page.url, page.fetchedAt, extractPage(page).source);
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

/** Upper case where that is one character of the same fold, so that the API has case to ignore. */
function swapCase(term: string): string {
  return term.replace(/[a-z]/g, (letter) => letter.toUpperCase());
}

function number(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0);
}

async function compareAll(
  server: RunningServer,
  scan: PlainScan,
  terms: readonly string[],
): Promise<boolean> {
  let agreed = 0;
  let found = 0;
  for (const term of terms) {
    const expected = scan.search([term]);
    const answer = await allDomains(server, term);
    const same = answer.total === expected.length && expected.join('\n') === answer.domains.join('\n');
    if (same) agreed++;
    else {
      const missing = expected.filter((domain) => !answer.domains.includes(domain));
      const surplus = answer.domains.filter((domain) => !expected.includes(domain));
      console.log(JSON.stringify({ term, total: answer.total, expected: expected.length, missing, surplus }));
    }
    if (expected.length > 0) found++;
  }
  console.log(
    `${scan.size} domains; ${agreed} of ${terms.length} terms agree (${found} of them stand somewhere)`,
  );
  return agreed === terms.length;
}

/** Every page of the answer, by token, three sizes in turn so that page borders fall everywhere. */
async function allDomains(
  server: RunningServer,
  term: string,
): Promise<{ total: number; domains: string[] }> {
  const domains: string[] = [];
  let token = '';
  let total = 0;
  do {
    const limit = [997, 10_000, 313][domains.length % 3] ?? 10;
    const page = await server.search({
      search_terms: [term],
      order_by: ['domain,asc'],
      limit,
      ...(token === '' ? {} : { offset_token: token }),
    });
    total = page.total_count;
    domains.push(...page.items.map((item) => item.domain));
    token = page.offset_token;
  } while (token !== '');
  return { total, domains };
}
