import type { Outcome } from './outcome.ts';

/** Words about an outcome, for people: a table without imports, so that browsers may load it. */
interface OutcomeHelp {
  /** Name of this kind of end. */
  readonly name: string;
  readonly meaning: string;
  /** Steps to take; null: nothing, since the site did not fail. */
  readonly remedy: string | null;
  /** True if a retry of the crawl includes the site: it may end differently. */
  readonly isRetried: boolean;
}

export const OUTCOME_HELP: Readonly<Record<Outcome, OutcomeHelp>> = {
  indexed: {
    name: 'Indexed',
    meaning: 'at least one page is searchable',
    remedy: null,
    isRetried: false,
  },
  unchanged: {
    name: 'Unchanged',
    meaning: 'the same as at the last visit',
    remedy: null,
    isRetried: false,
  },
  robots_disallowed: {
    name: 'Disallowed',
    meaning: 'robots.txt or noindex forbids it',
    remedy:
      'Leave these sites out, or ask their owners for access. On sites of your own, allow sitegrep in robots.txt, or set SITEGREP_ROBOTS=ignore.',
    isRetried: false,
  },
  dns_failed: {
    name: 'Name not found',
    meaning: 'the name does not resolve',
    remedy:
      'Look for slips in the names, and take those that are gone off the list. If all sites end so, check SITEGREP_DNS_SERVERS and the way out.',
    isRetried: true,
  },
  connect_failed: {
    name: 'No connection',
    meaning: 'no connection',
    remedy:
      'Crawl these again later: most servers were down. If all sites end so, check firewall and proxy (SITEGREP_HTTP_PROXY).',
    isRetried: true,
  },
  tls_failed: {
    name: 'No secure connection',
    meaning: 'no secure connection',
    remedy:
      'The reason names the fault of the certificate or of the protocol; only the owner can mend it. SITEGREP_REQUIRE_VALID_CERTIFICATES=off takes sites with bad certificates.',
    isRetried: true,
  },
  timed_out: {
    name: 'Too slow',
    meaning: 'no answer in time',
    remedy:
      'Crawl these again later. If many end so, raise SITEGREP_REQUEST_TIMEOUT or SITEGREP_CONNECT_TIMEOUT, or crawl fewer sites at a time (SITEGREP_SITES_IN_FLIGHT).',
    isRetried: true,
  },
  http_error: {
    name: 'Error of the site',
    meaning: 'answered, but not with a page',
    remedy:
      'The reason has the status. 404 and 410: the site is gone. 403 and challenges: it wants a browser (rendering), or no crawler. 429 and 503: rate limited or overloaded; crawl it again later. A redirect to another domain: crawl that one.',
    isRetried: true,
  },
  not_html: {
    name: 'Not HTML',
    meaning: 'answered with something other than HTML',
    remedy: 'Give the URL of a page of the site, if it has one.',
    isRetried: false,
  },
  too_large: {
    name: 'Too large',
    meaning: 'larger than the limits',
    remedy: 'Mostly a trap for crawlers: leave these sites out.',
    isRetried: true,
  },
  blocked_address: {
    name: 'Address not allowed',
    meaning: 'leads to an address that is not public; SITEGREP_ALLOWED_ADDRESSES allows some',
    remedy:
      'Allow the range with SITEGREP_ALLOWED_ADDRESSES if sites of your own network are to be crawled, else take these off the list.',
    isRetried: false,
  },
  blocked_domain: {
    name: 'Blocked here',
    meaning: 'on the list of blocked domains',
    remedy:
      'An administrator blocked these domains. Unblock those that are to be crawled, on the page Blocked.',
    isRetried: false,
  },
  cancelled: {
    name: 'Cancelled',
    meaning: 'the crawl was cancelled',
    remedy: 'Crawl these again when you want them.',
    isRetried: true,
  },
  crashed: {
    name: 'Not processed',
    meaning: 'could not be processed; see the reason',
    remedy:
      'Crawl these again. If a reason comes back, raise the limit that it names (SITEGREP_ANALYSIS_HEAP, SITEGREP_ANALYSIS_DEADLINE), or report it.',
    isRetried: true,
  },
};
