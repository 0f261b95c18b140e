import type { SiteCrawler } from '@sitegrep/crawl';
import {
  canonicalDomain,
  registrableDomain,
  type Page,
  type Redirect,
  type SiteResult,
} from '@sitegrep/site';
import type { SiteInput } from './detection-input.ts';
import { CommandFailed } from './failure.ts';
import { printable } from './terminal.ts';

/**
 * Fetches the first page of a site as a crawl does.
 *
 * @throws CommandFailed with the site's outcome, its reason and a remedy, if there is no page
 */
export async function fetchPage(crawler: SiteCrawler, site: SiteInput): Promise<Page> {
  const { name, domain, urls } = site;
  const pages: Page[] = [];
  const result = await crawler.crawl({ domain, urls, maxPages: 1, maxDepth: 0 }, (page) => {
    pages.push(page);
    return Promise.resolve({ links: [], indexed: true, problem: null });
  });
  const [page] = pages;
  if (page !== undefined) return page;
  const { outcome, reason } = result;
  const why = [name, outcome, ...(reason === null ? [] : [reason])].join(': ');
  throw new CommandFailed(printable(`${why}.${remedyFor(site, result)}`));
}

/** @returns a sentence of advice, or '' */
function remedyFor({ domain, urls }: SiteInput, { outcome, reason, redirects }: SiteResult): string {
  if (outcome === 'blocked_address' && reason?.includes('address') === true)
    return ' SITEGREP_ALLOWED_ADDRESSES allows ranges, e.g. 127.0.0.0/8 for this machine.';
  if (outcome === 'robots_disallowed')
    return ' SITEGREP_ROBOTS=ignore fetches it anyway; use that only for your own sites.';
  if (outcome === 'dns_failed' && urls.length === 0) return ' There is no file of that name either.';
  if (outcome === 'timed_out')
    return ' SITEGREP_REQUEST_TIMEOUT and SITEGREP_SITE_TIMEOUT set how long to wait.';
  const last = redirects.at(-1);
  const elsewhere = outcome !== 'http_error' || last === undefined ? null : whereTo(last, domain);
  return elsewhere === null
    ? ''
    : ` A crawl does not follow redirects to another domain; run "sitegrep detect ${elsewhere}" for that one.`;
}

/** @returns the host that a redirect leads to, if it has another registrable domain, or null */
function whereTo({ from, to }: Redirect, domain: string): string | null {
  const host = canonicalDomain(to);
  const before = canonicalDomain(from);
  if (host === null || before === null) return null;
  const owner = registrableDomain(host);
  return owner === registrableDomain(domain) || owner === registrableDomain(before) ? null : host;
}
