import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { foldCase, type Sought } from '@sitegrep/search';
import {
  type DomainDocument,
  fieldMembers,
  homeFirst,
  linkTargets,
  type PageRecord,
  registrableDomain,
  type Source,
  sourceText,
} from '@sitegrep/site';
import { storableText, wordsOf } from '../../texts/stored-texts.ts';
import { gramTokens, runTokens } from './grams.ts';
import { parsePages, type LiveFields } from './stored.ts';
import type { SourceMatch, StoredPageVersion } from '../../domains.ts';
import { findMatches } from '../../texts/source-matches.ts';

/**
 * Body of a document as JSON, without its state, which is known later. Folding, splitting and compressing take
 * about 30 milliseconds per megabyte, so this runs in a thread.
 */
export function packDocument({ domain, facts, pages }: DomainDocument<Source>): Uint8Array<ArrayBuffer> {
  const storable = pages.map((page): PageRecord => ({
    ...page,
    source: storableText(sourceText(page.source)),
  }));
  const text = storable.map(({ source }) => foldCase(source));
  const compressed = zstdCompressSync(JSON.stringify(storable));
  const fields: LiveFields = {
    visited: facts.lastVisited === null ? null : Math.floor(facts.lastVisited / 1000),
    country: facts.countryIsoCode,
    language: facts.languageCode,
    content_language: facts.contentLanguageCode,
    facts: JSON.stringify(facts),
    versions: JSON.stringify(storable.map(versionOf)),
    page_count: pages.length,
    source_bytes: storable.reduce((sum, { source }) => sum + Buffer.byteLength(source), 0),
    compressed_bytes: compressed.length,
  };
  const words = wordsOf(facts);
  const json = JSON.stringify({
    ...fields,
    links: linkTargets({ domain, pages }),
    registrable: registrableDomain(domain),
    text,
    grams: text.map(gramsOf),
    words,
    word_grams: words.map(gramsOf),
    technologies: fieldMembers('technologies', facts),
    folded: {
      domain: foldCase(domain),
      country: foldedOrNull(facts.countryIsoCode),
      language: foldedOrNull(facts.languageCode),
      content_language: foldedOrNull(facts.contentLanguageCode),
    },
    pages: compressed.toString('base64'),
  });
  return new TextEncoder().encode(json);
}

function versionOf({ url, truncated, source, version }: PageRecord): StoredPageVersion {
  return { url, truncated, sourceBytes: Buffer.byteLength(source), version: version ?? null };
}

function gramsOf(text: string): string {
  return [gramTokens(text), ...runTokens(text)].join(' ');
}

function foldedOrNull(code: string | null): string | null {
  return code === null ? null : foldCase(code);
}

export interface StoredPages {
  readonly domain: string;
  /** Content of the stored field, Base64. */
  readonly pages: string;
  readonly sought: readonly Sought[];
}

/**
 * Finds matches in stored pages. Decompressing, folding and searching take about 10 milliseconds per megabyte, so
 * this runs in a thread.
 */
export function matchesIn({ domain, pages, sought }: StoredPages): readonly SourceMatch[] {
  const records = parsePages(zstdDecompressSync(Buffer.from(pages, 'base64')).toString());
  return findMatches(homeFirst(domain, records), sought, () => {});
}
