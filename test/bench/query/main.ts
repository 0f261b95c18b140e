// How long queries of the language take, over captures and over many variants of them, with ripgrep beside over the same
// texts. Prints and stores the figures.
//
//   npm run bench:query -- [--copies 16] [--out FILE.json] FILE.warc.gz…
//   npm run bench:query -- --rendered [--out FILE.json]
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  deriveTokenKey,
  necessaryFor,
  parseQuery,
  parseSearch,
  type Query,
  type QueryInput,
  type SearchInput,
} from '@sitegrep/search';
import type { DomainIndex } from '@sitegrep/storage';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { hasRipgrep } from '../index/ripgrep.ts';
import { runRecord } from '../run-record.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { addVariants, importCaptures, writeFiles } from './corpus.ts';
import { measureHostile } from './hostile.ts';
import { CASED, PATTERNS, TERMS } from './patterns.ts';
import { measureRendered } from './rendered.ts';

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    copies: { type: 'string', default: '16' },
    rendered: { type: 'boolean', default: false },
    out: { type: 'string' },
  },
});
if ((files.length === 0) !== values.rendered)
  throw new Error('name at least one WARC file, or give --rendered alone');

const KEY = deriveTokenKey(new Uint8Array(32).fill(1));
/** Patterns are measured that at most this share of all documents can have, as far as the index tells. */
const MAX_SHARE = 0.01;
const ROUNDS = 5;

const folder = temporaryFolder('query');
const dataDir = join(folder, 'data');
const figures = values.rendered ? { rendered: await measureRendered(folder, KEY) } : await measureCaptures();
const record = { ...(await runRecord(files)), ...figures };
console.log(JSON.stringify(record, null, 2));
if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify(record, null, 2)}\n`);

async function measureCaptures(): Promise<object> {
  const originals = await importCaptures(dataDir, files);
  const results: object[] = [];
  for (const copies of new Set([1, Number(values.copies)])) results.push(await measure(copies));
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
    const ripgrep = hasRipgrep() ? patterns.map((pattern) => ripgrepMs(pattern, texts)) : [];
    return {
      copies,
      domains,
      patterns: patterns.length,
      candidates: chosen.reduce((sum, { candidates }) => sum + candidates, 0),
      pattern_first_ms: summary(first),
      pattern_again_ms: summary(again),
      second_page_ms: summary(nextPages),
      pattern_on_pages_ms: summary(pages),
      case_sensitive_ms: summary(casedTimes),
      terms_ms: terms,
      ripgrep_ms: summary(ripgrep),
      times_faster_than_ripgrep:
        ripgrep.length === 0 ? null : round(median(ripgrep.map((ms, at) => ms / (first[at] ?? ms)))),
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
    ratio: round(median(asQueries) / median(asTerms)),
  };
}

async function candidatesOf(index: DomainIndex, pattern: string): Promise<number> {
  const searched = query({ q: asPattern(pattern) });
  const { candidates } = necessaryFor(searched.where, 'domain');
  return (await index.search({ ...searched, where: candidates })).total;
}

function asPattern(pattern: string): string {
  return `re:"${pattern.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

async function timesOf<Value>(
  inputs: readonly Value[],
  work: (input: Value) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  for (const input of inputs) {
    const startedAt = performance.now();
    await work(input);
    times.push(performance.now() - startedAt);
  }
  return times;
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
  const read = parseSearch('domain', input, KEY);
  if (!read.ok) throw new Error(JSON.stringify(read));
  return read.value;
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

function summary(times: readonly number[]): object {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
  return { count: times.length, p50: at(0.5), p95: at(0.95), max: at(1) };
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

function round(number: number): number {
  return Math.round(100 * number) / 100;
}
