/** Figures of one crawl, the same for both crawlers. */
export interface CrawlFigures {
  /** That can be found. */
  readonly pages: number;
  /** Seconds from the submission of the list until every page can be found. */
  readonly seconds: number;
  /** Processor time of all threads, from the submission until the process was at rest. */
  readonly processorSeconds: number;
  readonly peakMiB: number;
  /** Resident memory when so many pages were done, about every thousand. */
  readonly residentMiB: readonly (readonly [pages: number, MiB: number])[];
  /** Resident memory at rest after it. */
  readonly restMiB: number;
}
