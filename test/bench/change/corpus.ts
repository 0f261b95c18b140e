import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { drawTerms, TERMS } from '../index/terms.ts';
import { PlainScan } from '../../exactness/plain-scan.ts';
import { ANY_ROUND, hasMarks } from './marks.ts';

/** The documents that are replaced, and what a plain scan finds in them. */
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

/** Characters of the drawn terms. */
const LENGTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20];

/** @param count of the terms that are drawn; those that people look for are added */
export async function readCorpus(dataDir: string, count: number, seed: string): Promise<Corpus> {
  const storage = await openSqliteStorage({ dataDir, readers: 1, mustExist: true });
  const scan = new PlainScan();
  const characters: number[] = [];
  try {
    for await (const { domain, pages } of storage.domains.scan()) {
      for (const { url, fetchedAt, source } of pages) scan.add(domain, url, fetchedAt, source);
      characters.push(pages.reduce((sum, { source }) => sum + source.length, 0));
    }
    const { sourceBytes: bytes } = await storage.domains.stats();
    const domains = scan.domains();
    if (scan.search([ANY_ROUND]).length > 0) throw new Error('a capture holds the characters of marks');
    const drawn = drawTerms((n) => scan.page(n), count, seed, LENGTHS);
    const terms = [...new Set([...TERMS, ...drawn])]
      .filter((term) => !hasMarks(term) && !term.includes('\0'))
      .map((term): KnownTerm => {
        const holders = new Set(scan.search([term]));
        return { term, found: Uint8Array.from(domains, (domain) => (holders.has(domain) ? 1 : 0)) };
      });
    return { domains, characters, bytes, terms };
  } finally {
    await storage.close();
  }
}
