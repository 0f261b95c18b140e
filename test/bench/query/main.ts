// How long queries of the language take, over captures and over many variants of them, with ripgrep beside over the same
// texts. Prints and stores the figures.
//
//   npm run bench:query -- [--copies 16] [--out FILE.json] FILE.warc.gz…
//   npm run bench:query -- --rendered [--out FILE.json]
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import {
  deriveTokenKey,
  necessaryFor,
  parseQuery,
  parseSearch,
  type Query,
  type QueryInput,
  type SearchInput,
  quotedPattern,
} from '@sitegrep/search';
import type { DomainIndex } from '@sitegrep/storage';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { median, rounded, summary, timesOf } from '../harness/figures.ts';
import { flag, integer, readOptions, refuse } from '../harness/options.ts';
import { printRecord } from '../harness/record.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { hasRipgrep } from '../index/ripgrep.ts';
import { addVariants, importCaptures, queryOf, writeFiles } from './corpus.ts';
import { measureHostile } from './hostile.ts';
import { CASED, PATTERNS, TERMS } from './patterns.ts';
import { measureFirstTime } from './first-time.ts';
import { measureRendered } from './rendered.ts';
import { measureShown } from './shown.ts';

const options = readOptions({ copies: integer(16), rendered: flag }, 'files or none');
if ((options.files.length === 0) !== options.rendered)
  refuse('name at least one WARC file, or give --rendered alone');

const KEY = deriveTokenKey(new Uint8Array(32).fill(1));
/** Patterns are measured that at most this share of all documents can have, as far as the index tells. */
const MAX_SHARE = 0.01;
const ROUNDS = 5;

const folder = temporaryFolder('query');
const dataDir = join(folder, 'data');
await printRecord(
  options,
  options.rendered ? { rendered: await measureRendered(folder, KEY) } : await measureCaptures(),
);

async function measureCaptures(): Promise<object> {
  const originals = await importCaptures(dataDir, options.files);
  const results: object[] = [];
  for (const copies of new Set([1, options.copies])) results.push(await measure(copies));
  const hostile = await measureHostile(join(folder, 'hostile'), KEY);
  return { domains: originals, results, hostile };
}

async function measure(copies: number): Promise<object> {
  const filling = await openSqliteStorage({ dataDir, readers: 1 });
  const texts = join(folder, `texts-${copies}`);
  await addVariants(filling, copies);
  if (hasRipgrep()) await writeFiles(filling, texts);
  const { domains } = await filling.domains.stats();
  await filling.close();
  // Another process opens the index, as after a restart: nothing of it is in memory.
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  try {
    const index = storage.domains;
    // First, so that nothing has been read before.
    const firstTime = await measureFirstTime(index, KEY);
    const chosen: { readonly pattern: string; readonly candidates: number }[] = [];
    for (const pattern of PATTERNS) {
      const candidates = await candidatesOf(index, pattern);
      if (candidates > 0 && candidates <= MAX_SHARE * domains) chosen.push({ pattern, candidates });
    }
    const patterns = chosen.map(({ pattern }) => pattern);
    const first = await timesOf(patterns, (pattern) => index.search(query({ q: asPattern(pattern) })));
    const again = await timesOf(patterns, (pattern) =>
      index.search(query({ q: asPattern(pattern), limit: 5 })),
    );
    const secondPages: (() => Promise<unknown>)[] = [];
    for (const pattern of patterns) {
      const { next } = await index.search(query({ q: asPattern(pattern), limit: 1 }));
      if (next === null) continue;
      const from = { kind: 'after', cursor: next } as const;
      secondPages.push(() => index.search({ ...query({ q: asPattern(pattern), limit: 10 }), from }));
    }
    const nextPages = await timesOf(secondPages, (search) => search());
    const pages = await timesOf(patterns, (pattern) => index.search(pageQuery({ q: asPattern(pattern) })));
    const cased: string[] = [];
    for (const text of CASED) {
      const { total } = await index.search(query({ q: JSON.stringify(text) }));
      if (total > 0 && total <= MAX_SHARE * domains) cased.push(text);
    }
    const casedTimes = await timesOf(cased, (text) =>
      index.search(query({ q: `case:yes ${JSON.stringify(text)}` })),
    );
    const terms = await pairedTerms(index);
    const shown = await measureShown(index, KEY);
    const ripgrep = hasRipgrep() ? patterns.map((pattern) => ripgrepMs(pattern, texts)) : [];
    return {
      copies,
      domains,
      patterns: patterns.length,
      candidates: chosen.reduce((sum, { candidates }) => sum + candidates, 0),
      first_time_ms: firstTime,
      pattern_first_ms: summary(first),
      pattern_again_ms: summary(again),
      second_page_ms: summary(nextPages),
      pattern_on_pages_ms: summary(pages),
      case_sensitive_ms: summary(casedTimes),
      terms_ms: terms,
      shown_of_matches: shown,
      ripgrep_ms: summary(ripgrep),
      times_faster_than_ripgrep:
        ripgrep.length === 0 ? null : rounded(median(ripgrep.map((ms, at) => ms / (first[at] ?? ms)))),
    };
  } finally {
    await storage.close();
  }
}

/** The same terms by html-source-code-search and by the language, in turns. */
async function pairedTerms(index: DomainIndex): Promise<object> {
  const [asTerms, asQueries]: [number[], number[]] = [[], []];
  for (let round = 0; round < 20 * ROUNDS; round++) {
    for (const term of TERMS) {
      asTerms.push(...(await timesOf([term], (one) => index.search(termQuery({ search_terms: [one] })))));
      asQueries.push(...(await timesOf([term], (one) => index.search(query({ q: JSON.stringify(one) })))));
    }
  }
  return {
    html_source_code_search: summary(asTerms),
    search: summary(asQueries),
    ratio: rounded(median(asQueries) / median(asTerms)),
  };
}

async function candidatesOf(index: DomainIndex, pattern: string): Promise<number> {
  const searched = query({ q: asPattern(pattern) });
  const { candidates } = necessaryFor(searched.where, 'domain', index.unit);
  return (await index.search({ ...searched, where: candidates })).total;
}

function asPattern(pattern: string): string {
  return `re:${quotedPattern(pattern)}`;
}

/** Names the files with a match, as `rg -l` does, case ignored as the query does. */
function ripgrepMs(pattern: string, texts: string): number {
  const startedAt = performance.now();
  const { status } = spawnSync(
    'rg',
    ['--no-config', '--no-ignore', '--text', '-i', '--files-with-matches', '-e', pattern, texts],
    { maxBuffer: 2 ** 28 },
  );
  if (status !== 0 && status !== 1) throw new Error(`rg ended with ${status}`);
  return performance.now() - startedAt;
}

function query(input: QueryInput): Query<'domain'> {
  return queryOf(input, KEY);
}

function pageQuery(input: QueryInput): Query<'page'> {
  const read = parseSearch('page', input, KEY);
  if (!read.ok) throw new Error(JSON.stringify(read));
  return read.value;
}

function termQuery(input: SearchInput): Query {
  const read = parseQuery(input, KEY);
  if (!read.ok) throw new Error(JSON.stringify(read));
  return read.value;
}
