import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import type { PageRecord, SiteFacts } from '@sitegrep/site';
import type { StoredDomain } from '../../domains.ts';
import { StorageCorrupt } from '../../errors.ts';

/** What of a document is in `_source`. */
export type DomainSource = DomainState & LiveFields;

/** What every document has, also one of a domain that is not live. */
export interface DomainState {
  readonly domain: string;
  readonly live: boolean;
  /** 0 if the domain never had a document. */
  readonly revision: number;
  readonly rank: number;
  /** The rank that a list gives the domain, above 0; null: none does. */
  readonly listed: number | null;
}

export interface LiveFields {
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

const decompress = promisify(zstdDecompress);

/**
 * The body to write: a document of these pages, or without any if there are none.
 *
 * @param packed what `packDocument` gave
 */
export function bodyOf(state: DomainState, packed: Uint8Array | null): Uint8Array {
  const json = JSON.stringify(state);
  if (packed === null) return Buffer.from(json);
  return Buffer.concat([Buffer.from(`${json.slice(0, -1)},`), packed.subarray(1)]);
}

/** The value of the stored field. */
export function storedPages(fields: Readonly<Record<string, unknown>> | undefined): unknown {
  const values = fields?.['pages'];
  return Array.isArray(values) ? values[0] : undefined;
}

/** @param pages the stored field, Base64 */
export async function unpackDomain(
  source: Pick<DomainSource, 'domain' | 'revision' | 'rank' | 'facts'>,
  pages: unknown,
): Promise<StoredDomain> {
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
