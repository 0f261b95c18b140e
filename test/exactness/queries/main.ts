// Asks queries of the language, drawn from captured pages themselves and written by hand, of each storage at both levels,
// and compares totals, items, their order and the walk by token with a plain scan by another engine for regular expressions.
// Prints every disagreement; exits with 1 if there is one.
//
// Pieces of source that are cut out of the pages are asked as they stand, too, and have to be read so, or noted.
//
//   npm run exactness:queries -- [--storage sqlite,elasticsearch] [--queries 400] [--pasted 200] [--domains 300] [--seed 1] FILE.warc.gz…
import { parseArgs } from 'node:util';
import {
  deriveTokenKey,
  parseSearch,
  signToken,
  type Level,
  type Query,
  type QueryInput,
} from '@sitegrep/search';
import {
  type DomainIndex,
  type SearchPage,
  type Storage,
  type StoredDomain,
  wholeSite,
} from '@sitegrep/storage';
import { runCommand } from '../../support/server-process.ts';
import { isStorageKind, openTemporaryIndex } from '../../support/temporary-index.ts';
import { BY_HAND } from './by-hand.ts';
import { drawQuery, seeded } from './draw-queries.ts';
import { cutPieces, pasteFault } from './pasted.ts';
import { PageScan, type Item } from './page-scan.ts';

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    storage: { type: 'string', default: 'sqlite' },
    queries: { type: 'string', default: '400' },
    pasted: { type: 'string', default: '200' },
    domains: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
  },
});
if (files.length === 0) throw new Error('name at least one WARC file');

const KEY = deriveTokenKey(new Uint8Array(32).fill(1));
const ORDERS = {
  domain: [['domain,asc'], ['rank,desc'], ['visited,desc'], ['visited,asc', 'domain,desc']],
  page: [['domain,asc'], ['url,desc'], ['fetched_at,desc'], ['rank,asc', 'url,asc']],
} as const;
/** Levels whose items follow from the stored pages. */
const LEVELS = ['domain', 'page'] as const;
/** Items in one answer of a walk. */
const LIMITS = [3, 17, 10_000];
const PUT_AT_A_TIME = 50;
const PROGRESS_EACH = 25;

await using closers = new AsyncDisposableStack();
const documents = await chosenDocuments(Number(values.domains));
const indexes = new Map<string, DomainIndex>();
for (const kind of values.storage.split(',')) indexes.set(kind, await filledIndex(kind));
const scan = closers.use(await PageScan.of(documents));
const random = seeded(Number(values.seed));
const drawn = Array.from({ length: Number(values.queries) }, () => drawQuery(documents, random));
const sources = documents.flatMap(({ pages }) => pages.map(({ source }) => source));
const pasted = cutPieces(sources, Number(values.pasted), random).map(({ text }) => text);
let [compared, faults, matching] = [0, 0, 0];
for (const q of pasted) {
  const fault = pasteFault(q);
  if (fault === null) continue;
  faults++;
  console.log(`${q}\n  ${fault}`);
}
for (const [number, q] of [...drawn, ...pasted, ...BY_HAND].entries()) {
  if (number % PROGRESS_EACH === 0) console.error(`${number} queries compared, ${faults} disagreements`);
  for (const level of LEVELS) {
    const order_by = [...(ORDERS[level][number % 4] ?? [])];
    const limit = LIMITS[number % LIMITS.length] ?? 10;
    const input = { q, order_by, limit };
    const query = parsed(level, input);
    const expected = await scan.items(query.where, level, query.order);
    if (expected.length > 0) matching++;
    for (const [storage, index] of indexes) {
      compared++;
      const fault = difference(expected, await walked(index, query, input));
      if (fault === null) continue;
      faults++;
      console.log(`${storage}, ${level}: ${q}\n  ${fault}`);
    }
  }
}
console.log(
  `${compared} searches of ${drawn.length} drawn queries, ${pasted.length} pasted and ${BY_HAND.length} by hand over ${documents.length} domains; ` +
    `${matching} of them match something; ${faults} disagreements`,
);
process.exitCode = faults === 0 ? 0 : 1;

interface Answer {
  readonly totals: readonly number[];
  readonly names: readonly string[];
}

/** All items of a query, walked by token. */
async function walked(index: DomainIndex, first: Query, input: QueryInput): Promise<Answer> {
  const totals: number[] = [];
  const names: string[] = [];
  for (let query = first; ;) {
    const page: SearchPage = await index.search(query);
    totals.push(page.total);
    for (const hit of page.hits) names.push('url' in hit ? `${hit.domain} ${hit.url}` : hit.domain);
    if (page.next === null) return { totals, names };
    query = parsed(first.level, { ...input, offset_token: signToken(KEY, query, page.next) });
  }
}

function parsed(level: Level, input: QueryInput): Query {
  const query = parseSearch(level, input, KEY);
  if (!query.ok) throw new Error(`${input.q}: ${JSON.stringify(query.error)}`);
  return query.value;
}

function difference(expected: readonly Item[], { totals, names }: Answer): string | null {
  const wanted = expected.map(({ domain, url }) => (url === null ? domain : `${domain} ${url}`));
  if (totals.some((total) => total !== wanted.length))
    return `total ${totals.join(', ')}, not ${wanted.length}`;
  const at = names.findIndex((name, index) => name !== wanted[index]);
  if (at !== -1) return `item ${at} is ${names[at]}, not ${wanted[at] ?? 'none'}`;
  return names.length === wanted.length ? null : `${names.length} items, not ${wanted.length}`;
}

/** Every so many of all imported domains, with their sources as they are stored. */
async function chosenDocuments(count: number): Promise<readonly StoredDomain[]> {
  const index = await openTemporaryIndex('sqlite');
  try {
    await runCommand(['import', ...files], index.settings.SITEGREP_DATA_DIR, index.settings);
    const storage = await index.openStorage();
    try {
      const { domains } = await storage.domains.stats();
      const each = Math.max(1, Math.floor(domains / count));
      const chosen: StoredDomain[] = [];
      let number = 0;
      for await (const stored of storage.domains.scan()) {
        if (number++ % each === 0 && chosen.length < count)
          chosen.push({ ...stored, rank: stored.domain.length });
      }
      return chosen;
    } finally {
      await storage.close();
    }
  } finally {
    await index.remove();
  }
}

async function filledIndex(kind: string): Promise<DomainIndex> {
  if (!isStorageKind(kind)) throw new Error(`--storage takes sqlite and elasticsearch, not ${kind}`);
  const index = await openTemporaryIndex(kind);
  closers.defer(() => index.remove());
  const storage: Storage = await index.openStorage();
  closers.defer(() => storage.close());
  for (let from = 0; from < documents.length; from += PUT_AT_A_TIME) {
    await storage.domains.put(documents.slice(from, from + PUT_AT_A_TIME).map(wholeSite));
  }
  await storage.domains.setRanks(documents.map(({ domain, rank }) => ({ domain, rank })));
  return storage.domains;
}
