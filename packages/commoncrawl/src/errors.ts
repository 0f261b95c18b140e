/** Something that was written for a selection or a crawl can't be used; the message says what, and ends with a remedy. */
export class CrawlNotReadable extends Error {
  override readonly name = 'CrawlNotReadable';
}

/** A file of the index is damaged, cut, or not in a form that is read. */
export class IndexUnreadable extends Error {
  override readonly name = 'IndexUnreadable';
  /** Path of the file. */
  readonly path: string;

  constructor(path: string, problem: string, options?: ErrorOptions) {
    super(
      `${path} of the index can't be read: ${problem}. Try again later, or name another mirror with SITEGREP_COMMONCRAWL_URL`,
      options,
    );
    this.path = path;
  }
}
