import type { Validators } from '@sitegrep/site';
import type { Failure } from './failure.ts';
import { pacedHost } from './host-pace.ts';

/** The head of an answer that is of use. */
export type FetchedAnswer =
  | {
      readonly kind: 'page';
      readonly url: URL;
      readonly status: number;
      readonly headers: readonly (readonly [name: string, value: string])[];
      readonly fetchedAt: number;
      /** As in `Page`; null if it isn't known. */
      readonly address: string | null;
      /** As in `Page`; null if it isn't known. */
      readonly certIssuer: string | null;
      /** As in `Page`; null if there is none, or nobody has read it. */
      readonly robotsTxt: string | null;
      /** URLs of sitemaps that the robots.txt names, as they are written there. */
      readonly sitemaps: readonly string[];
      /** Known once the body has ended. */
      readonly truncated: () => boolean;
    }
  | {
      /** To a request with conditions: the page is as it was. */
      readonly kind: 'not_modified';
      readonly url: URL;
      readonly status: 304;
      readonly headers: readonly (readonly [name: string, value: string])[];
      readonly fetchedAt: number;
      /** As of a page. */
      readonly sitemaps: readonly string[];
    }
  | {
      readonly kind: 'redirect';
      readonly url: URL;
      readonly status: number;
      readonly location: string | null;
    };

/** Whom a visit is for: the crawl of one site, or the reading of its sitemaps. Nothing here throws. */
export interface VisitOwner {
  /** What an answer has to be to be taken: HTML, or anything at all. */
  readonly wants: 'page' | 'sitemap';
  /** Aborts the visits' requests, with a FailureError as its reason. */
  readonly signal: AbortSignal;
  /** As in `KnownPages`. */
  validators(url: URL): Validators | null;
  /** Decoded bytes of a body have come in. */
  received(bytes: number): void;
  /** The visit has ended with an answer. */
  answered(visit: Visit, answer: FetchedAnswer, body: Buffer): Promise<void>;
  /** The host has enough for now; the visit waits, unless its owner ends the site. */
  refused(failure: Failure): void;
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
  /** Whose turn it is; see `pacedHost`. */
  readonly host: string;
  /** Attempts that failed in passing. */
  failures = 0;
  /** Times that the host had enough for the moment. */
  refusals = 0;

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
    this.host = pacedHost(urls[0].hostname);
  }
}
