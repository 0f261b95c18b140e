import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { foldCase } from '@sitegrep/search';
import type { DomainDocument, PageRecord, SiteFacts } from '@sitegrep/site';
import type { StoredDomain } from '../../domains.ts';
import { StorageCorrupt } from '../../errors.ts';
import { gramTokens } from '../../grams.ts';
import { storableText } from '../../storable-text.ts';

/** What of a document is in `_source`. */
export type DomainSource = DomainState & LiveFields;

/** What every document has, also one of a domain that is not live. */
export interface DomainState {
  readonly domain: string;
  readonly live: boolean;
  /** 0 if the domain never had a document. */
  readonly revision: number;
  readonly rank: number;
}

interface LiveFields {
  /** Seconds since the epoch. */
  readonly visited: number | null;
  readonly country: string | null;
  readonly language: string | null;
  readonly content_language: string | null;
  /** JSON of SiteFacts. */
  readonly facts: string;
  readonly page_count: number;
  readonly source_bytes: number;
  readonly compressed_bytes: number;
}

/** A document as JSON but for its state, which is known last. */
export type PackedDocument = string & { readonly packed: unique symbol };

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Folding, cutting and compressing take about ten milliseconds a megabyte; between pages others get the event loop. */
export async function packDocument({ facts, pages }: DomainDocument): Promise<PackedDocument> {
  const storable = pages.map((page): PageRecord => ({ ...page, source: storableText(page.source) }));
  const text: string[] = [];
  const grams: string[] = [];
  for (const { source } of storable) {
    await new Promise((resolve) => setImmediate(resolve));
    const folded = foldCase(source);
    text.push(folded);
    grams.push(gramTokens(folded));
  }
  const compressed = await compress(JSON.stringify(storable));
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
  return JSON.stringify({ ...fields, text, grams, pages: compressed.toString('base64') }) as PackedDocument;
}

/** The body to write: a document of these pages, or without any if there are none. */
export function bodyOf(state: DomainState, document: PackedDocument | null): string {
  const json = JSON.stringify(state);
  return document === null ? json : `${json.slice(0, -1)},${document.slice(1)}`;
}

/** @param pages the stored field, Base64 */
export async function unpackDomain(source: DomainSource, pages: unknown): Promise<StoredDomain> {
  const { domain, revision, rank, facts } = source;
  if (typeof pages !== 'string') {
    throw new StorageCorrupt(`the document of ${domain} in Elasticsearch has no pages: crawl it again`);
  }
  const json = await decompress(Buffer.from(pages, 'base64'));
  return {
    domain,
    revision,
    rank,
    facts: JSON.parse(facts) as SiteFacts,
    pages: JSON.parse(json.toString()) as readonly PageRecord[],
  };
}
