/** Bytes of a file: from `from`, inclusive, to `to`, exclusive. Without `to`: up to its end. A negative `from` counts from its end. */
export interface ByteRange {
  readonly from: number;
  readonly to?: number;
}

/** The files of a crawl. An error that concerns one file alone is a `FileError`. They are those of a server or a mirror, which are read by ranges. Paths are those of the crawl's lists, such as `crawl-data/…/warc.paths.gz`. */
export interface CrawlFiles {
  /** Bytes of a file; a failure that may pass is tried again within. */
  read(path: string, range: ByteRange, signal: AbortSignal): Promise<Uint8Array>;
  /** Bytes of a file as they come, for large ranges. */
  stream(path: string, range: ByteRange, signal: AbortSignal): AsyncIterable<Uint8Array>;
  size(path: string, signal: AbortSignal): Promise<number>;
}

/** A file can't be read, while others can. */
export interface FileError extends Error {
  readonly isOfFile: true;
  /** Kind of error: `outside` if the file ends before the range. */
  readonly fault?: string;
}

export function isOfFile(error: unknown): error is FileError {
  return error instanceof Error && 'isOfFile' in error && error.isOfFile === true;
}
