// Parts of a made crawl.
/** A capture that a crawl has. */
export interface MadeRecord {
  readonly url: string;
  /** Milliseconds since the epoch, whole seconds. */
  readonly time: number;
  readonly body: string;
  /** Default: 200. */
  readonly status?: number;
  /** Default: text/html. */
  readonly mime?: string;
  /** Codes as the index states them, such as `deu,eng`; absent: none. */
  readonly languages?: string;
  /** True if the crawl cut its end. */
  readonly isTruncated?: boolean;
  /** Default: that of its status and URL. */
  readonly subset?: MadeSubset;
}

export type MadeSubset = 'warc' | 'crawldiagnostics' | 'robotstxt';

export interface MadeCrawl {
  readonly id: string;
  readonly records: readonly MadeRecord[];
  /** Sizes of the files, small ones so that there are several of each. */
  readonly shape?: Partial<CrawlShape>;
}

export interface CrawlShape {
  /** WARC files of each subset. */
  readonly warcs: number;
  /** Parts of the columnar index of each subset. */
  readonly parts: number;
  /** Rows of a group of the columnar index. */
  readonly groupRows: number;
  /** Files of the URL index. */
  readonly shards: number;
  /** Lines of a block of the URL index. */
  readonly blockLines: number;
  /** Compression of the columnar index. */
  readonly codec: 'GZIP' | 'ZSTD' | 'SNAPPY';
}
