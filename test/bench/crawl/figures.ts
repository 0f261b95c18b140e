/** What came of a crawl, the same of both crawlers. */
export interface CrawlFigures {
  /** That can be found. */
  readonly pages: number;
  /** From the submission of the list until every page can be found. */
  readonly seconds: number;
  /** Of the process, all threads, from the submission until it was at rest. */
  readonly processorSeconds: number;
  readonly peakMiB: number;
  /** Resident memory when so many pages were done, about every thousand. */
  readonly residentMiB: readonly (readonly [pages: number, MiB: number])[];
  /** Resident memory at rest after it. */
  readonly restMiB: number;
}
