import type { Page } from '@sitegrep/site';

/** A page and the offset of its record in the input. */
export interface WarcPage extends Page {
  /**
   * Offset of the record's gzip member or zstd frame in the compressed input; if records are no members, in the decompressed
   * bytes. In a WACZ, from the start of the entry.
   */
  readonly offset: number;
  /** Whether sitegrep captured it in a crawl that left out pages which ask not to be indexed. An import does so too. */
  readonly obeysNoindex: boolean;
}
