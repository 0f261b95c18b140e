// How long hosts take: facets of them over all domains, conditions on them, and which of 10,000 domains load one, over HTTP. The
// hosts are those of captures; each copy of a site has links of its own, so that hosts grow in number as domains do. Sources are
// short, since hosts are not looked for in them. Prints and stores the figures.
//
//   npm run bench:named-hosts -- [--domains 47120] [--rounds 10] [--out FILE.json] FILE.warc.gz…
import { extractPage } from '@sitegrep/facts';
import { deriveTokenKey } from '@sitegrep/search';
import { foldSite, type NamedHost, type PageFacts } from '@sitegrep/site';
import { NO_PAGE_FACTS } from '@sitegrep/site/test/facts';
import { wholeSite } from '@sitegrep/storage';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { readWarc } from '@sitegrep/warc';
import { startServer } from '../../support/server-process.ts';
import { openTemporaryIndex } from '../../support/temporary-index.ts';
import { atMost, median, reportGoals, rounded, summary, timesOf } from '../harness/figures.ts';
import { integer, readOptions } from '../harness/options.ts';
import { readProcessorMs } from '../harness/processor-time.ts';
import { printRecord } from '../harness/record.ts';
import { queryOf } from '../query/corpus.ts';

const options = readOptions({ domains: integer(47_120), rounds: integer(10) });
const { rounds, files } = options;

const KEY = deriveTokenKey(new Uint8Array(32).fill(1));
/** Domains of one put. */
const BATCH = 200;
/** Originals that name a host at which it is one that copies share. */
const SHARED = 3;
const LISTED = 10_000;
const FACETS = [
  { field: 'host' },
  { field: 'host', party: 'third' },
  { field: 'host', kind: 'script' },
  { field: 'host', kind: 'script', party: 'third' },
  { field: 'host', kind: 'link', limit: 100 },
];
const HOSTS = [
  'www.googletagmanager.com',
  'fonts.googleapis.com',
  'www.facebook.com',
  'cdn.jsdelivr.net',
  'use.typekit.net',
  'absent.example',
  '*.googleapis.com',
  '*.cloudfront.net',
  '*.blogspot.com',
];

await using closers = new AsyncDisposableStack();
const temporary = await openTemporaryIndex('sqlite');
closers.defer(() => temporary.remove());
const dataDir = temporary.settings.SITEGREP_DATA_DIR;

const originals: (readonly NamedHost[])[] = [];
for (const file of files) {
  for await (const page of readWarc(file)) originals.push(extractPage(page, { links: false }).facts.hosts);
}
const sharedBy = new Map<string, number>();
for (const { host } of originals.flat()) sharedBy.set(host, (sharedBy.get(host) ?? 0) + 1);
const domains = Array.from({ length: options.domains }, (_, number) => `site-${number}.example`);
await fill();
const inProcess = await measureStorage();
const overHttp = await measureServer();
await printRecord(options, {
  hosts_a_domain: rounded(originals.flat().length / originals.length),
  ...inProcess,
  ...overHttp,
});
reportGoals([
  atMost('facet host over all domains, ms', inProcess.facets_ms['host']?.p50 ?? Infinity, 50),
  atMost(
    'host:, slowest median, ms',
    Math.max(...Object.values(inProcess.conditions_ms).map(({ p50 }) => p50)),
    5,
  ),
  atMost('which of 10,000 domains load a host, ms', overHttp.list_ms.p50, 1_000),
]);

async function fill(): Promise<void> {
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  try {
    for (let from = 0; from < domains.length; from += BATCH) {
      const some = domains.slice(from, from + BATCH).map((domain, at) => siteOf(domain, from + at));
      await storage.domains.put(some.map((site) => wholeSite(site)));
    }
  } finally {
    await storage.close();
  }
}

function siteOf(domain: string, number: number) {
  const copy = Math.floor(number / originals.length);
  const hosts = (originals[number % originals.length] ?? []).map(({ host, kinds }) => ({
    host: copy === 0 || (sharedBy.get(host) ?? 0) >= SHARED ? host : `copy-${copy}.${host}`,
    kinds,
  }));
  const facts: PageFacts = { ...NO_PAGE_FACTS, hosts };
  const page = {
    url: `https://${domain}/`,
    fetchedAt: 0,
    charset: 'utf-8',
    truncated: false,
    source: `<p>${number}`,
    facts,
  };
  return foldSite(domain, [page], { maxSiteBytes: 1_000_000 });
}

async function measureStorage() {
  // Another process opens the index, as after a restart: nothing of it is in memory.
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  const index = storage.domains;
  try {
    await index.search(queryOf({ limit: 1 }, KEY));
    const firsts: Record<string, number> = {};
    const kept: Record<string, ReturnType<typeof summary>> = {};
    const counted: Record<string, ReturnType<typeof summary>> = {};
    for (const facet of FACETS) {
      const name = [facet.field, facet.kind, facet.party].filter((one) => one !== undefined).join(' ');
      const query = queryOf({ limit: 1, facets: [facet] }, KEY);
      const [first = 0] = await timesOf([query], (one) => index.search(one));
      firsts[name] = rounded(first);
      kept[name] = summary(await timesOf(repeated(query), (one) => index.search(one)));
      // Each has another number of values, so that none is kept.
      const others = repeated(facet).map((one, round) =>
        queryOf({ limit: 1, facets: [{ ...one, offset: round + 1 }] }, KEY),
      );
      counted[name] = summary(await timesOf(others, (one) => index.search(one)));
    }
    const { facets: [everything] = [] } = await index.search(
      queryOf({ limit: 1, facets: [{ field: 'host' }] }, KEY),
    );
    const conditions: Record<string, ReturnType<typeof summary>> = {};
    for (const host of HOSTS) {
      // Each order and limit is another search, so that nothing of it is kept but what the index keeps.
      const queries = Array.from({ length: rounds }, (_, round) =>
        queryOf({ q: `host:${host}`, limit: 10 + round }, KEY),
      );
      conditions[host] = summary(await timesOf(queries, (one) => index.search(one)));
    }
    return {
      domains: domains.length,
      different_hosts: everything?.distinct,
      facets_first_ms: firsts,
      facets_counted_ms: counted,
      facets_ms: kept,
      conditions_ms: conditions,
    };
  } finally {
    await storage.close();
  }
}

async function measureServer() {
  const server = await startServer(dataDir, temporary.settings);
  try {
    const times: number[] = [];
    const processor: number[] = [];
    let found = 0;
    for (let round = 0; round <= rounds; round++) {
      const start = (round * 3_571) % Math.max(1, domains.length - LISTED);
      const listed = domains.slice(start, start + LISTED);
      const before = readProcessorMs(server.pid);
      const startedAt = performance.now();
      const response = await fetch(`${server.url}/search`, {
        method: 'POST',
        headers: { 'x-api-key': server.key, 'content-type': 'application/json' },
        body: JSON.stringify({
          query: {
            and: [{ filter: ['host', 'matches', HOSTS[round % 5]] }, { filter: ['domain', 'in', listed] }],
          },
          limit: LISTED,
        }),
      });
      const answer = await response.text();
      if (!response.ok) throw new Error(answer.slice(0, 1_000));
      found += answer.split('"domain"').length - 1;
      // The first round compiles.
      if (round === 0) continue;
      times.push(performance.now() - startedAt);
      processor.push(readProcessorMs(server.pid) - before);
    }
    return {
      list_ms: summary(times),
      list_processor_ms: rounded(median(processor)),
      list_found_a_round: Math.round(found / (rounds + 1)),
    };
  } finally {
    await server.stop();
  }
}

function repeated<Value>(value: Value): readonly Value[] {
  return Array.from({ length: rounds }, () => value);
}
