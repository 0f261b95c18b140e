import { zstdCompressSync } from 'node:zlib';
import { foldCase } from '@sitegrep/search';
import { linkTargets, registrableDomain, type DomainDocument, type PageRecord } from '@sitegrep/site';
import { gramTokens } from '../../grams.ts';
import { storableText } from '../../storable-text.ts';
import { runTokens } from './runs.ts';
import type { LiveFields } from './stored.ts';

/**
 * What is written of a document, but for its state, which is known last: JSON. Folding, cutting and compressing take
 * about 30 milliseconds a megabyte, so it is done in a thread.
 */
export function packDocument({ domain, facts, pages }: DomainDocument): Uint8Array<ArrayBuffer> {
  const storable = pages.map((page): PageRecord => ({ ...page, source: storableText(page.source) }));
  const text = storable.map(({ source }) => foldCase(source));
  const compressed = zstdCompressSync(JSON.stringify(storable));
  const fields: LiveFields = {
    visited: facts.lastVisited === null ? null : Math.floor(facts.lastVisited / 1000),
    country: facts.countryIsoCode,
    language: facts.languageCode,
    content_language: facts.contentLanguageCode,
    facts: JSON.stringify(facts),
    page_count: pages.length,
    source_bytes: storable.reduce((sum, { source }) => sum + Buffer.byteLength(source), 0),
    compressed_bytes: compressed.length,
  };
  const json = JSON.stringify({
    ...fields,
    links: linkTargets({ domain, pages }),
    registrable: registrableDomain(domain),
    text,
    grams: text.map((page) => [gramTokens(page), ...runTokens(page)].join(' ')),
    pages: compressed.toString('base64'),
  });
  return new TextEncoder().encode(json);
}
