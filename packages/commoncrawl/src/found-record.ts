/** A record of a crawl, as its index describes it. */
export interface FoundRecord {
  readonly url: string;
  /** Time of the capture, in milliseconds since the epoch. */
  readonly time: number;
  /** HTTP status. */
  readonly status: number;
  /** Languages of the page as ISO 639 codes, the main one first, separated by commas; empty if they are not known. */
  readonly languages: string;
  /** True if the crawl cut the page. */
  readonly isTruncated: boolean;
  readonly subset: Subset;
  /** Path of the WARC file. */
  readonly file: string;
  /** First byte of the record in the file, and its length, compressed. */
  readonly offset: number;
  readonly length: number;
}

/** Kinds of records that are found: pages, and robots.txt of hosts. */
export const SUBSETS = ['warc', 'robotstxt'] as const;
export type Subset = (typeof SUBSETS)[number];
