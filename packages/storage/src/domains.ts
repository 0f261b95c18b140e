import type { Cursor, Query } from '@sitegrep/search';
import type { DomainDocument, SiteFacts, Source } from '@sitegrep/site';
import type { DomainBlock, DomainBlocks } from './blocks.ts';

/**
 * The index of domains: documents in, exact answers out.
 *
 * An adapter guarantees: a `put` that resolved is durable and found by every search that starts after it; a domain is
 * one document, replaced whole or not at all; a search is exact for every term (no estimate, no cut-off), and sees one
 * state of the index; nothing runs long on the caller's event loop. What is deliberately not here: fetching, folding
 * pages into documents, validating requests, signing tokens.
 */
export interface DomainIndex {
  /** Writes each document whole, unless its domain is blocked. One result a document, in the same order. */
  put(documents: readonly DomainPut[]): Promise<readonly PutResult[]>;
  /** @throws SearchAborted when `signal` fired; InvalidQuery never: a Query is valid by construction. */
  search(query: Query, options?: { readonly signal?: AbortSignal }): Promise<SearchPage>;
  get(domain: string): Promise<StoredDomain | null>;
  /** When the site was last visited. Cheap, where `get` reads its sources. Null if there is no document. */
  lastVisit(domain: string): Promise<LastVisit | null>;
  /**
   * Notes that the site was visited and its document found as it should be. Writes neither texts nor facts: what a search
   * answers stays the same, `lastVisited` included.
   *
   * @returns false if the stored document is not of this revision
   */
  confirm(domain: string, visit: LastVisit): Promise<boolean>;
  /** @returns false if there was none. */
  delete(domain: string): Promise<boolean>;
  /**
   * Sets ranks (0–1000) of domains, known or not yet known; a later put keeps them. Of a domain's the last one counts. A
   * domain whose rank is 0 has the one that follows from how many registrable domains link to it (`linkTargets`,
   * `referrerRank`), as of the documents that are stored; it need not have been stored before them.
   */
  setRanks(ranks: readonly DomainRank[]): Promise<void>;
  /**
   * Every domain with a rank above 0 that was set, also those without a document, in code point order. Bounded memory;
   * ranks that are set meanwhile may be among them.
   */
  ranks(): AsyncIterable<DomainRank>;
  /**
   * Gives every domain the rank that follows from the links of all others, where to do so at each put would cost too much:
   * until then a domain has that of its own last put. Any number of processes may; ended early, it did a part.
   *
   * @returns how many ranks changed; 0 where ranks always follow
   * @throws what `signal` was aborted with
   */
  updateRanks(options?: { readonly signal?: AbortSignal }): Promise<number>;
  /** Every stored document, in code point order of domains, behind `after`; for re-index, export and verification. */
  scan(options?: { readonly after?: string }): AsyncIterable<StoredDomain>;
  /** The domains of all stored documents, in code point order. Bounded memory; one that is stored meanwhile may be among them. */
  names(): AsyncIterable<string>;
  stats(): Promise<IndexStats>;
  /** What may not be put. */
  readonly blocks: DomainBlocks;
  close(): Promise<void>;
}

export interface DomainPut {
  readonly document: DomainDocument<Source>;
  /** Write only if the stored revision is still this one (null: only if there is no document). Absent: always. */
  readonly ifRevision?: number | null;
}

export type PutResult =
  | { readonly stored: true; readonly revision: number }
  /** `block` covers the domain; null: the stored revision is another than was expected. */
  | { readonly stored: false; readonly block: DomainBlock | null };

export interface StoredDomain extends DomainDocument {
  /** Rises with every put of the domain. */
  readonly revision: number;
  /** 0–1000; 0 = no link and no rank known. */
  readonly rank: number;
}

export interface LastVisit {
  /** Of the document that was found or put. */
  readonly revision: number;
  /** When its last page was fetched, or it was last confirmed: the later one, in milliseconds since the epoch. */
  readonly at: number;
}

export interface DomainRank {
  readonly domain: string;
  readonly rank: number;
}

export interface DomainHit {
  readonly domain: string;
  readonly rank: number;
  readonly facts: SiteFacts;
  /** A match for each text that `snippets` of the query seeks, in their order; absent if it has none. */
  readonly matches?: readonly SourceMatch[];
}

/**
 * The first place of a text in the first page that has it: the home page comes first, the others by URL. Of the same
 * state of the index as the hit. Offset and lengths count code points of the stored source.
 */
export interface SourceMatch {
  /** As it was asked. */
  readonly term: string;
  readonly url: string;
  readonly offset: number;
  /** Up to 80 code points of the source, fewer at its beginning. */
  readonly before: string;
  /** As it stands in the source. */
  readonly match: string;
  /** As `before`. */
  readonly after: string;
}

export interface SearchPage {
  /** Number of domains that match, exact. */
  readonly total: number;
  /** Number of matching domains before this page. */
  readonly offset: number;
  readonly hits: readonly DomainHit[];
  /** Where the next page starts; null if this is the last one. */
  readonly next: Cursor | null;
}

export interface IndexStats {
  readonly domains: number;
  readonly pages: number;
  /** UTF-8 bytes of all stored sources, before compression. */
  readonly sourceBytes: number;
  /** Bytes on disk: of the substring index, of the compressed sources, of everything. */
  readonly indexBytes: number;
  readonly compressedBytes: number;
  readonly totalBytes: number;
}
