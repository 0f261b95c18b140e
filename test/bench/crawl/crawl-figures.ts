/** Figures of one crawl, the same for both crawlers. */
export interface CrawlFigures {
  /** Number of pages that can be found. */
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

export type Numbers = Readonly<Record<string, number>>;

export interface OwnFigures extends CrawlFigures {
  /** Seconds of extraction and of detection in threads, as the process itself counts them. */
  readonly extractSeconds: number;
  readonly detectSeconds: number;
  /** Processor time by thread, in milliseconds, from the submission until the process was at rest. */
  readonly threads: Numbers;
  readonly outcomes: Numbers;
  /** Resources whose number would grow if the process leaked them: about every thousand pages and at rest. */
  readonly held: readonly {
    readonly pages: number;
    readonly openFiles: number;
    readonly resources: number;
  }[];
}
