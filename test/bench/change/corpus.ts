// The documents that are replaced, and what a plain scan finds in them.
import { openAnalysis } from '../../../apps/cli/src/instance.ts';
import { loadConfig } from '@sitegrep/config';
import { importPages, SiteWriter } from '@sitegrep/intake';
import type { Page } from '@sitegrep/site';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { readWarc } from '@sitegrep/warc';
import { PlainScan } from '../../exactness/plain-scan.ts';
import { drawTerms, TERMS } from '../index/terms.ts';
import { ANY_ROUND, hasMarks } from './marks.ts';

export interface Corpus {
  /** Domains in code point order; the number of a domain is its index here. */
  readonly domains: readonly string[];
  /** Characters of each domain's sources. */
  readonly characters: readonly number[];
  /** UTF-8 bytes of all sources. */
  readonly bytes: number;
  readonly terms: readonly KnownTerm[];
}

/** A term whose answer no replacement changes: 1 for each domain that holds it. */
export interface KnownTerm {
  readonly term: string;
  readonly found: Uint8Array;
}

const DRAWN = 120;
/** Characters of the drawn terms. */
const LENGTHS = Array.from({ length: 20 }, (_, at) => at + 1);

/** Imports captures into a folder, from which their documents are taken again and again. */
export async function importFirst(
  files: readonly string[],
  maxPages: number,
  dataDir: string,
): Promise<void> {
  const config = loadConfig({ SITEGREP_DATA_DIR: dataDir });
  await using closers = new AsyncDisposableStack();
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  closers.defer(() => storage.close());
  const analysis = openAnalysis(config, closers);
  const { maxSiteBytes, analysisThreads } = config;
  const sites = new SiteWriter({ domains: storage.domains, maxSiteBytes });
  const options = { sites, analysis, concurrency: 2 * analysisThreads };
  await importPages(firstOf(files, maxPages), options);
}

async function* firstOf(files: readonly string[], most: number): AsyncGenerator<Page> {
  let taken = 0;
  for (const file of files) {
    for await (const page of readWarc(file)) {
      if (taken++ >= most) return;
      yield page;
    }
  }
}

export async function readCorpus(dataDir: string, seed: string): Promise<Corpus> {
  await using closers = new AsyncDisposableStack();
  const storage = await openSqliteStorage({ dataDir, readers: 1, mustExist: true });
  closers.defer(() => storage.close());
  const scan = new PlainScan();
  const characters: number[] = [];
  for await (const { domain, pages } of storage.domains.scan()) {
    for (const { url, fetchedAt, source } of pages) scan.add(domain, url, fetchedAt, source);
    characters.push(pages.reduce((sum, { source }) => sum + source.length, 0));
  }
  const { sourceBytes: bytes } = await storage.domains.stats();
  const domains = scan.domains();
  if (scan.search([ANY_ROUND]).length > 0) throw new Error('a capture holds the characters of marks');
  const drawn = drawTerms((n) => scan.page(n), DRAWN, seed, LENGTHS);
  const terms = [...new Set([...TERMS, ...drawn])]
    .filter((term) => !hasMarks(term) && !term.includes('\0'))
    .map((term): KnownTerm => {
      const holders = new Set(scan.search([term]));
      return { term, found: Uint8Array.from(domains, (domain) => (holders.has(domain) ? 1 : 0)) };
    });
  return { domains, characters, bytes, terms };
}
