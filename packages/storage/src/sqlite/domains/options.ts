/** What the threads of domains.sqlite are started with. */
export interface DomainThreadData {
  readonly file: string;
  /** A reader's shared cell: the ticket of the search that is not wanted any more. */
  readonly abortedTicket: Int32Array<SharedArrayBuffer>;
}

/** Large pages make FTS5's leaves and the sources' overflow chains cheaper. */
export const DOMAIN_PAGE_BYTES = 16_384;
