import type { Failure } from './failure.ts';

/** The head of an answer that is of use. */
export type FetchedAnswer =
  | {
      readonly kind: 'page';
      readonly url: URL;
      readonly status: number;
      readonly headers: readonly (readonly [name: string, value: string])[];
      readonly fetchedAt: number;
      /** As in `Page`; null if it isn't known. */
      readonly certIssuer: string | null;
      /** As in `Page`; null if there is none, or nobody has read it. */
      readonly robotsTxt: string | null;
      /** Known once the body has ended. */
      readonly truncated: () => boolean;
    }
  | {
      readonly kind: 'redirect';
      readonly url: URL;
      readonly status: number;
      readonly location: string | null;
    };

/** Whom a visit is for: the crawl of one site. Nothing here throws. */
export interface VisitOwner {
  /** Aborts the visits' requests, with a FailureError as its reason. */
  readonly signal: AbortSignal;
  /** Decoded bytes of a body have come in. */
  received(bytes: number): void;
  /** The visit has ended with an answer. */
  answered(visit: Visit, answer: FetchedAnswer, body: Buffer): Promise<void>;
  /** The visit has ended without. */
  failed(visit: Visit, failure: Failure): void;
  /** Nothing more can be fetched, for a reason that lies with us and not with the site. */
  break(error: unknown): void;
}

/** One turn at a host, for one page. */
export class Visit {
  readonly owner: VisitOwner;
  /** Tried in this order until a connection comes about. */
  readonly urls: readonly [URL, ...URL[]];
  /** Links away from a start URL. */
  readonly depth: number;
  /** URLs that redirected here, first to last. Not empty: it goes on with a turn that was taken before. */
  readonly trail: readonly string[];

  constructor(
    owner: VisitOwner,
    urls: readonly [URL, ...URL[]],
    depth: number,
    trail: readonly string[] = [],
  ) {
    this.owner = owner;
    this.urls = urls;
    this.depth = depth;
    this.trail = trail;
  }

  /** Whose turn it is, of the first URL's: pacing goes by host, whatever the scheme or the port. */
  get host(): string {
    return this.urls[0].hostname;
  }
}
