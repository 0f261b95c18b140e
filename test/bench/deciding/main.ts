// Processor time of deciding saved searches about each captured site, beside that of the analysis of its pages: with none, 1,000 and
// 10,000 searches, in rounds. Also what making them takes, and one more.
//
// Searches are made from all captures that are named; they are decided about the first ones.
//
//   npm run bench:deciding -- [--pages 1381] [--origins 2000] [--rounds 3] [--seed 1] [--out FILE.json] FILE.warc.gz…
import { compileSearches, type DecidedSite, type Decider } from '@sitegrep/deciding';
import { extractPage, languageDetector, loadOwnerDetails } from '@sitegrep/facts';
import { loadLanguages } from '@sitegrep/facts/data';
import { wordMaker } from '@sitegrep/fulltext';
import { readPageText } from '@sitegrep/html';
import { foldSite, labelsOf, type Page, type PageRecord, registrableDomain } from '@sitegrep/site';
import { createDetector } from '@sitegrep/technologies';
import { loadFingerprints } from '@sitegrep/technologies/data';
import { readWarc } from '@sitegrep/warc';
import { atLeast, atMost, brief, median, reportGoals, rounded } from '../harness/figures.ts';
import { integer, readOptions } from '../harness/options.ts';
import { writeRecord } from '../harness/record.ts';
import { type CapturedSite, madeSearches } from './made-searches.ts';

const MAX_SITE = 64 << 20;
const COUNTS = [0, 1_000, 10_000];
/**
 * Processor time of all of an import of a page (`time sitegrep import`: reading, history, index and full text, too), beside that of
 * its analysis.
 */
const IMPORT = 2.5;
/** Pages a second of an import with so many searches, beside those of one without. */
const RATES = [0.95, 0.85];
/** Milliseconds of adding a search: it holds up the thread that writes. */
const MAX_ADDITION = 5;

const options = readOptions({
  pages: integer(1_381),
  origins: integer(2_000),
  rounds: integer(3),
  seed: integer(1),
});
const pages: Page[] = [];
/** Pages from which searches alone are made. */
const others: Page[] = [];
for (const file of options.files) {
  for await (const page of readWarc(file)) {
    if (pages.length < options.pages) pages.push(page);
    else if (others.length < options.origins) others.push(page);
    else break;
  }
}

const languageOf = languageDetector(loadLanguages());
const ownerDetails = await loadOwnerDetails();
const detector = createDetector(loadFingerprints());
const makeWords = wordMaker();

/** Does what a thread does for a page of a crawl. */
function analysed(page: Page): PageRecord {
  const { source, charset, signals, facts, truncated } = extractPage(page, { languageOf, ownerDetails });
  const detected = detector.record(signals);
  const record: PageRecord = {
    url: page.url,
    fetchedAt: page.fetchedAt,
    charset,
    source,
    truncated,
    facts: { ...facts, version: '1', ...detected },
  };
  makeWords(record, readPageText(source));
  return record;
}

function sitesOf(some: readonly Page[]): readonly CapturedSite[] {
  return Array.from(
    Map.groupBy(some.map(analysed), ({ url }) => registrableDomain(new URL(url).hostname)),
    ([domain, records]): CapturedSite => {
      const folded = foldSite(domain, records, { maxSiteBytes: MAX_SITE });
      const sources = folded.pages.map(({ source }) => source);
      return { folded, labels: labelsOf(folded), sources };
    },
  );
}

const sites = sitesOf(pages);

/** A put has sources as UTF-8 in shared memory: making texts of them is part of what is timed. */
const puts = sites.map(({ folded, labels, sources }): DecidedSite => {
  const utf8 = sources.map((source) => Buffer.from(source));
  return {
    domain: folded.domain,
    facts: folded.facts,
    rank: 0,
    labels,
    firstVisit: folded.facts.lastVisited,
    pages: folded.pages.map(({ url, facts }, number) => ({
      url,
      facts,
      get source() {
        return utf8[number]?.toString() ?? '';
      },
    })),
    lists: new Set(),
    hasChange: () => false,
  };
});
const [first] = puts;
if (first === undefined) throw new RangeError('there are no pages');
const small: DecidedSite = {
  ...first,
  pages: [{ url: 'https://example.com/', source: '-', facts: { dns: [] } }],
};

/** @returns how many searches are fulfilled by all sites together */
function decideAll(decider: Decider): number {
  let found = 0;
  for (const put of puts) {
    const { fulfilled, undecided } = decider.decide(put);
    if (undecided.length > 0) throw new Error(`${put.domain}: ${undecided.length} searches are undecided`);
    found += fulfilled.length;
  }
  return found;
}

/** Microseconds of processor time. */
function timed(work: () => unknown): number {
  const startedAt = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(startedAt);
  return user + system;
}

const searches = madeSearches([...sites, ...sitesOf(others)], COUNTS.at(-1) ?? 0, options.seed);
const deciders = COUNTS.map((count) => {
  globalThis.gc?.();
  const before = memory();
  const decider = compileSearches([]);
  const compileUs = timed(() => {
    for (const search of searches.slice(0, count)) decider.add(search);
    // Literals are put together when they are looked for first.
    decider.decide(small);
  });
  const found = decideAll(decider);
  globalThis.gc?.();
  return { count, decider, found, compileUs, bytes: memory() - before };
});

/** Bytes that are in use. They are exact with --expose-gc alone. */
function memory(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Microseconds of adding a search and deciding a small site, the slowest of a hundred. */
function slowestAddition(decider: Decider): number {
  const times = Array.from({ length: 100 }, (_, number) =>
    timed(() => {
      const text = `one more text, number ${number}`;
      decider.add({
        id: text,
        level: 'domain',
        where: { kind: 'text', text, caseSensitive: false, scope: 'body' },
      });
      decider.decide(small);
    }),
  );
  for (let number = 0; number < 100; number++) decider.remove(`one more text, number ${number}`);
  return Math.max(...times);
}

const analysisUs: number[] = [];
const decideUs = deciders.map((): number[] => []);
for (let round = 0; round <= options.rounds; round++) {
  const analysis = timed(() => pages.forEach(analysed));
  const decided = deciders.map(({ decider }) => timed(() => decideAll(decider)));
  // The first round compiles.
  if (round === 0) continue;
  analysisUs.push(analysis / pages.length);
  for (const [at, time] of decided.entries()) decideUs[at]?.push(time / pages.length);
}
const analysis = median(analysisUs);
const figures = deciders.map(({ count, decider, found, compileUs, bytes }, at) => {
  const us = median(decideUs[at] ?? []);
  return {
    searches: count,
    'found on a site': rounded(found / sites.length, 10),
    'µs a page': rounded(us, 1),
    'beside analysis': rounded(1 + us / analysis, 1_000),
    'pages/s of an import': rounded(1 / (1 + us / (IMPORT * analysis)), 1_000),
    'compile, ms': rounded(compileUs / 1_000, 1),
    'one more, ms at most': rounded(slowestAddition(decider) / 1_000, 10),
    'memory, MiB': rounded(bytes / 2 ** 20, 10),
    'bytes a search': count === 0 ? null : rounded(bytes / count, 1),
  };
});
console.log(
  `${pages.length} pages of ${sites.length} sites; analysis of a page: ${brief(analysis)} µs of processor time`,
);
console.table(figures);
reportGoals([
  ...RATES.map((bound, at) =>
    atLeast(
      `pages/s of an import with ${COUNTS[at + 1]} searches, beside one without`,
      figures[at + 1]?.['pages/s of an import'] ?? Number.NaN,
      bound,
    ),
  ),
  atMost('adding one search, ms', figures.at(-1)?.['one more, ms at most'] ?? Number.NaN, MAX_ADDITION),
]);
await writeRecord(options, {
  pages: pages.length,
  sites: sites.length,
  analysis_us_a_page: rounded(analysis, 1),
  deciding: figures,
});
