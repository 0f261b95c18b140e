import type { Page } from '@sitegrep/site';

/** A page, and its record in the input. */
export interface WarcPage extends Page {
  /** Number of its record, of its entry in a HAR, or of its line, from 1. */
  readonly record: number;
  /** Entry of a WACZ that has it; null if the input is none. */
  readonly entry: string | null;
  /**
   * Offset of the record's gzip member or zstd frame in the compressed input; if records are not members, in the decompressed
   * bytes. In a WACZ, from the start of the entry.
   */
  readonly offset: number;
  /** Whether sitegrep captured it in a crawl that left out pages which ask not to be indexed. An import does so too. */
  readonly obeysNoindex: boolean;
  /** Whether its time is stated; else it is the time of reading. */
  readonly isDated: boolean;
  /** Damage of its record, in words; null if there is none. */
  readonly notice: string | null;
}
