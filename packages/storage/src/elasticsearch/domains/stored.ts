import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import type { OrderValues, PageRecord, RenderedSource, SiteFacts } from '@sitegrep/site';
import type { DomainHit, ListedPage, StoredDomain } from '../../domains.ts';
import { StorageCorrupt } from '../../errors.ts';
import { DOMAIN_PART } from './ranks.ts';
import type { PastFields } from './versions/listed-past.ts';
import { allScreenshots, requireScreenshot, type StoredScreenshots } from './screenshots.ts';

/** Content of `_source`. */
export type DomainSource = DomainState & LiveFields;

/** Fields of every document, including those that are not live. */
export interface DomainState {
  readonly domain: OrderValues['domain'];
  readonly live: boolean;
  /** Number of puts of the domain; 0: it never had a document. */
  readonly revision: number;
  /** The visits that led to it, for the history, see history-documents.ts; absent: there are none. */
  readonly journal?: string;
  /** Label `first_visited`; absent: no visit is known. */
  readonly first_visited?: string;
}

export interface LiveFields extends Omit<OrderValues, 'domain' | 'rank'>, Partial<PastFields> {
  /** SiteFacts as JSON. */
  readonly facts: string;
  /** JSON of a list of `StoredListing`, in the order of the pages. */
  readonly versions: string;
  readonly page_count: number;
  readonly source_bytes: number;
  readonly compressed_bytes: number;
}

const decompress = promisify(zstdDecompress);

/**
 * The complete body of a document, with or without pages.
 *
 * @param packed result of `packDocument`
 */
export function bodyOf(
  { domain, live, revision, journal, first_visited }: DomainState,
  packed: Uint8Array | null,
): Uint8Array {
  const json = JSON.stringify({ domain, live, revision, journal, first_visited, part: DOMAIN_PART });
  if (packed === null) return Buffer.from(json);
  return Buffer.concat([Buffer.from(`${json.slice(0, -1)},`), packed.subarray(1)]);
}

/**
 * Facts of a site as this program stored them. Their form is not checked again, nor is that of pages or schedules:
 * Elasticsearch verifies its files by checksums, and an index with another mapping version is refused when it is opened.
 */
export function parseFacts(json: string): SiteFacts {
  return JSON.parse(json) as SiteFacts;
}

/** A page as the field `pages` has it. */
export interface StoredPage extends Omit<PageRecord, 'rendered'> {
  /** No other page of the domain ever has it, and no version of one. */
  readonly number: number;
  readonly rendered?: StoredRendering;
}

interface StoredRendering extends Omit<RenderedSource, 'screenshot'> {
  /** Bytes of its screenshot in full size; absent if it has none. */
  readonly screenshotBytes?: number;
}

/** Pages of a site as this program stored them, see `parseFacts`. */
export function parsePages(json: string): readonly StoredPage[] {
  return JSON.parse(json) as readonly StoredPage[];
}

/** A page in the list of pages that `_source` has. */
export interface StoredListing extends ListedPage, Pick<StoredPage, 'number'> {
  /** When the content that stands was first seen. */
  readonly firstSeen: number;
}

/** The list of pages as this program stored it, see `parseFacts`. */
export function parseVersions(json: string): readonly StoredListing[] {
  return JSON.parse(json) as readonly StoredListing[];
}

/** Content of the stored field `pages`, Base64. @throws StorageCorrupt if there is none */
export function requirePages(domain: string, fields: Readonly<Record<string, unknown>> | undefined): string {
  const pages = storedValue(fields, 'pages');
  if (typeof pages === 'string') return pages;
  throw new StorageCorrupt(`the document of ${domain} in Elasticsearch has no pages: crawl it again`);
}

/** Content of the stored field `pasts`, Base64; null: there is none. */
export function pastsIn(fields: Readonly<Record<string, unknown>> | undefined): string | null {
  const pasts = storedValue(fields, 'pasts');
  return typeof pasts === 'string' ? pasts : null;
}

/** Value of a stored field. */
export function storedValue(
  fields: Readonly<Record<string, unknown>> | undefined,
  field: 'pages' | 'pasts' | 'said_texts',
): unknown {
  const values = fields?.[field];
  return Array.isArray(values) ? values[0] : undefined;
}

/**
 * The document of stored fields.
 *
 * @param fields stored fields
 * @param screenshots fields with its screenshots; null leaves them out
 * @throws StorageCorrupt if something of it is missing
 */
export async function unpackDomain(
  source: Pick<DomainSource, 'domain' | 'revision' | 'facts'>,
  rank: number,
  fields: Readonly<Record<string, unknown>> | undefined,
  screenshots: StoredScreenshots | null,
): Promise<StoredDomain> {
  const { domain, revision, facts } = source;
  const json = await decompress(Buffer.from(requirePages(domain, fields), 'base64'));
  return {
    domain,
    revision,
    rank,
    facts: parseFacts(facts),
    pages: withScreenshots(domain, parsePages(json.toString()), screenshots),
  };
}

/**
 * Pages with their screenshots.
 *
 * @param stored fields with the screenshots of these pages; null leaves them out
 * @throws StorageCorrupt if one is missing
 */
export function withScreenshots(
  domain: string,
  pages: readonly StoredPage[],
  stored: StoredScreenshots | null,
): readonly PageRecord[] {
  const screenshots = allScreenshots(stored ?? {});
  return pages.map(({ rendered, number: _number, ...page }) => {
    if (rendered === undefined) return page;
    const { screenshotBytes, ...written } = rendered;
    if (screenshotBytes === undefined || stored === null) return { ...page, rendered: written };
    const screenshot = requireScreenshot(domain, page.url, screenshots);
    return { ...page, rendered: { ...written, screenshot } };
  });
}

/** Fields that a hit is made of. */
export interface HitSource extends Pick<DomainSource, 'domain' | 'facts'>, Ranked {}

/** The rank that a document of a domain is joined with. */
export interface Ranked {
  readonly rank: number;
}

/** Hits whose facts are parsed before other tasks get the event loop: about one millisecond of work. */
const HITS_AT_A_TIME = 100;

/** Parsing ten thousand hits at once would block the event loop for a tenth of a second. */
export async function unpackHits(sources: readonly HitSource[]): Promise<readonly DomainHit[]> {
  const hits: DomainHit[] = [];
  for (const { domain, rank, facts } of sources) {
    if (hits.length > 0 && hits.length % HITS_AT_A_TIME === 0) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    hits.push({ domain, rank, facts: parseFacts(facts) });
  }
  return hits;
}
