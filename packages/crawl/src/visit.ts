import type { PageRefresh, SiteCertificate, Validators } from '@sitegrep/site';
import type { SiteCookies } from './cookies.ts';
import type { Failure } from './failure.ts';
import { pacedHost } from './host-pace.ts';
import type { RobotsTxt } from './robots.ts';

/** The head of a usable answer. */
export type FetchedAnswer =
  | {
      readonly kind: 'page';
      readonly url: URL;
      readonly status: number;
      readonly headers: readonly (readonly [name: string, value: string])[];
      readonly fetchedAt: number;
      /** Address as in `Page`; null if it isn't known. */
      readonly address: string | null;
      /** Issuer as in `Page`; null if it isn't known. */
      readonly certIssuer: string | null;
      /** Verdict as in `Page`; null if there is none. */
      readonly certificate: string | null;
      /** Facts as in `Answer`. */
      readonly certificateFacts: SiteCertificate | null;
      /** Robots.txt of the origin. */
      readonly robotsTxt: RobotsTxt;
      /** Cookies as in a redirect. */
      readonly cookieChanges: number;
      /** Alternatives as in a redirect. */
      readonly alternatives: readonly URL[];
      /** Whether the body is truncated. */
      readonly truncated: boolean;
    }
  | {
      /** Answer to a conditional request: the page has not changed. */
      readonly kind: 'not_modified';
      readonly url: URL;
      readonly status: 304;
      readonly headers: readonly (readonly [name: string, value: string])[];
      readonly fetchedAt: number;
      /** Verdict as in `Page`; null if there is none. */
      readonly certificate: string | null;
      /** Facts as in `Answer`. */
      readonly certificateFacts: SiteCertificate | null;
      /** Robots.txt, as that of a page. */
      readonly robotsTxt: RobotsTxt;
    }
  | {
      /** Answer to a request for a file: by its status, there is none. */
      readonly kind: 'missing';
      readonly url: URL;
      readonly status: number;
    }
  | {
      readonly kind: 'redirect';
      readonly url: URL;
      readonly status: number;
      readonly location: string | null;
      /** The part of the page that leads there instead of Location; absent for Location. */
      readonly by?: PageRefresh['by'];
      /** Changes of the owner's cookies before the request. */
      readonly cookieChanges: number;
      /** URLs of the visit that may still be tried if this one leads to no page. */
      readonly alternatives: readonly URL[];
    };

/** Owner of a visit: the crawl of one site, or the reader of its sitemaps, of its well-known files or of its icon. No method throws. */
export interface VisitOwner {
  /** Accepted answers: HTML for a page, anything for others. A status of 4xx is an answer for a file or an icon, else a failure. */
  readonly wants: 'page' | 'sitemap' | 'file' | 'icon';
  /** Aborts the requests of its visits, with a FailureError as its reason. */
  readonly signal: AbortSignal;
  /** Cookies of its visits; null sends none. */
  readonly cookies: SiteCookies | null;
  /** Validators as in `KnownPages`. */
  validators(url: URL): Validators | null;
  /** Called with the number of decoded bytes of a body, as they arrive. */
  received(bytes: number): void;
  /** Called when a visit has ended with an answer. */
  answered(visit: Visit, answer: FetchedAnswer, body: Buffer): Promise<void>;
  /** Called when the host is busy. The visit waits, unless its owner ends the site. */
  refused(failure: Failure): void;
  /** Called when a visit has ended without an answer. */
  failed(visit: Visit, failure: Failure): void;
  /** Called when nothing more can be fetched, for a reason that is not the site's. */
  break(error: unknown): void;
}

/** A page that was fetched and not handed over yet. */
interface SparePage {
  readonly answer: FetchedAnswer & { readonly kind: 'page' };
  readonly body: Buffer;
}

/** Parts of a visit that those continue which follow from it. */
type Continued = Partial<Pick<Visit, 'ofFrameset' | 'spare' | 'trail'>>;

/** A request for one page, with its further attempts. */
export class Visit {
  readonly owner: VisitOwner;
  /** URLs in the order of attempts, until one connects. */
  readonly urls: readonly [URL, ...URL[]];
  /** Number of links from a start URL. */
  readonly depth: number;
  /** Requests that redirected here, first to last, as `trailEntry` names them. If not empty, it continues an earlier visit. */
  readonly trail: readonly string[];
  /** Whether it is for a frame of a start page's frameset, which counts as a part of that page. */
  readonly ofFrameset: boolean;
  /** The default page of a server that is handed over if nothing else is found; null if there is none. */
  readonly spare: SparePage | null;
  /** Key of the host; see `pacedHost`. */
  readonly host: string;
  /** Attempts that failed temporarily. */
  failures = 0;
  /** Attempts at which the host was busy. */
  refusals = 0;

  constructor(
    owner: VisitOwner,
    urls: readonly [URL, ...URL[]],
    depth: number,
    { trail = [], ofFrameset = false, spare = null }: Continued = {},
  ) {
    this.owner = owner;
    this.urls = urls;
    this.depth = depth;
    this.trail = trail;
    this.ofFrameset = ofFrameset;
    this.spare = spare;
    this.host = pacedHost(urls[0].hostname);
  }
}
