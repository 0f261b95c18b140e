import type { DomainIndex } from '@sitegrep/storage';
import { Failure } from './failure.ts';
import { requireStored } from './named-domain.ts';
import { nearestUrls } from './nearest-urls.ts';

/** Stored URLs are in the form that the URL standard gives them: https://example.com has a slash there. */
function writtenUrl(url: string): string {
  return URL.parse(url)?.href ?? url;
}

/** Pages of a document that were found. */
interface Found<Part> {
  readonly revision: number;
  readonly pages: readonly Part[];
}

/**
 * Requires a part of a stored page, such as its source, to be found.
 *
 * @param read reads that part of the pages with any of these URLs
 * @param missing the failure if the page, so named, is stored without it
 * @throws Failure not_found
 */
export async function requirePart<Part extends { readonly url: string }>(
  domains: Pick<DomainIndex, 'pages'>,
  { domain, url }: { readonly domain: string; readonly url: string },
  read: (urls: readonly string[]) => Promise<Found<Part> | null>,
  missing: (named: string) => Failure,
): Promise<{ readonly revision: number; readonly page: Part }> {
  const written = writtenUrl(url);
  const { revision, pages } = requireStored(domain, await read([url, written]));
  const page = pages.find((one) => one.url === url) ?? pages[0];
  if (page !== undefined) return { revision, page };
  const list = requireStored(domain, await domains.pages(domain));
  const known = list.pages.map((one) => one.url);
  const named = JSON.stringify(url.slice(0, 300));
  if (known.includes(url) || known.includes(written)) throw missing(named);
  throw new Failure(
    'not_found',
    `No page of ${domain} is stored under ${named}; ${nearestIn(written, known)}.`,
  );
}

function nearestIn(url: string, known: readonly string[]): string {
  const nearest = nearestUrls(url, known);
  if (known.length === 1) return `its only page is ${nearest.join('')}`;
  const named = `${nearest.slice(0, -1).join(', ')} and ${nearest.at(-1) ?? ''}`;
  if (known.length === nearest.length) return `its pages are ${named}`;
  return `the nearest of its ${known.length} pages are ${named}; GET /domains/{domain}/pages lists all`;
}
