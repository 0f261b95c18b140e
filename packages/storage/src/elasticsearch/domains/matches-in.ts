import { zstdDecompressSync } from 'node:zlib';
import type { Sought } from '@sitegrep/search';
import { homeFirst, type PageRecord } from '@sitegrep/site';
import type { SourceMatch } from '../../domains.ts';
import { findMatches } from '../../texts/source-matches.ts';

export interface StoredPages {
  readonly domain: string;
  /** The stored field, Base64. */
  readonly pages: string;
  readonly sought: readonly Sought[];
}

/** Unpacking, folding and looking through take some ten milliseconds a megabyte, so it is done in a thread. */
export function matchesIn({ domain, pages, sought }: StoredPages): readonly SourceMatch[] {
  const records = JSON.parse(zstdDecompressSync(Buffer.from(pages, 'base64')).toString()) as PageRecord[];
  return findMatches(homeFirst(domain, records), sought, () => {});
}
